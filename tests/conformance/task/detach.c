// A detached task is complete only when its event is fulfilled: within its body, by another task, before or after the body ends.
#include "check.h"

static void fulfil_within(void) {
  omp_event_handle_t event;
  int ran = 0;
#pragma omp task detach(event) shared(ran)
  {
    ran = 1;
    omp_fulfill_event(event);
    ran = 2;
  }
#pragma omp taskwait
  CHECK_EQ(ran, 2);
}

static void fulfil_from_a_task(void) {
  omp_event_handle_t event;
  int fulfilled = 0, successor = 0, x = 0;
#pragma omp task detach(event) depend(out : x) shared(x)
  x = 1;
#pragma omp task depend(in : x) shared(x, successor, fulfilled)
  {
    CHECK_EQ(PEEK(fulfilled), 1);
    successor = x;
  }
#pragma omp task shared(fulfilled) firstprivate(event)
  {
    POKE(fulfilled, 1);
    omp_fulfill_event(event);
  }
#pragma omp taskwait
  CHECK_EQ(successor, 1);
}

static void many(void) {
  omp_event_handle_t events[50];
  int bodies = 0, group_done = 0;
#pragma omp taskgroup
  {
    for (int i = 0; i < 50; i++) {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(bodies)
      HIT(bodies);
      events[i] = event;
    }
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(i) shared(events)
      omp_fulfill_event(events[49 - i]);
    }
  }
  group_done = 1;
  CHECK_EQ(bodies, 50);
  CHECK_EQ(group_done, 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    fulfil_within();
    fulfil_from_a_task();
    many();
  }
  return check_result();
}
