// The first region may come from a thread that did not start main; criticals and locks exclude across all masters.
// link: -lpthread
#include <pthread.h>

#include "check.h"

static long shared_count;

static void *add_under_critical(void *unused) {
  (void)unused;
  CHECK_EQ(omp_get_level(), 0);
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 200; i++) {
#pragma omp critical
    shared_count++;
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add_under_critical, NULL);
  pthread_join(first, NULL);
  CHECK_EQ(shared_count, 600);
  pthread_create(&first, NULL, add_under_critical, NULL);
  pthread_create(&second, NULL, add_under_critical, NULL);
  add_under_critical(NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  CHECK_EQ(shared_count, 2400);
  return check_result();
}
