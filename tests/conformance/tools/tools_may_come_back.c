// A tool that is told of a dependence may fork, make tasks, and ask OpenMP's routines
// races: ThreadSanitizer ends children with threads
// flags: -rdynamic
// threads: 1 4
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "tool.h"

enum { k_tasks = 60, k_children = 8 };

static atomic_int told, inside;
static ompt_get_task_info_t get_task_info;
static _Thread_local int came_back;

static int add_up(void) {
  int value = 0;
#pragma omp parallel num_threads(1)
  for (int i = 0; i < k_tasks; i++) {
#pragma omp task depend(inout : value) shared(value)
    value++;
  }
  return value == k_tasks;
}

static void fork_here(void) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);  // a hang becomes SIGALRM
    _exit(add_up() ? 0 : 1);
  }
  int status = -1;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK_EQ(status, 0);
}

// The specification lets no tool do this; it must not hang all the same.
static void make_tasks_here(void) {
  int value = 0;
#pragma omp task depend(out : value) shared(value)
  value = 1;
#pragma omp task depend(inout : value) shared(value)
  value++;
#pragma omp taskwait depend(in : value)
  inside += value == 2;
}

static void task_dependence(ompt_data_t* before, ompt_data_t* after) {
  (void)before, (void)after;
  if (came_back) return;
  came_back = 1;
  const int number = ++told;
  ompt_data_t* task = NULL;
  CHECK(get_task_info(0, NULL, &task, NULL, NULL, NULL) > 0);
  CHECK(omp_get_thread_num() < omp_get_num_threads());
  if (number <= k_children) fork_here();
  make_tasks_here();
  came_back = 0;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  set(ompt_callback_task_dependence, (ompt_callback_t)task_dependence);
  return 1;
}

int main(void) {
  int chain = 0, readers = 0;
#pragma omp parallel
#pragma omp single
  {
    // The first is not over before its event has happened, so the others wait for it.
    omp_event_handle_t event;
#pragma omp task depend(out : chain) detach(event)
    {
    }
    for (int i = 0; i < 4; i++) {
#pragma omp task depend(in : chain) shared(readers)
      {
#pragma omp atomic
        readers++;
      }
    }
    omp_fulfill_event(event);
    for (int i = 0; i < k_tasks; i++) {
#pragma omp task depend(inout : chain) shared(chain)
      chain++;
    }
  }
  CHECK_EQ(chain, k_tasks);
  CHECK_EQ(readers, 4);
  CHECK(told >= 4);
  CHECK_EQ(inside, told);
  return check_result();
}
