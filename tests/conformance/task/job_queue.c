// One creation site for all jobs: many quick ones, then one that waits for what its creator does next.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>
#include "check.h"

static int flag, finished, data[2];
static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t raised = PTHREAD_COND_INITIALIZER;

static void quick(void) { HIT(finished); }
static void watch_flag(void) {
  int seen = 0;
  while (!seen) {
#pragma omp atomic read
    seen = flag;
    usleep(0);
  }
}
static void wait_for_condition(void) {
  pthread_mutex_lock(&lock);
  while (!flag) pthread_cond_wait(&raised, &lock);
  pthread_mutex_unlock(&lock);
}
static void read_pipe(void) {
  char byte;
  CHECK(read(ends[0], &byte, 1) == 1);
}

static void submit(void (*job)(void)) {
#pragma omp task firstprivate(job)
  job();
}
static void submit_in_order(void (*job)(void)) {
#pragma omp task firstprivate(job) depend(inout : data[0])
  job();
}

static void raise_flag(void) {
  pthread_mutex_lock(&lock);
#pragma omp atomic write
  flag = 1;
  pthread_cond_broadcast(&raised);
  pthread_mutex_unlock(&lock);
  CHECK(write(ends[1], "", 1) == 1);
}

static void round_of(void (*submitted)(void (*)(void)), void (*waits)(void)) {
  flag = 0;
  for (int i = 0; i < 2000; i++) submitted(quick);
#pragma omp taskwait
  submitted(waits);
  for (int i = 0; i < 100; i++) submitted(quick);
  raise_flag();
#pragma omp taskwait
  if (waits != read_pipe) {
    char byte;
    CHECK(read(ends[0], &byte, 1) == 1);
  }
}

int main(void) {
  static void (*const ways[])(void) = {watch_flag, wait_for_condition, read_pipe};
  CHECK(pipe(ends) == 0);
  const int threads = omp_get_max_threads() < 2 ? 2 : omp_get_max_threads();
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int way = 0; way < 3; way++) {
    round_of(submit, ways[way]);
    round_of(submit_in_order, ways[way]);
  }
  CHECK_EQ(finished, 6 * 2100);
  return check_result();
}
