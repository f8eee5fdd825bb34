// Code of gcc's and of clang's in one process: one pool of threads, right results, events of one told by the other.
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SIDE(function) gcc_##function
#include "side.h"
#undef SIDE
#define SIDE(function) clang_##function
long SIDE(sum)(long n, int* threads);
long SIDE(tasks)(int n, long (*other)(long, int*));
void SIDE(detached)(void (*hand_over)(void* event), int* done);
void SIDE(fulfil)(void* event);

static int failures;

static void expect(long got, long want, const char* what) {
  if (got == want) return;
  printf("%s is %ld, not %ld\n", what, got, want);
  failures++;
}

static int threads_alive(void) {
  DIR* tasks = opendir("/proc/self/task");
  int count = 0;
  for (struct dirent* entry; (entry = readdir(tasks)) != NULL;) count += entry->d_name[0] != '.';
  closedir(tasks);
  return count;
}

static long one_after_another(int n) {
  long cell = 0;
  for (long i = 1; i <= n; i++) cell = cell * 3 % 1000003 + i * (i + 1) / 2;
  return cell;
}

static void tell_gcc(void* event) { gcc_fulfil(event); }
static void tell_clang(void* event) { clang_fulfil(event); }

int main(int argc, char** argv) {
  const int wanted = argc > 1 ? atoi(argv[1]) : 4;
  int gcc_threads = 0, clang_threads = 0;
  for (int round = 0; round < 50; round++) {
    expect(gcc_sum(10000, &gcc_threads), 50005000, "gcc's sum");
    expect(clang_sum(10000, &clang_threads), 50005000, "clang's sum");
  }
  expect(gcc_threads, wanted, "gcc's number of threads");
  expect(clang_threads, wanted, "clang's number of threads");
  expect(threads_alive(), wanted, "number of threads in the process");
  expect(gcc_tasks(200, clang_sum), one_after_another(200), "gcc's tasks that call clang's region");
  expect(clang_tasks(200, gcc_sum), one_after_another(200), "clang's tasks that call gcc's region");
  int done = 0;
  gcc_detached(tell_clang, &done);
  expect(done, 1, "gcc's event, told by clang's code");
  done = 0;
  clang_detached(tell_gcc, &done);
  expect(done, 1, "clang's event, told by gcc's code");
  return failures != 0;
}
