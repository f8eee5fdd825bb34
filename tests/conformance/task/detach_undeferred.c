// An undeferred task with an event is over when the event has happened, also when another thread is late with it
// gcc-only: so it is on libgomp; on libomp, and in OpenMP's words, the creator goes on (detach_undeferred_goes_on.c)
// threads: 2 4 8
#include <omp.h>
#include <stdatomic.h>
#include <unistd.h>

#include "check.h"

static _Atomic omp_event_handle_t given;

int main(void) {
  int value = 0, after = 0;
#pragma omp parallel num_threads(2) shared(value, after)
  {
    if (omp_get_thread_num() == 0) {
      omp_event_handle_t event;
#pragma omp task if (0) detach(event) shared(value)
      atomic_store(&given, event);
      after = value;
    } else {
      omp_event_handle_t event;
      while ((event = atomic_load(&given)) == 0) usleep(100);
      usleep(20000);
      value = 1;
      omp_fulfill_event(event);
    }
  }
  CHECK_EQ(after, 1);
  return check_result();
}
