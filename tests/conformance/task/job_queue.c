// One creation site for all jobs: many quick ones, then one that waits for what its creator does next.
#include <omp.h>
#include <pthread.h>
#include <unistd.h>
#include "check.h"

static int flag, finished, made, data[2];
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

// Both threads make tasks, and one of them then goes where it runs those of the other, who makes a pause.
static void two_creators(int round, void (*waits)(void)) {
#pragma omp master
  flag = 0;
#pragma omp barrier
  for (int i = 0; i < 2000; i++) submit(quick);
  int seen = 0;
  if (omp_get_thread_num() == 1) {
    while (seen < round) {
#pragma omp atomic read
      seen = made;
    }
  } else {
#pragma omp atomic write
    made = round;
    while (!seen) {  // until the other one has emptied the queue
#pragma omp atomic read
      seen = finished;
      seen = seen == 6 * 2100 + (round - 1) * 4100 + 4000;
      usleep(100);
    }
    submit(waits);
    for (int i = 0; i < 100; i++) submit(quick);
    raise_flag();
  }
#pragma omp barrier
#pragma omp master
  if (waits != read_pipe) {
    char byte;
    CHECK(read(ends[0], &byte, 1) == 1);
  }
#pragma omp barrier
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
#pragma omp parallel num_threads(2)
  for (int way = 0; way < 3; way++) two_creators(way + 1, ways[way]);
  CHECK_EQ(finished, 6 * 2100 + 3 * 4100);
  return check_result();
}
