// Each event that docs/tools.md promises for this compiler is told at least once, begins and ends in pairs
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 2 4
// env: OMP_CANCELLATION=true
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "tool.h"

#ifdef __clang__
enum { k_clang = 1 };
#else
enum { k_clang = 0 };
#endif

enum { k_events = 38 };
static atomic_int told[k_events], begun[k_events], ended[k_events], kinds[16], chunks[8], source, sink;

static void scoped(int event, ompt_scope_endpoint_t end) {
  told[event]++;
  if (end != ompt_scope_end) begun[event]++;
  if (end != ompt_scope_begin) ended[event]++;
}

static void thread_begin(ompt_thread_t type, ompt_data_t* thread) {
  (void)type, (void)thread;
  told[ompt_callback_thread_begin]++;
}
static void thread_end(ompt_data_t* thread) {
  (void)thread;
  told[ompt_callback_thread_end]++;
}
static void work(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task, uint64_t count,
                 const void* caller) {
  (void)region, (void)task, (void)count, (void)caller;
  scoped(ompt_callback_work, end);
  kinds[kind]++;
}
static void masked(ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task, const void* caller) {
  (void)region, (void)task, (void)caller;
  scoped(ompt_callback_masked, end);
}
static void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task,
                      const void* caller) {
  (void)kind, (void)region, (void)task, (void)caller;
  scoped(ompt_callback_reduction, end);
}
static void dispatch(ompt_data_t* region, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance) {
  (void)region, (void)task, (void)instance;
  told[ompt_callback_dispatch]++;
  chunks[kind]++;
}
static void flush(ompt_data_t* thread, const void* caller) {
  (void)thread, (void)caller;
  told[ompt_callback_flush]++;
}
static void cancel(ompt_data_t* task, int flags, const void* caller) {
  (void)task, (void)flags, (void)caller;
  told[ompt_callback_cancel]++;
}
static void error(ompt_severity_t severity, const char* text, size_t length, const void* caller) {
  (void)caller;
  told[ompt_callback_error] += severity == ompt_warning && length >= 4 && strncmp(text, "warp", 4) == 0;
}
static void dependences(ompt_data_t* task, const ompt_dependence_t* list, int count) {
  (void)task;
  source += count == 1 && list[0].dependence_type == ompt_dependence_type_source;
  sink += count == 1 && list[0].dependence_type == ompt_dependence_type_sink;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
#define SET(event) CHECK(set(ompt_callback_##event, (ompt_callback_t)event) >= ompt_set_sometimes)
  SET(thread_begin), SET(thread_end), SET(work), SET(masked), SET(reduction), SET(dispatch), SET(flush), SET(cancel);
  SET(error), SET(dependences);
  return 1;
}

static void* thread_of_its_own(void* place) {
#pragma omp parallel num_threads(2)
#pragma omp single
  *(int*)place = omp_get_num_threads();
  return place;
}

static void share_work(void) {
  int sum = 0, other = 0;
#pragma omp parallel reduction(+ : sum)
  {
#pragma omp for schedule(dynamic, 4) reduction(+ : other)
    for (int i = 0; i < 40; i++) other += i;
#pragma omp for schedule(guided)
    for (int i = 0; i < 40; i++) sum += i;
#pragma omp sections
    {
#pragma omp section
      sum += 1;
#pragma omp section
      sum += 1;
    }
#pragma omp single
    sum += 1;
#pragma omp masked
    sum += 1;
#pragma omp flush
#pragma omp for ordered(1)
    for (int i = 0; i < 8; i++) {
#pragma omp ordered depend(sink : i - 1)
      sum += 0;
#pragma omp ordered depend(source)
    }
  }
  CHECK_EQ(sum, 780 + 2 + 1 + 1);
}

int main(void) {
  pthread_t thread;
  int size = 0;
  CHECK_EQ(pthread_create(&thread, NULL, thread_of_its_own, &size), 0);
  pthread_join(thread, NULL);
  share_work();
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(4)
    for (int i = 0; i < 8; i++) { }
#pragma omp taskgroup
#pragma omp task
    {
#pragma omp cancel taskgroup
    }
  }
#pragma omp error at(execution) severity(warning) message("warp")

  CHECK(told[ompt_callback_thread_begin] >= 2 && told[ompt_callback_thread_end] >= 1);
  CHECK(kinds[ompt_work_single_executor] >= 2 && kinds[ompt_work_sections] >= 2 && kinds[ompt_work_taskloop] >= 2);
  CHECK_EQ(begun[ompt_callback_work], ended[ompt_callback_work]);
  CHECK(chunks[ompt_dispatch_ws_loop_chunk] > 0);
  CHECK_EQ(source, 8);
  CHECK(sink >= 7);
  CHECK(told[ompt_callback_cancel] >= 1);
  CHECK(told[ompt_callback_error] == 1);
  CHECK_EQ(chunks[ompt_dispatch_section], 2);
  if (k_clang) {  // GCC compiles these without a call
    CHECK(told[ompt_callback_flush] >= omp_get_max_threads());
    CHECK_EQ(begun[ompt_callback_masked], 1);
    CHECK_EQ(ended[ompt_callback_masked], 1);
    CHECK(told[ompt_callback_reduction] > 0);
    CHECK_EQ(begun[ompt_callback_reduction], ended[ompt_callback_reduction]);
  }
  return check_result();
}
