// single runs its body once per encounter, also with nowait and in long sequences.
#include "check.h"

int main(void) {
  int plain = 0, free_running = 0, orphan = 0, own = 7;
#pragma omp parallel
  {
    for (int i = 0; i < 300; i++) {
#pragma omp single
      plain++;
      CHECK_EQ(plain, i + 1);
#pragma omp barrier
    }
    for (int i = 0; i < 300; i++) {
#pragma omp single nowait
      HIT(free_running);
    }
#pragma omp single private(own)
    own = 1;
  }
  CHECK_EQ(plain, 300);
  CHECK_EQ(free_running, 300);
  CHECK_EQ(own, 7);
#pragma omp single
  orphan++;
  CHECK_EQ(orphan, 1);
  return check_result();
}
