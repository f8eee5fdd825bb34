// A tool that calls taskwait while it is told of a new task or its dependences is refused by a message, not left to
// wait for ever; in a region of its own it may wait races: the process that is refused is not to be ThreadSanitizer's
// flags: -rdynamic
// threads: 1 2
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <signal.h>

#include "../env/respawn.h"
#include "tool.h"

static int in_a_region, told, waited;
static const char* waits_in = "task_dependence";

static void wait_here(void) {
  int value = 0;
#pragma omp task shared(value)
  value = 1;
#pragma omp taskwait
  waited += value;
}

static void task_dependence(ompt_data_t* before, ompt_data_t* after) {
  (void)before, (void)after;
  told++;
  if (in_a_region) {
#pragma omp parallel num_threads(1)
    wait_here();
  } else {
    wait_here();
  }
}

static void dependences(ompt_data_t* task, const ompt_dependence_t* list, int count) {
  (void)task, (void)list, (void)count;
  wait_here();
}

static void task_create(ompt_data_t* outer, const ompt_frame_t* frame, ompt_data_t* task, int flags,
                        int has_dependences, const void* address) {
  (void)outer, (void)frame, (void)task, (void)address;
  if ((flags & ompt_task_explicit) != 0 && has_dependences) wait_here();
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  if (strcmp(waits_in, "task_dependence") == 0) set(ompt_callback_task_dependence, (ompt_callback_t)task_dependence);
  if (strcmp(waits_in, "dependences") == 0) set(ompt_callback_dependences, (ompt_callback_t)dependences);
  if (strcmp(waits_in, "task_create") == 0) set(ompt_callback_task_create, (ompt_callback_t)task_create);
  return 1;
}

static int run(void) {
  alarm(10);  // a hang becomes SIGALRM
  int chain = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;  // the second waits for the first, however fast that is
#pragma omp task depend(out : chain) detach(event)
    {
    }
#pragma omp task depend(inout : chain) shared(chain)
    chain++;
    omp_fulfill_event(event);
  }
  return chain == 1 && told == 1 && waited == 1 ? 0 : 1;
}

int main(int count, char** words) {
  in_a_region = count > 1 && strcmp(words[1], "region") == 0;
  if (count > 1) {
    if (!in_a_region) waits_in = words[1];
    return run();
  }
  CHECK_EQ(respawn("region", NULL).status, 0);
  const char* const callbacks[] = {"task_dependence", "dependences", "task_create"};
  for (int i = 0; i < 3; i++) {
    const Outcome outcome = respawn(callbacks[i], NULL);
    CHECK_EQ(outcome.status, 256 + SIGABRT);
    CHECK(strstr(outcome.err, "calls taskwait in its callback") != NULL);
  }
  return check_result();
}
