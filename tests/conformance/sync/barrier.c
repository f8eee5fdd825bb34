// No thread passes a barrier before all have reached it, thousands of times.
#include "check.h"

int main(void) {
  int phase[256] = {0}, team = 1;
#pragma omp parallel
  {
    int me = omp_get_thread_num();
#pragma omp single
    team = omp_get_num_threads();
    for (int p = 1; p <= 1000; p++) {
      POKE(phase[me], p);
#pragma omp barrier
      for (int t = 0; t < team; t++) CHECK(PEEK(phase[t]) >= p);
#pragma omp barrier
    }
  }
  return check_result();
}
