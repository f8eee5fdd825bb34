// Simple locks exclude, test_lock tells the truth, and hundreds of locks live side by side.
#include "check.h"

static void excludes(omp_lock_t *lock) {
  long count = 0, refused = 0;
  int inside = 0;
#pragma omp parallel num_threads(4) reduction(+ : refused)
  for (int i = 0; i < 300; i++) {
    omp_set_lock(lock);
    if (i % 10 == 0) CHECK_ALONE(inside);
    count++;
    omp_unset_lock(lock);
    while (!omp_test_lock(lock)) refused++;
    if (i % 10 == 0) CHECK_ALONE(inside);
    count++;
    omp_unset_lock(lock);
  }
  CHECK_EQ(count, 2400);
  omp_set_lock(lock);
  CHECK_EQ(omp_test_lock(lock), 0);
#pragma omp parallel num_threads(2)
  CHECK_EQ(omp_test_lock(lock), 0);
  omp_unset_lock(lock);
}

int main(void) {
  omp_lock_t plain, hinted, many[300];
  omp_init_lock(&plain);
  excludes(&plain);
  omp_destroy_lock(&plain);
  omp_init_lock(&hinted);
  excludes(&hinted);
  omp_destroy_lock(&hinted);
  int counts[300] = {0};
  for (int i = 0; i < 300; i++) omp_init_lock(&many[i]);
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 1200; i++) {
    int at = (i * 7 + omp_get_thread_num()) % 300;
    omp_set_lock(&many[at]);
    counts[at]++;
    omp_unset_lock(&many[at]);
  }
  int total = 0;
  for (int i = 0; i < 300; i++) {
    total += counts[i];
    omp_destroy_lock(&many[i]);
  }
  CHECK_EQ(total, 4800);
  return check_result();
}
