// dialect: switches
// expect: widths 0|1002 0|short 0|often 0|grains 0|halo 0|one side 0
// X1 to X5: loops that depend chunk by chunk.
#include <stdio.h>
#include <stdlib.h>

enum { k_most = 4096 };
static double p[k_most + 8], q[k_most + 8], r[k_most + 8], s[k_most + 8];

static int wrong(int n) {
  int bad = 0;
  for (int i = 0; i < n; i++) bad += q[i] != 2.0 * i + 1;
  return bad;
}

static int widths(int n) {
#pragma omp parallel num_threads(5)
  {
#pragma omp taskloop num_threads(2) schedule(cross, 4) depend(out : p[0 : 4])
    for (int i = 0; i < n; i++) p[i] = 2.0 * i;
#pragma omp taskloop num_threads(3) schedule(cross, 6) depend(in : p[0 : 6]) depend(out : q[0 : 6])
    for (int i = 0; i < n; i++) {
      q[i] = p[i] + 1;
    }
  }
  return wrong(n);
}

static int grains(int n, int chunk) {
#pragma omp parallel
  {
#pragma omp for schedule(cross, chunk) depend(out : p[0 : chunk])
    for (int i = 0; i < n; i++) p[i] = i;
#pragma omp for schedule(cross, chunk) depend(in : p[0 : chunk]) depend(out : r[0 : chunk])
    for (int i = 0; i < n; i++) r[i] = 2 * p[i];
#pragma omp for schedule(cross, chunk) depend(in : r[0 : chunk]) depend(out : s[0 : chunk])
    for (int i = 0; i < n; i++) s[i] = r[i] + 3;
#pragma omp for schedule(cross, chunk) depend(in : s[0 : chunk]) depend(out : q[0 : chunk])
    for (int i = 0; i < n; i++) q[i] = s[i] - 2;
  }
  return wrong(n);
}

static int halo(int n) {
  static double expected[k_most];
  for (int i = 0; i < n; i++) s[i] = i * i;
  for (int i = 1; i < n - 1; i++) expected[i] = 3 * s[i - 1] + 3 * s[i + 1];
#pragma omp parallel
  {
#pragma omp for schedule(cross, 16) depend(out : r[i]) depend(in : s[i])
    for (int i = 0; i < n; i++) r[i] = 3 * s[i];
#pragma omp for schedule(cross, 12) depend(in : r[i - 1], r[i + 1]) depend(out : q[i])
    for (int i = 1; i < n - 1; i++) q[i] = r[i - 1] + r[i + 1];
  }
  int bad = 0;
  for (int i = 1; i < n - 1; i++) bad += q[i] != expected[i];
  return bad;
}

static int one_side(int n) {
#pragma omp parallel
  {
#pragma omp for schedule(cross, 8) depend(out : p[0 : 8])
    for (int i = 0; i < n; i++) p[i] = 2 * i;
#pragma omp for schedule(static, 8) depend(in : p[0 : 8])
    for (int i = 0; i < n; i++) q[n - 1 - i] = p[n - 1 - i] + 1;
  }
  return wrong(n);
}

int main(void) {
  printf("widths %d\n", widths(1000));
  printf("1002 %d\n", widths(1002));
  printf("short %d\n", widths(0) + widths(1) + widths(3));
  int bad = 0;
  for (int i = 0; i < 2000; i++) bad += widths(1000);
  printf("often %d\n", bad);
  bad = 0;
  const int chunks[] = {1, 8, 32, 1024, 2000};
  for (int i = 0; i < 5; i++) bad += grains(2000, chunks[i]);
  printf("grains %d\n", bad);
  printf("halo %d\n", halo(1000));
  printf("one side %d\n", one_side(1000));
  return 0;
}
