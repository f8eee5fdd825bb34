// flush and atomic orders publish data: a consumer that sees the flag sees what was written before it.
// races: ThreadSanitizer does not know flush
#include "check.h"

int main(void) {
  int data = 0, flag = 0, turns = 200;
#pragma omp parallel num_threads(2)
  for (int t = 1; t <= turns; t++) {
    int seen = 0;
    if (omp_get_thread_num() == 0) {
      data = t;
#pragma omp flush release
#pragma omp atomic write
      flag = t;
      while (seen != -t) {
#pragma omp atomic read acquire
        seen = flag;
      }
    } else {
      while (seen != t) {
#pragma omp atomic read
        seen = flag;
      }
#pragma omp flush acquire
      CHECK_EQ(data, t);
#pragma omp flush(data)
#pragma omp atomic write release
      flag = -t;
    }
  }
  CHECK_EQ(data, turns);
#pragma omp flush
#pragma omp flush acq_rel
  return check_result();
}
