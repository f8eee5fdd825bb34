// threadprivate data stays with its thread from region to region; copyin spreads the first thread's values.
#include "check.h"

typedef struct {
  int a[20];
} Block;

static int own = 3;
static Block block;
static _Thread_local int untouched;
#pragma omp threadprivate(own, block)

int main(void) {
  omp_set_dynamic(0);
#pragma omp parallel num_threads(4)
  {
    CHECK_EQ(own, 3);
    own = 100 + omp_get_thread_num();
    untouched = omp_get_thread_num();
  }
  CHECK_EQ(own, 100);
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(4)
    {
      CHECK_EQ(own, 100 + omp_get_thread_num() + round);
      CHECK_EQ(untouched, omp_get_thread_num());
      own++;
    }
  }
  own = 50;
  block.a[19] = 60;
#pragma omp parallel num_threads(4) copyin(own, block)
  {
    CHECK_EQ(own, 50);
    CHECK_EQ(block.a[19], 60);
    own += omp_get_thread_num();
#pragma omp barrier
    CHECK_EQ(own, 50 + omp_get_thread_num());
  }
  own = 8;
  int sum = 0;
#pragma omp parallel for num_threads(4) copyin(own) reduction(+ : sum)
  for (int i = 0; i < 40; i++) sum += own;
  CHECK_EQ(sum, 320);
  return check_result();
}
