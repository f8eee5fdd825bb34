// Worksharing in functions called from a region binds to that region; outside any region it runs alone.
#include "check.h"

static int hits[64], sections_run, singles;

static void work(void) {
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < 64; i++) HIT(hits[i]);
#pragma omp sections
  {
    HIT(sections_run);
#pragma omp section
    HIT(sections_run);
  }
#pragma omp single
  HIT(singles);
#pragma omp barrier
}

int main(void) {
  work();
#pragma omp parallel num_threads(3)
  work();
#pragma omp parallel if (0)
  work();
  for (int i = 0; i < 64; i++) CHECK_EQ(hits[i], 3);
  CHECK_EQ(sections_run, 6);
  CHECK_EQ(singles, 3);
  return check_result();
}
