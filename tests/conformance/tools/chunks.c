// A tool is told as many iterations of chunks as are run, whatever the step and the schedule
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 1 2 4
// heddle-only: libgomp has no interface for tools
#include <stdatomic.h>
#include <string.h>

#include "../../../include/heddle/omp-tools.h"
#include "check.h"

static atomic_long told, run;

static void dispatch(ompt_data_t* region, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  (void)region, (void)task;
  if (kind == ompt_dispatch_ws_loop_chunk) told += (long)((const ompt_dispatch_chunk_t*)instance.ptr)->iterations;
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_dispatch, (ompt_callback_t)dispatch);
  return 1;
}
static void finalize(ompt_data_t* tool) { (void)tool; }

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  (void)version;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return strstr(runtime, "Heddle") != NULL ? &result : NULL;
}

static void same(const char* loop, long iterations) {
  CHECK_EQ(run, iterations);
  if (told != run) printf("%s: ", loop);
  CHECK_EQ(told, run);
  told = run = 0;
}

int main(void) {
#pragma omp parallel
#pragma omp for schedule(dynamic, 7)
  for (int i = 0; i < 300; i += 3) run++;
  same("steps of 3", 100);
#pragma omp parallel
#pragma omp for schedule(guided)
  for (int i = 5; i < 298; i += 4) run++;
  same("guided, steps of 4", 74);
#pragma omp parallel
#pragma omp for schedule(monotonic : dynamic, 2)
  for (long i = 100; i > -100; i -= 7) run++;
  same("downwards by 7", 29);
#pragma omp parallel
#pragma omp for schedule(monotonic : guided, 2)
  for (long i = 100; i > -100; i -= 7) run++;
  same("guided, downwards by 7", 29);
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < 99; i += 2) run++;
  same("a region that is a loop, steps of 2", 50);
#pragma omp parallel for schedule(monotonic : dynamic)
  for (int i = 0; i < 20; i++) run++;
  same("one at a time", 20);
  return check_result();
}
