// num_threads gives exactly that many threads, each with its own number, whatever the default is.
#include "check.h"

static void check_team_of(int wanted) {
  int hits[16] = {0};
#pragma omp parallel num_threads(wanted)
  {
    CHECK_EQ(omp_get_num_threads(), wanted);
    CHECK_EQ(omp_in_parallel(), wanted > 1);
    HIT(hits[omp_get_thread_num()]);
  }
  for (int i = 0; i < 16; i++) CHECK_EQ(hits[i], i < wanted);
}

int main(void) {
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_in_parallel(), 0);
  for (int round = 0; round < 3; round++)
    for (int wanted = 1; wanted <= 12; wanted++) check_team_of(wanted);
  int seen = 0;
#pragma omp parallel
#pragma omp single
  seen = omp_get_num_threads();
  CHECK_EQ(seen, omp_get_max_threads());
  return check_result();
}
