// What is counted: so many calls of one kind, in a process that does nothing else.
//   program <alone|none|one|four|region|claim|loop> <count>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long done;
static int over;

// The other thread of the team is busy elsewhere: whatever is counted is the creator's own.
static void stay_away(void) {
  while (!__atomic_load_n(&over, __ATOMIC_ACQUIRE)) usleep(1000);
}

static void tasks(const char* kind, long count) {
  static int data[64][4];
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() != 0) {
    stay_away();
  } else {
    for (long i = 0; i < count; i++) {
      int* a = data[i % 64];
      if (strcmp(kind, "none") == 0) {
#pragma omp task
        __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
      } else if (strcmp(kind, "one") == 0) {
#pragma omp task depend(inout : a[0])
        __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
      } else {
#pragma omp task depend(inout : a[0]) depend(in : a[1], a[2], a[3])
        __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
      }
      if (i % 32 == 31) {
#pragma omp taskwait
      }
    }
    __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
  }
}

// Nobody could take them: each runs at once.
static void alone(long count) {
#pragma omp parallel num_threads(1)
  for (long i = 0; i < count; i++) {
#pragma omp task
    done++;
  }
}

static void regions(long count) {
  for (long i = 0; i < count; i++) {
#pragma omp parallel num_threads(1)
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
  }
}

// A claim from the one counter: what it takes does not hang on the clock, as the chunks of the next loop do.
static void claims(long count) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(monotonic : dynamic, 1)
  for (long i = 0; i < count; i++) __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

static void loop(long count) {
#pragma omp parallel num_threads(2)
#pragma omp for schedule(nonmonotonic : dynamic, 1)
  for (long i = 0; i < count; i++) __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const long count = atol(argv[2]);
  if (strcmp(argv[1], "alone") == 0) {
    alone(count);
  } else if (strcmp(argv[1], "region") == 0) {
    regions(count);
  } else if (strcmp(argv[1], "claim") == 0) {
    claims(count);
  } else if (strcmp(argv[1], "loop") == 0) {
    loop(count);
  } else {
    tasks(argv[1], count);
  }
  return done == count ? 0 : 1;
}
