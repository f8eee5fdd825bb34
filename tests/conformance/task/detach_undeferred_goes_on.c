// The creator of an undeferred task with an event waits for its code only; whoever waits for the task waits for the event
// threads: 1 2 4
// heddle-only: on libgomp the creator waits for the event; on libomp successors do not
#include <omp.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

static _Atomic omp_event_handle_t given;
static atomic_int happened;

static void fulfilled_behind_the_task(void) {
  int value = 0;
  omp_event_handle_t event, *inside = NULL;
#pragma omp task if (0) detach(event) shared(value, inside)
  {
    value = 1;
    inside = &event;  // of the task, which is not over
  }
  CHECK_EQ(value, 1);
  omp_fulfill_event(*inside);
#pragma omp taskwait
}

static void fulfilled_inside_the_task(void) {
  omp_event_handle_t event;
  int after = 0;
#pragma omp task if (0) detach(event) depend(out : after)
  omp_fulfill_event(event);
#pragma omp task depend(in : after) shared(after)
  after = 1;
#pragma omp taskwait
  CHECK_EQ(after, 1);
}

static void a_successor_waits_for_the_event(int many) {
  int x = 0, y[20] = {0};
  atomic_int ran = 0;
  omp_event_handle_t event, outside = 0;
  if (many) {
#pragma omp task if (0) detach(event) shared(outside) depend(out : x, y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7], y[8], y[9]) \
    depend(out : y[10], y[11], y[12], y[13], y[14], y[15], y[16], y[17], y[18], y[19])
    outside = event;
  } else {
#pragma omp task if (0) detach(event) shared(outside) depend(inout : x)
    outside = event;
  }
#pragma omp task shared(ran) depend(in : x)
  ran++;
#pragma omp task shared(ran) depend(in : y[19])
  ran += 2;
  for (int round = 0; round < 50; round++) {
#pragma omp taskyield
  }
  CHECK_EQ(ran & 1, 0);
  if (many) CHECK_EQ(ran, 0);
  omp_fulfill_event(outside);
#pragma omp taskwait
  CHECK_EQ(ran, 3);
}

static void predecessors_come_first(void) {
  int x = 0, seen = -1;
  omp_event_handle_t event, outside = 0;
#pragma omp task shared(x) depend(out : x)
  {
    usleep(2000);
    x = 5;
  }
#pragma omp task if (0) detach(event) shared(x, seen, outside) depend(in : x)
  {
    seen = x;
    outside = event;
  }
  CHECK_EQ(seen, 5);
  omp_fulfill_event(outside);
#pragma omp taskwait
}

static void its_own_tasks_may_outlive_it(void) {
  atomic_int ran = 0;
  omp_event_handle_t event, outside = 0;
#pragma omp taskgroup
  {
#pragma omp task if (0) detach(event) shared(ran, outside)
    {
      outside = event;
      for (int i = 0; i < 20; i++) {
#pragma omp task shared(ran)
        ran++;
      }
    }
    omp_fulfill_event(outside);
  }
  CHECK_EQ(ran, 20);
}

static void in_a_final_task(void) {
  int order = 0;
#pragma omp task final(1) shared(order)
  {
    omp_event_handle_t event, outside = 0;
#pragma omp task if (0) detach(event) shared(outside)
    outside = event;
    order = 1;
    omp_fulfill_event(outside);
#pragma omp taskwait
  }
#pragma omp taskwait
  CHECK_EQ(order, 1);
}

// One thread is late with the events of the other, which waits by group, by taskwait and by the region's end.
static void another_thread_is_late(void) {
  if (omp_get_thread_num() == 1) {
    for (int round = 0; round < 30; round++) {
      omp_event_handle_t event;
      while ((event = atomic_exchange(&given, 0)) == 0) usleep(20);
      usleep(200);
      happened++;
      omp_fulfill_event(event);
    }
    return;
  }
  for (int round = 0; round < 30; round++) {
    omp_event_handle_t event;
#pragma omp taskgroup
#pragma omp task if (0) detach(event)
    {
      while (atomic_load(&given) != 0) usleep(20);
      atomic_store(&given, event);
    }
    CHECK_EQ(happened, round + 1);
  }
}

int main(void) {
#ifndef __clang__
  return 77;  // programs of GCC's have libgomp's way (detach_undeferred.c)
#endif
#pragma omp parallel
#pragma omp single
  {
    fulfilled_behind_the_task();
    fulfilled_inside_the_task();
    a_successor_waits_for_the_event(0);
    a_successor_waits_for_the_event(1);
    predecessors_come_first();
    its_own_tasks_may_outlive_it();
    in_a_final_task();
  }
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2) another_thread_is_late();
  return check_result();
}
