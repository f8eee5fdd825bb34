/*
 * A tool for OpenMP programs, as small as a useful one can be: counts tasks, and times parallel regions.
 *
 *   gcc -shared -fPIC -I/usr/include/heddle count.c -o libcount.so
 *   OMP_TOOL_LIBRARIES=$PWD/libcount.so heddle run ./program
 *
 * Heddle calls ompt_start_tool() before its first thread, and then what initialize() has asked for. It works with any
 * runtime that has OpenMP's interface for tools; with GNU's there is none, so programs built by GCC need Heddle.
 */
#include <omp-tools.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

static atomic_long threads, regions, nanoseconds, implicit_tasks, tasks, started, ended;

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void thread_begin(ompt_thread_t type, ompt_data_t* thread) {
  (void)type;
  thread->value = (uint64_t)++threads;
}

static void parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* region, unsigned asked, int flags,
                           const void* caller) {
  (void)task, (void)frame, (void)asked, (void)flags, (void)caller;
  region->value = (uint64_t)now(); /* Heddle keeps it with the region */
}

static void parallel_end(ompt_data_t* region, ompt_data_t* task, int flags, const void* caller) {
  (void)task, (void)flags, (void)caller;
  ++regions;
  nanoseconds += now() - (long)region->value;
}

static void implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* task, unsigned team_size,
                          unsigned number, int flags) {
  (void)region, (void)task, (void)team_size, (void)number;
  if (endpoint == ompt_scope_begin && (flags & ompt_task_implicit) != 0) ++implicit_tasks;
}

static void task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* new_task, int flags,
                        int has_dependences, const void* caller) {
  (void)task, (void)frame, (void)flags, (void)has_dependences, (void)caller;
  new_task->value = (uint64_t)++tasks;
}

static void task_schedule(ompt_data_t* before, ompt_task_status_t status, ompt_data_t* next) {
  (void)before, (void)next;
  if (status == ompt_task_switch) ++started;
  if (status == ompt_task_complete) ++ended;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  ompt_set_callback_t set_callback = (ompt_set_callback_t)lookup("ompt_set_callback");
  set_callback(ompt_callback_thread_begin, (ompt_callback_t)thread_begin);
  set_callback(ompt_callback_parallel_begin, (ompt_callback_t)parallel_begin);
  set_callback(ompt_callback_parallel_end, (ompt_callback_t)parallel_end);
  set_callback(ompt_callback_implicit_task, (ompt_callback_t)implicit_task);
  set_callback(ompt_callback_task_create, (ompt_callback_t)task_create);
  set_callback(ompt_callback_task_schedule, (ompt_callback_t)task_schedule);
  return 1; /* 0 would end the tool */
}

static void finalize(ompt_data_t* tool) {
  (void)tool;
  fprintf(stderr, "%ld threads, %ld regions in %.3f ms, %ld implicit tasks, %ld tasks, %ld started, %ld ended\n",
          threads, regions, (double)nanoseconds * 1e-6, implicit_tasks, tasks, started, ended);
}

ompt_start_tool_result_t* ompt_start_tool(unsigned int omp_version, const char* runtime_version) {
  (void)omp_version, (void)runtime_version;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
