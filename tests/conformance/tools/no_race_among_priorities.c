// Tasks with priorities keep their data apart, however many are queued: nothing is reported
// races: none
// threads: 2 4
// timeout: 120
#include "check.h"

enum { TASKS = 400 };

// Each thread fills the queues, region after region, while others take from them.
static void from_each(int* done) {
  for (int region = 0; region < 4; ++region) {
#pragma omp parallel for schedule(static, 1)
    for (int i = region; i < TASKS; i += 4) {
#pragma omp task priority(1 + i % 7) firstprivate(i)
      done[i] = i + 1;
    }
  }
}

// All produce, children of many parents, and wait for their own.
static void from_all(int* done) {
#pragma omp parallel for schedule(static, 1)
  for (int parent = 0; parent < TASKS / 10; ++parent) {
#pragma omp task priority(2) firstprivate(parent)
    {
      for (int i = 0; i < 10; ++i) {
#pragma omp task priority(i % 3) firstprivate(i)
        done[10 * parent + i] += 10 * parent + i + 1;
      }
#pragma omp taskwait
    }
  }
}

static void check(int* done, int times) {
  for (int i = 0; i < TASKS; ++i) CHECK_EQ(done[i], times * (i + 1));
}

int main(void) {
  static int done[TASKS];
  from_each(done);
  check(done, 1);
  from_all(done);
  check(done, 2);
  return check_result();
}
