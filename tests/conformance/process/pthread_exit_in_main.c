// pthread_exit() in main behind a region: the process ends with its last thread, with status 0 and its handlers
// heddle-only: on libomp such a process never ends; libgomp has no region in a child after fork
// races: its processes end without a report of the sanitizer's
// timeout: 60
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../check.h"

enum { k_seconds = 10 };

static int pipe_ends[2];

static void handler(void) {
  if (write(pipe_ends[1], "h", 1) != 1) _exit(3);
}

static int region(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
#pragma omp single
#pragma omp task
    sum += 0;
    sum += 1;
  }
  return sum;
}

static void* region_later(void* gate) {
  usleep(20000);  // main is likely to have ended; either order is to work
  if (region() < 1) _exit(4);
  return gate;
}

static void* region_now(void* gate) {
  if (region() < 1) _exit(4);
  return gate;
}

static void* wait_only(void* gate) {
  usleep(20000);
  return gate;
}

static void start(void* (*body)(void*)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, NULL) != 0) _exit(5);
  pthread_detach(thread);
}

static void join(void* (*body)(void*)) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, body, NULL) != 0) _exit(5);
  pthread_join(thread, NULL);
}

static void after_a_region(void) { region(); }
static void after_nested_regions(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  region();
}
static void before_another_ends(void) {
  region();
  start(region_later);
}
static void before_one_without_openmp_ends(void) {
  region();
  start(wait_only);
}
static void without_openmp_itself(void) { join(region_now); }
static void without_openmp_before_another(void) { start(region_later); }
static void in_a_forked_child(void) {
  region();
  if (fork() != 0) _exit(0);  // the child's status is the pipe's end
  region();
}
static void after_tasks_outside_of_regions(void) {
  int value = 0;
#pragma omp task shared(value)
  value = 1;
#pragma omp taskwait
  if (value != 1) _exit(6);
  region();
}

// In a process of its own, which is to end by itself. @returns what it has written
static int handlers_run(void (*before)(void)) {
  if (pipe(pipe_ends) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    close(pipe_ends[0]);
    atexit(handler);
    before();
    pthread_exit(NULL);
  }
  close(pipe_ends[1]);
  int status = -1, count = 0;
  for (int hundredths = 0; waitpid(child, &status, WNOHANG) == 0; hundredths++) {
    if (hundredths == 100 * k_seconds) kill(child, SIGKILL);
    usleep(10000);
  }
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  for (char byte; count < 10 && read(pipe_ends[0], &byte, 1) == 1;) count++;
  close(pipe_ends[0]);
  return count;
}

int main(void) {
  CHECK_EQ(handlers_run(after_a_region), 1);
  CHECK_EQ(handlers_run(after_nested_regions), 1);
  CHECK_EQ(handlers_run(before_another_ends), 1);
  CHECK_EQ(handlers_run(before_one_without_openmp_ends), 1);
  CHECK_EQ(handlers_run(without_openmp_itself), 1);
  CHECK_EQ(handlers_run(without_openmp_before_another), 1);
  CHECK_EQ(handlers_run(after_tasks_outside_of_regions), 1);
  CHECK_EQ(handlers_run(in_a_forked_child), 1);
  return check_result();
}
