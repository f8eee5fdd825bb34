// A tool is told as many iterations of loops and their chunks as are run, whatever type, step and schedule they have
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 1 2 4
// heddle-only: libgomp has no interface for tools
#include <stdatomic.h>

#include "check.h"
#include "tool.h"

static atomic_long told, run, told_of_loops, begun, ended, taskloops, groups;

static void dispatch(ompt_data_t* region, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  (void)region, (void)task;
  if (kind == ompt_dispatch_ws_loop_chunk) told += (long)((const ompt_dispatch_chunk_t*)instance.ptr)->iterations;
}
static void work(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task, uint64_t count,
                 const void* caller) {
  (void)region, (void)task, (void)caller;
  if (end == ompt_scope_end) {
    ended++;
  } else if (kind == ompt_work_taskloop) {
    taskloops++;
    begun++;
    told += (long)count;
  } else {
    begun++;
    if (kind >= ompt_work_loop_static) told_of_loops = (long)count;  // the same by each thread
  }
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task,
                        const void* caller) {
  (void)region, (void)task, (void)caller;
  if (kind == ompt_sync_region_taskgroup) groups += end == ompt_scope_end ? -1 : 1;
}
static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_dispatch, (ompt_callback_t)dispatch);
  set(ompt_callback_work, (ompt_callback_t)work);
  set(ompt_callback_sync_region, (ompt_callback_t)sync_region);
  set(ompt_callback_sync_region_wait, (ompt_callback_t)sync_region);
  return 1;
}

static void same(const char* loop, long iterations) {
  if (run != iterations) printf("%s: ", loop);
  CHECK_EQ(run, iterations);
  if (told_of_loops != iterations || told != iterations) printf("%s: ", loop);
  CHECK_EQ(told, run);
  CHECK_EQ(told_of_loops, iterations);
  if (begun == 0 || begun != ended) printf("%s: ", loop);
  CHECK(begun > 0);
  CHECK_EQ(begun, ended);
  told = run = told_of_loops = begun = ended = 0;
}

static void unsigned_loops(void) {
  const unsigned long long most = ~0ULL;
#pragma omp parallel
#pragma omp for schedule(dynamic, 7)
  for (unsigned long i = 0; i < 300; i += 3) run++;
  same("unsigned, steps of 3", 100);
#pragma omp parallel
#pragma omp for schedule(guided)
  for (unsigned long long i = most - 299; i < most - 10; i += 4) run++;
  same("unsigned, guided, next to the limit", 73);
#pragma omp parallel
#pragma omp for schedule(monotonic : dynamic, 2)
  for (unsigned long i = 200; i > 0; i -= 8) run++;
  same("unsigned, downwards by 8", 25);
#pragma omp parallel
#pragma omp for schedule(monotonic : guided, 2)
  for (unsigned long long i = most; i > most - 30; i -= 4) run++;
  same("unsigned, guided, downwards by 4", 8);
#pragma omp parallel
#pragma omp for schedule(runtime)
  for (unsigned long i = 3; i < 9; i++) run++;
  same("unsigned, as the environment says", 6);
#pragma omp parallel for schedule(dynamic, 3)
  for (unsigned long i = 0; i < 99; i += 2) run++;
  same("a region that is an unsigned loop", 50);
}

// Of these it is GCC that does not run a static schedule by itself.
static void ordered_loops(void) {
#pragma omp parallel
#pragma omp for ordered schedule(dynamic, 2)
  for (int i = 0; i < 31; i += 3) {
#pragma omp ordered
    run++;
  }
  same("ordered", 11);
#pragma omp parallel for ordered schedule(guided)
  for (unsigned long i = 31; i > 0; i--) {
#pragma omp ordered
    run++;
  }
  same("ordered and unsigned", 31);
#pragma omp parallel
#pragma omp for ordered(1) schedule(dynamic)
  for (unsigned long i = 0; i < 12; i++) {
#pragma omp ordered depend(sink : i - 1)
    run++;
#pragma omp ordered depend(source)
  }
  same("iterations that wait for others", 12);
}

// The work of a taskloop is told beside that of the single construct around it.
static void taskloop(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 40; i += 3) run++;
#pragma omp taskloop nogroup
    for (unsigned long i = 40; i > 0; i -= 10) run++;
  }
  told_of_loops = 18;
  CHECK_EQ(taskloops, 2);
  CHECK_EQ(groups, 0);
  same("taskloops", 18);
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
  unsigned_loops();
  ordered_loops();
  taskloop();
  return check_result();
}
