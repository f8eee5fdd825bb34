// A producer that links what nobody has come to link buries nothing that another thread is to run.
// env: HEDDLE_DEPENDENCE=handover
// threads: 2
#include "check.h"

enum { k_outer = 10, k_inner = 64, k_meeting = 5 };

static int outer_made, inner_task_made, somebody_waits, met;
static int outer_data[k_outer], inner_data[k_inner];

static void await(const int* flag) {
  while (!PEEK(*flag)) sched_yield();
}

// Of the first few, two must run at the same time.
static void run_inner(int index) {
  if (index >= k_meeting) return;
  POKE(somebody_waits, 1);
  HIT(met);
  while (PEEK(met) < 2) sched_yield();
}

// Runs on the thread that has left the outer tasks to be linked, and now has so many that it links them all itself.
static void make_inner(void) {
  for (int i = 0; i < k_inner; i++) {
#pragma omp task depend(out : inner_data[i])
    run_inner(i);
  }
#pragma omp taskwait
}

// The other thread: does nothing for anybody until one of the inner tasks waits for another, which it can run then.
static void keep_away(void) {
#pragma omp taskgroup
  {
#pragma omp task
    make_inner();
    POKE(inner_task_made, 1);
    await(&somebody_waits);
  }
}

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task
    keep_away();
    await(&inner_task_made);
    for (int i = 0; i < k_outer; i++) {
#pragma omp task depend(out : outer_data[i])
      HIT(outer_made);
    }
  }  // its barrier runs the task that makes the inner ones
  CHECK_EQ(outer_made, k_outer);
  CHECK_EQ(met, k_meeting);
  return check_result();
}
