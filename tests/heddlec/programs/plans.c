// dialect: switches
// What `#pragma heddle plan` and `laps` say of a static region.
#include <stdio.h>

static double u[512], v[512];
static int lap;

static void sweep(int n, int laps) {
#pragma heddle laps
  for (int at = 0; at < laps; at++) {
#pragma omp parallel
    {
#pragma omp for schedule(cross, 32) depend(in : u[0 : 32]) depend(out : v[0 : 32])
      for (int i = 0; i < n; i++) v[i] = u[i] * 0.5 + 1;
#pragma omp for schedule(cross, 48) depend(in : v[0 : 48]) depend(out : u[0 : 48])
      for (int i = 0; i < n; i++) u[i] = v[i] + i;
#pragma omp task depend(inout : lap)
      lap += 1;
    }
  }
}

static int chain(int times) {
  int a = 0, b = 0;
  for (int at = 0; at < times; at++) {
#pragma heddle plan workers(2) placement(critical_path) cores(none) rebalance keep(2)
#pragma omp parallel
    {
#pragma omp task depend(out : a)
      a = at + 1;
#pragma omp task depend(in : a) depend(inout : b)
      b += a;
    }
  }
  return b;
}

int main(void) {
  for (int i = 0; i < 512; i++) u[i] = i % 5;
  for (int round = 0; round < 4; round++) {
    sweep(500 + round % 2, round * 7);
    printf("%.9g %.9g %d %d\n", u[17], v[400], lap, chain(20 + round));
  }
  return 0;
}
