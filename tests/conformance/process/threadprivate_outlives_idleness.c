// Threadprivate data of the teams of several threads persist from one region to the next like one, however long the
// program idles in between.
// env: HEDDLE_LINGER=10
// link: -lpthread
#include <pthread.h>
#include <unistd.h>

#include "../check.h"

enum { k_masters = 4, k_team = 5, k_idle_us = 300000 };

static int own = -1;
#pragma omp threadprivate(own)

static void *master(void *which) {
  const int base = 100 * (int)(long)which;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(k_team)
  own = base + omp_get_thread_num();
  usleep(k_idle_us);
#pragma omp parallel num_threads(k_team)
  CHECK_EQ(own, base + omp_get_thread_num());
  return NULL;
}

int main(void) {
  pthread_t threads[k_masters];
  for (long m = 1; m <= k_masters; m++) pthread_create(&threads[m - 1], NULL, master, (void *)m);
  master(NULL);
  for (int m = 0; m < k_masters; m++) pthread_join(threads[m], NULL);
  return check_result();
}
