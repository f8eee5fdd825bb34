// dialect: switches
// expect: up to 0|step 0|down 0|unequal 0|bare 0|braces 0|bound 0|none 0|negative 0
// L1 to L8: each iteration once.
#include <stdio.h>
#include <string.h>

static int count[200], twice[200];

static int judge(int first, int last, int step) {
  int bad = 0;
  for (int i = 0; i < 200; i++) {
    const int inside = i >= first && i < last && (i - first) % step == 0;
    bad += count[i] != inside;
  }
  memset(count, 0, sizeof count);
  return bad;
}

static int up_to(void) {
#pragma omp parallel for schedule(static, 7)
  for (int i = 10; i <= 99; i++) count[i]++;
  return judge(10, 100, 1);
}
static int steps(void) {
#pragma omp parallel for schedule(static, 3)
  for (int i = 5; i < 150; i += 2) count[i]++;
  return judge(5, 150, 2);
}
static int down(void) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 120; i > 19; i--) count[i]++;
  return judge(20, 121, 1);
}
static int unequal(void) {
#pragma omp parallel for
  for (int i = 3; i != 130; ++i) count[i]++;
  return judge(3, 130, 1);
}
static int bare(void) {
  memset(twice, 0, sizeof twice);
#pragma omp parallel for schedule(static, 5)
  for (int i = 0; i < 100; i++) {
    const int at = i;
    count[at]++;
    if (at % 3 == 0) continue;
    twice[at] += 2;
  }
  int bad = judge(0, 100, 1);
  for (int i = 0; i < 100; i++) bad += twice[i] != (i % 3 == 0 ? 0 : 2);
  return bad;
}
static int braces(void) {
#pragma omp parallel for
  {
    for (int i = 0; i < 64; i++) {
      count[i]++;
    }
  }
  return judge(0, 64, 1);
}
static int bound(int n) {
  const int first = n / 10, last = n;
#pragma omp parallel for schedule(static, 9)
  for (int i = first; i < last; i++) count[i]++;
  return judge(first, last, 1);
}
static int from(int first, int last) {
  int i;
#pragma omp parallel for
  for (i = first; i < last; i++) count[i]++;
  return judge(first, first, 1);
}

int main(void) {
  printf("up to %d\n", up_to());
  printf("step %d\n", steps());
  printf("down %d\n", down());
  printf("unequal %d\n", unequal());
  printf("bare %d\n", bare());
  printf("braces %d\n", braces());
  printf("bound %d\n", bound(100) + bound(55) + bound(100));
  printf("none %d\n", from(5, 5));
  printf("negative %d\n", from(9, 2));
  return 0;
}
