// An event may be fulfilled by a thread the runtime has never seen, while everybody waits at taskwait, taskgroup or barrier.
// heddle-only: libgomp 12 crashes when a thread outside every team fulfils an event
// link: -lpthread
#include <pthread.h>
#include <unistd.h>

#include "check.h"

static omp_event_handle_t handle;
static int published, fulfilled, ran;

static void *fulfil(void *unused) {
  (void)unused;
  while (!PEEK(published)) usleep(100);
  usleep(2000);  // lets the waiting side reach its wait; the result does not depend on it
  POKE(fulfilled, 1);
  omp_fulfill_event(handle);
  return NULL;
}

static void publish(omp_event_handle_t event) {
  handle = event;
  POKE(published, 1);
}

static void wait_at_taskwait(void) {
  omp_event_handle_t event;
#pragma omp task detach(event)
  POKE(ran, 1);  // gcc 12 drops a task whose body is empty, and its event with it
  publish(event);
#pragma omp taskwait
  CHECK_EQ(PEEK(fulfilled), 1);
}

static void wait_at_taskgroup(void) {
#pragma omp taskgroup
  {
    omp_event_handle_t event;
#pragma omp task detach(event)
    POKE(ran, 1);  // gcc 12 drops a task whose body is empty, and its event with it
    publish(event);
  }
  CHECK_EQ(PEEK(fulfilled), 1);
}

static void with_helper(void (*wait)(void)) {
  pthread_t helper;
  published = fulfilled = 0;
  pthread_create(&helper, NULL, fulfil, NULL);
#pragma omp parallel
  {
#pragma omp single
    wait();
#pragma omp barrier
    CHECK_EQ(PEEK(fulfilled), 1);
  }
  pthread_join(helper, NULL);
}

static void wait_at_barrier(void) {
  omp_event_handle_t event;
#pragma omp task detach(event)
  POKE(ran, 1);  // gcc 12 drops a task whose body is empty, and its event with it
  publish(event);
}

int main(void) {
  with_helper(wait_at_taskwait);
  with_helper(wait_at_taskgroup);
  with_helper(wait_at_barrier);
  return check_result();
}
