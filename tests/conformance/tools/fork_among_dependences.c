// A process may fork while other threads make tasks of whose dependences a tool is told
// races: ThreadSanitizer ends children with threads
// flags: -rdynamic
// link: -pthread
// threads: 1
// heddle-only: libgomp has no interface for tools
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "tool.h"

enum { k_makers = 2, k_tasks = 500, k_forks = 100 };

static atomic_int rounds, over;

static void task_dependence(ompt_data_t* before, ompt_data_t* after) {
  (void)before, (void)after;
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_task_dependence, (ompt_callback_t)task_dependence);
  return 1;
}

static int work(void) {
  int value = 0;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < k_tasks; i++) {
#pragma omp task depend(inout : value) shared(value)
    value++;
  }
  return value == k_tasks;
}

static void* make_tasks(void* unused) {
  for (; !over; rounds++) CHECK(work());
  return unused;
}

int main(void) {
  pthread_t makers[k_makers];
  for (int i = 0; i < k_makers; i++) CHECK_EQ(pthread_create(&makers[i], NULL, make_tasks, NULL), 0);
  while (rounds == 0) usleep(1000);
  for (int i = 0; i < k_forks && check_result() == 0; i++) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);  // a hang becomes SIGALRM
      _exit(work() ? 0 : 1);
    }
    int status = -1;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK_EQ(status, 0);
  }
  over = 1;
  for (int i = 0; i < k_makers; i++) pthread_join(makers[i], NULL);
  return check_result();
}
