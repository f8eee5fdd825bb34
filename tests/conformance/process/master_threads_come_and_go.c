// Threads that opened regions may end while their teams are cached: hundreds of them, without leaks of threads.
// link: -lpthread
#include <dirent.h>
#include <pthread.h>

#include "check.h"

static void *short_life(void *unused) {
  int *sum = unused;
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    *sum += 1;
  }
  return NULL;
}

static int threads_alive(void) {
  int entries = 0;
  DIR *tasks = opendir("/proc/self/task");
  while (tasks && readdir(tasks)) entries++;
  if (tasks) closedir(tasks);
  return entries - 2;
}

int main(void) {
  int sum = 0;
  for (int i = 0; i < 150; i++) {
    pthread_t thread;
    pthread_create(&thread, NULL, short_life, &sum);
    pthread_join(thread, NULL);
  }
  CHECK_EQ(sum, 450);
  CHECK(threads_alive() < 40);
  return check_result();
}
