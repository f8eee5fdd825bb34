// Fifty loops of all schedules follow each other with nowait: slow threads still get each loop's own iterations.
#include "check.h"

enum { k_loops = 50, k_trips = 40 };
static int hits[k_loops][4][k_trips];

int main(void) {
#pragma omp parallel
  {
    for (int l = 0; l < k_loops; l++) {
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < k_trips; i++) HIT(hits[l][0][i]);
#pragma omp for schedule(guided, 2) nowait
      for (long i = 0; i < k_trips; i++) HIT(hits[l][1][i]);
#pragma omp for schedule(static, 3) nowait
      for (int i = 0; i < k_trips; i++) HIT(hits[l][2][i]);
#pragma omp for schedule(monotonic : dynamic, 7) nowait
      for (unsigned long long i = 0; i < k_trips; i++) HIT(hits[l][3][i]);
    }
  }
  for (int i = 0; i < k_loops * 4 * k_trips; i++) CHECK_EQ((&hits[0][0][0])[i], 1);
  int a[100], b[100];
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 100; i++) a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 100; i++) b[i] = 2 * a[i];  // same thread, same iterations: promised
  }
  for (int i = 0; i < 100; i++) CHECK_EQ(b[i], 2 * i);
  return check_result();
}
