// A nestable lock counts how often its owning task holds it, and refuses others.
#include "check.h"

int main(void) {
  omp_nest_lock_t lock;
  omp_init_nest_lock(&lock);
  long count = 0;
  int inside = 0;
  CHECK_EQ(omp_test_nest_lock(&lock), 1);
  CHECK_EQ(omp_test_nest_lock(&lock), 2);
  omp_set_nest_lock(&lock);
  CHECK_EQ(omp_test_nest_lock(&lock), 4);
#pragma omp parallel num_threads(3)
  CHECK_EQ(omp_test_nest_lock(&lock), 0);
  for (int i = 0; i < 4; i++) omp_unset_nest_lock(&lock);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 200; i++) {
    omp_set_nest_lock(&lock);
    omp_set_nest_lock(&lock);
    if (i % 10 == 0) CHECK_ALONE(inside);
    count++;
    CHECK_EQ(omp_test_nest_lock(&lock), 3);
    omp_unset_nest_lock(&lock);
    omp_unset_nest_lock(&lock);
    count++;
    omp_unset_nest_lock(&lock);
  }
  CHECK_EQ(count, 1600);
  omp_set_nest_lock(&lock);
#pragma omp task if (0) shared(lock)
  CHECK_EQ(omp_test_nest_lock(&lock), 0);  // the owner is the task, not the thread
  omp_unset_nest_lock(&lock);
  omp_destroy_nest_lock(&lock);
  return check_result();
}
