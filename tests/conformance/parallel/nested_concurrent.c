// Every thread of a team opens its own inner teams, again and again, at the same time.
#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  long total = 0;
#pragma omp parallel num_threads(4) reduction(+ : total)
  for (int round = 0; round < 25; round++) {
    int wanted = 1 + (round + omp_get_thread_num()) % 4;
    int got = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : got)
    got += 1 + 100 * omp_get_thread_num();
    CHECK_EQ(got, wanted + 100 * (wanted * (wanted - 1) / 2));
    total += got;
#pragma omp parallel for num_threads(wanted) schedule(dynamic, 1) reduction(+ : got)
    for (int i = 0; i < 9; i++) got += i;
    total += got;
  }
  CHECK(total > 0);
  return check_result();
}
