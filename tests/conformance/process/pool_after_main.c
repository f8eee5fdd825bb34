// After main's pthread_exit() threads come and go, each with a region: the pool ends and begins anew, in bounded memory
// heddle-only: on libomp such a process never ends
// races: no
#include <pthread.h>
#include <unistd.h>

#include "../check.h"

enum { k_rounds = 400, k_before = 100, k_most_growth_kib = 2048 };

static long resident_kib(void) {
  long pages = 0, resident = 0;
  // /proc/self is the main thread's, which has ended.
  FILE* file = fopen("/proc/thread-self/statm", "r");
  if (file && fscanf(file, "%ld %ld", &pages, &resident) != 2) resident = 0;
  if (file) fclose(file);
  return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

static void* region(void* sum) {
#pragma omp parallel num_threads(4)
#pragma omp atomic
  *(int*)sum += omp_get_num_threads();
  return sum;
}

static void* rounds(void* main_thread) {
  pthread_join(*(pthread_t*)main_thread, NULL);
  long before = 0;
  for (int round = 0; round < k_rounds; round++) {
    int sum = 0;
    pthread_t thread;
    if (round == k_before) before = resident_kib();
    CHECK_EQ(pthread_create(&thread, NULL, region, &sum), 0);
    pthread_join(thread, NULL);
    CHECK_EQ(sum, 16);
  }
  const long growth = resident_kib() - before;
  if (growth > k_most_growth_kib) printf("grown by %ld KiB in %d rounds\n", growth, k_rounds - k_before);
  CHECK(growth <= k_most_growth_kib);
  exit(check_result());
}

int main(void) {
  static pthread_t self, other;
  int sum = 0;
  region(&sum);
  self = pthread_self();
  if (pthread_create(&other, NULL, rounds, &self) != 0) return 1;
  pthread_exit(NULL);
}
