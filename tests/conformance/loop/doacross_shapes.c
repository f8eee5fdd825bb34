// Doacross loops with negative steps, strides, far sinks, three dimensions, empty ranges and 64-bit bounds.
#include <limits.h>

#include "check.h"

static long chain[200];

static void check_chain(int count) {
  for (int i = 0; i < count; i++) {
    CHECK_EQ(chain[i], i + 1);
    chain[i] = 0;
  }
}

static void downwards(void) {
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 99; i >= 0; i--) {
#pragma omp ordered depend(sink : i + 1)
    chain[99 - i] = i == 99 ? 1 : chain[98 - i] + 1;
#pragma omp ordered depend(source)
  }
  check_chain(100);
}

static void strided_by_five(void) {
#pragma omp parallel for ordered(1) schedule(static, 2)
  for (long i = -100; i < 400; i += 5) {
    int at = (int)((i + 100) / 5);
#pragma omp ordered depend(sink : i - 10)
    chain[at] = at < 2 ? at + 1 : chain[at - 2] + 2;
#pragma omp ordered depend(source)
  }
  check_chain(100);
}

static void near_the_top(void) {
  unsigned long long first = ULLONG_MAX - 120;
#pragma omp parallel for ordered(1) schedule(dynamic, 2)
  for (unsigned long long i = first; i < ULLONG_MAX - 20; i++) {
    int at = (int)(i - first);
#pragma omp ordered depend(sink : i - 1)
    chain[at] = at == 0 ? 1 : chain[at - 1] + 1;
#pragma omp ordered depend(source)
  }
  check_chain(100);
}

static void three_dimensions(void) {
  static int cube[6][6][6];
#pragma omp parallel for ordered(3) schedule(dynamic)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 6; k++) {
#pragma omp ordered depend(sink : i - 1, j, k) depend(sink : i, j - 1, k) depend(sink : i, j, k - 1)
        int a = i ? cube[i - 1][j][k] : 0, b = j ? cube[i][j - 1][k] : 0, c = k ? cube[i][j][k - 1] : 0;
        cube[i][j][k] = 1 + (a > b ? (a > c ? a : c) : (b > c ? b : c));
#pragma omp ordered depend(source)
      }
  for (int i = 0; i < 216; i++) CHECK_EQ((&cube[0][0][0])[i], i / 36 + i / 6 % 6 + i % 6 + 1);
}

static void empty_and_lonely(int nothing) {
  int ran = 0;
#pragma omp parallel for ordered(2) reduction(+ : ran) schedule(guided)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < nothing; j++) {
#pragma omp ordered depend(sink : i - 1, j)
      ran++;
#pragma omp ordered depend(source)
    }
  CHECK_EQ(ran, 0);
#pragma omp parallel for ordered(1) reduction(+ : ran)
  for (int i = 0; i < 1; i++) {
#pragma omp ordered depend(sink : i - 1)
    ran++;
#pragma omp ordered depend(source)
  }
  CHECK_EQ(ran, 1);
}

int main(void) {
  downwards();
  strided_by_five();
  near_the_top();
  three_dimensions();
  empty_and_lonely(0);
  return check_result();
}
