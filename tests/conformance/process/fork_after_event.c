// A task whose event has ended it is over in a forked child, too: a barrier there does not wait for it.
// races: ThreadSanitizer ends children with threads
#include <omp.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static omp_event_handle_t kept;

static void* fulfil(void* nothing) {
  usleep(20000);  // behind the task's body
  omp_fulfill_event(kept);
  return nothing;
}

static void one_task(void) {
  pthread_t thread;
  omp_event_handle_t event = 0;
#pragma omp task detach(event) shared(thread)
  {
    kept = event;
    CHECK_EQ(pthread_create(&thread, NULL, fulfil, NULL), 0);
  }
#pragma omp taskwait
  pthread_join(thread, NULL);
}

int main(void) {
  one_task();
  for (int round = 0; round < 3; round++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(10);  // a hang becomes SIGALRM
#pragma omp barrier
      one_task();
#pragma omp barrier
      _exit(0);
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
#pragma omp barrier
  }
  return check_result();
}
