// Thousands of small regions in a row: each sees what the one before wrote.
#include "check.h"

int main(void) {
  int chain[8] = {0};
  for (int region = 0; region < 2000; region++) {
#pragma omp parallel
    {
      int me = omp_get_thread_num();
      CHECK_EQ(chain[me], region);
      chain[me]++;
    }
  }
  int team = omp_get_max_threads();
  for (int i = 0; i < 8; i++) CHECK_EQ(chain[i], i < team ? 2000 : 0);
  return check_result();
}
