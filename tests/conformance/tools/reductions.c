// Each thread's part of a reduction begins and ends for a tool, and so does the barrier behind, in a tree too
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 2 4
// env: KMP_FORCE_REDUCTION=tree
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <stdatomic.h>

#include "check.h"
#include "tool.h"

enum { k_rounds = 20, k_most = 64 };

static _Thread_local int open_reductions, open_barriers;
static atomic_int reductions[2], barriers[2], wrong;

static int up(int* open, ompt_scope_endpoint_t end) {
  *open += end == ompt_scope_begin ? 1 : -1;
  wrong += *open < 0 || *open > 1;
  return end == ompt_scope_end;
}
static void reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task,
                      const void* caller) {
  (void)region, (void)task;
  wrong += kind != ompt_sync_region_reduction || caller == NULL;
  reductions[up(&open_reductions, end)]++;
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task,
                        const void* caller) {
  (void)region, (void)task, (void)caller;
  if (kind != ompt_sync_region_barrier_implicit_workshare) return;
  wrong += open_reductions != 0;
  barriers[up(&open_barriers, end)]++;
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_reduction, (ompt_callback_t)reduction);
  set(ompt_callback_sync_region, (ompt_callback_t)sync_region);
  return 1;
}

int main(void) {
  const int members = omp_get_max_threads();
  double sum = 0, other = 0;
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < k_most; i++) sum += i;
  }
#ifdef __clang__  // GCC compiles reductions without a call
  CHECK_EQ(reductions[0], k_rounds * members);
  CHECK_EQ(barriers[0], 2 * k_rounds * members);  // the reduction's and, behind it, the loop's
#endif
  CHECK_EQ(reductions[1], reductions[0]);
  CHECK_EQ(barriers[1], barriers[0]);
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : other) nowait
    for (int i = 0; i < k_most; i++) other += i;
  }
#ifdef __clang__
  CHECK_EQ(reductions[0], 2 * k_rounds * members);
#endif
  CHECK_EQ(reductions[1], reductions[0]);
  CHECK_EQ(wrong, 0);
  CHECK(sum == other && sum == k_rounds * (k_most * (k_most - 1) / 2));
  return check_result();
}
