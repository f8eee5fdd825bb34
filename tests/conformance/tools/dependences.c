// A tool is told which task waits for which, what a task keeps, and what the program says to it
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 2 4
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "tool.h"

// GCC's omp.h does not know it; weak, because libgomp does not have it either.
int omp_control_tool(int command, int modifier, void* argument) __attribute__((weak));

enum { k_most = 64, k_writer = 1, k_reader, k_other_reader, k_last, k_free, k_wait };

typedef struct {
  uint64_t from, to;
} Edge;

static Edge edges[k_most];
static atomic_int edge_count, waits_created, waits_complete, wrong;
static uint64_t next_name; /* of the task that is made next; by the only thread that makes tasks */
static ompt_get_task_memory_t get_task_memory;

static void task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* new_task, int flags, int dependent,
                        const void* caller) {
  (void)task, (void)frame, (void)caller, (void)dependent;
  new_task->value = next_name;
  if ((flags & ompt_task_taskwait) != 0) waits_created++;
}
static void task_schedule(ompt_data_t* before, ompt_task_status_t status, ompt_data_t* next) {
  (void)before;
  if (status != ompt_taskwait_complete) return;
  waits_complete++;
  wrong += next != NULL;
}
static void task_dependence(ompt_data_t* from, ompt_data_t* to) {
  const int at = edge_count++;
  if (at < k_most) edges[at] = (Edge){from->value, to->value};
}
static int control_tool(uint64_t command, uint64_t modifier, void* argument, const void* caller) {
  wrong += caller == NULL || modifier != 3;
  *(int*)argument = 11;
  return (int)command + 100;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  CHECK_EQ(set(ompt_callback_task_create, (ompt_callback_t)task_create), ompt_set_always);
  CHECK_EQ(set(ompt_callback_task_schedule, (ompt_callback_t)task_schedule), ompt_set_always);
  CHECK_EQ(set(ompt_callback_task_dependence, (ompt_callback_t)task_dependence), ompt_set_always);
  CHECK_EQ(set(ompt_callback_control_tool, (ompt_callback_t)control_tool), ompt_set_always);
  get_task_memory = (ompt_get_task_memory_t)lookup("ompt_get_task_memory");
  return 1;
}

static int told(uint64_t from, uint64_t to) {
  int times = 0;
  for (int i = 0; i < edge_count && i < k_most; i++) times += edges[i].from == from && edges[i].to == to;
  return times;
}

static void check_memory(const char* variable, size_t bytes) {
  void* address = NULL;
  size_t room = 0;
  CHECK_EQ(get_task_memory(&address, &room, 0), 0);
  CHECK(variable >= (char*)address && variable + bytes <= (char*)address + room);
  CHECK_EQ(get_task_memory(&address, &room, 1), 0);
  CHECK_EQ(room, 0);
}

// The writer is not over before its event has happened, so the others wait for it, however fast the threads are.
static void make_waiting_tasks(void) {
  int data = 0, other = 0;
  omp_event_handle_t event;
  char few[24] = {1}, many[5000] = {2};
  next_name = k_writer;
#pragma omp task depend(out : data) detach(event)
  { }
  next_name = k_reader;
#pragma omp task depend(in : data) firstprivate(few)
  check_memory(few, sizeof few);
  next_name = k_other_reader;
#pragma omp task depend(in : data) firstprivate(many)
  check_memory(many, sizeof many);
  next_name = k_last;
#pragma omp task depend(inout : data, data) depend(out : other)
  { }
  next_name = k_free;
#pragma omp task depend(inout : few)
  { }
  omp_fulfill_event(event);
  next_name = k_wait;
#pragma omp taskwait depend(in : other)
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  make_waiting_tasks();

  CHECK_EQ(told(k_writer, k_reader), 1);
  CHECK_EQ(told(k_writer, k_other_reader), 1);
  CHECK_EQ(told(k_reader, k_last), 1);
  CHECK_EQ(told(k_other_reader, k_last), 1);
  CHECK_EQ(told(k_reader, k_other_reader) + told(k_writer, k_last) + told(k_last, k_last), 0);
  for (int name = k_writer; name <= k_last; name++) CHECK_EQ(told(name, k_free), 0);
  CHECK_EQ(waits_created, 1);
  CHECK_EQ(waits_complete, 1);

  int answer = 0;
  CHECK(omp_control_tool != NULL);
  CHECK_EQ(omp_control_tool(1, 3, &answer), 101);
  CHECK_EQ(answer, 11);
  CHECK_EQ(wrong, 0);
  return check_result();
}
