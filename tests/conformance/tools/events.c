// A tool in the program is told of every region, task, wait and lock, with what it keeps with them
// races: counts what the tool is told in the program, without order
// flags: -rdynamic
// threads: 2 4
// heddle-only: libgomp has no interface for tools
#include <omp.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "tool.h"

enum { k_tasks = 100, k_rounds = 3 };

static atomic_int threads, regions_begun, regions_ended, implicit_begun, created, started, completed, with_dependences;
static atomic_int waits[16][2], acquires, acquired, released, locks_made, locks_destroyed, nested[2], works[16][2];
static atomic_int wrong_data, without_caller, controls;
static ompt_get_thread_data_t get_thread_data;
static ompt_get_task_info_t get_task_info;
static ompt_get_parallel_info_t get_parallel_info;
static ompt_get_unique_id_t get_unique_id;
static ompt_get_state_t get_state;
static ompt_get_callback_t get_callback;
static ompt_set_result_t answers[4];

static void thread_begin(ompt_thread_t type, ompt_data_t* thread) {
  wrong_data += thread->value != 0 || type < ompt_thread_initial || type > ompt_thread_other;
  thread->value = (uint64_t)++threads;
}
static void parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* region, unsigned asked, int flags,
                           const void* caller) {
  wrong_data += region->value != 0 || frame->enter_frame.ptr == NULL || asked != (unsigned)omp_get_max_threads();
  without_caller += caller == NULL;
  (void)task, (void)flags;
  region->value = (uint64_t)++regions_begun;
}
static void parallel_end(ompt_data_t* region, ompt_data_t* task, int flags, const void* caller) {
  wrong_data += region->value != (uint64_t)++regions_ended;
  without_caller += caller == NULL;
  (void)task, (void)flags;
}
static void implicit_task(ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task, unsigned size,
                          unsigned number, int flags) {
  if (end != ompt_scope_begin || (flags & ompt_task_implicit) == 0) return;
  wrong_data += region->value != (uint64_t)regions_begun || task->value != 0 || number >= size;
  task->value = 7;
  ++implicit_begun;
}
static void task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* new_task, int flags, int dependent,
                        const void* caller) {
  wrong_data += task->value == 0 || new_task->value != 0 || (flags & ompt_task_explicit) == 0;
  without_caller += caller == NULL;
  (void)frame, (void)dependent;
  new_task->value = 1000 + (uint64_t)++created;
}
static void task_schedule(ompt_data_t* before, ompt_task_status_t status, ompt_data_t* next) {
  if (status == ompt_task_switch) {
    wrong_data += next->value <= 1000;
    ++started;
  }
  if (status == ompt_task_complete) {
    wrong_data += before->value <= 1000;
    ++completed;
  }
}
static void dependences(ompt_data_t* task, const ompt_dependence_t* list, int count) {
  wrong_data += count != 1 || list[0].variable.ptr == NULL || list[0].dependence_type != ompt_dependence_type_inout;
  (void)task;
  ++with_dependences;
}
static void sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task,
                        const void* caller) {
  (void)region, (void)task, (void)caller;
  ++waits[kind][end == ompt_scope_end];
}
static void work(ompt_work_t kind, ompt_scope_endpoint_t end, ompt_data_t* region, ompt_data_t* task, uint64_t count,
                 const void* caller) {
  (void)region, (void)task, (void)count, (void)caller;
  ++works[kind][end == ompt_scope_end];
}
static void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t lock, const void* caller) {
  wrong_data += lock == 0;
  (void)kind, (void)hint, (void)impl, (void)caller;
  ++acquires;
}
static void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t lock, const void* caller) {
  (void)kind, (void)lock, (void)caller;
  ++acquired;
}
static void mutex_released(ompt_mutex_t kind, ompt_wait_id_t lock, const void* caller) {
  (void)kind, (void)lock, (void)caller;
  ++released;
}
static void lock_init(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t lock, const void* caller) {
  (void)kind, (void)hint, (void)impl, (void)lock, (void)caller;
  ++locks_made;
}
static void lock_destroy(ompt_mutex_t kind, ompt_wait_id_t lock, const void* caller) {
  (void)kind, (void)lock, (void)caller;
  ++locks_destroyed;
}
static void nest_lock(ompt_scope_endpoint_t end, ompt_wait_id_t lock, const void* caller) {
  (void)lock, (void)caller;
  ++nested[end == ompt_scope_end];
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* tool) {
  (void)device, (void)tool;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
#define SET(event) set(ompt_callback_##event, (ompt_callback_t)event)
  answers[0] = SET(thread_begin);
  answers[1] = SET(work);
  SET(parallel_begin), SET(parallel_end), SET(implicit_task), SET(task_create), SET(task_schedule), SET(dependences);
  SET(sync_region), SET(mutex_acquire), SET(mutex_acquired), SET(mutex_released), SET(lock_init), SET(lock_destroy);
  SET(nest_lock);
  answers[2] = set((ompt_callbacks_t)8, (ompt_callback_t)work); /* target: there is no device */
  answers[3] = set((ompt_callbacks_t)99, (ompt_callback_t)work);
  get_thread_data = (ompt_get_thread_data_t)lookup("ompt_get_thread_data");
  get_task_info = (ompt_get_task_info_t)lookup("ompt_get_task_info");
  get_parallel_info = (ompt_get_parallel_info_t)lookup("ompt_get_parallel_info");
  get_unique_id = (ompt_get_unique_id_t)lookup("ompt_get_unique_id");
  get_state = (ompt_get_state_t)lookup("ompt_get_state");
  get_callback = (ompt_get_callback_t)lookup("ompt_get_callback");
  CHECK(lookup("ompt_no_such_function") == NULL);
  return 1;
}

static void ask_inside(void) {
  ompt_data_t *task = NULL, *region = NULL;
  int flags = 0, number = -1, size = 0;
  CHECK(get_task_info(0, &flags, &task, NULL, &region, &number) == 2);
  CHECK((flags & ompt_task_implicit) != 0 && task->value == 7 && number == omp_get_thread_num());
  ompt_data_t* same = NULL;
  CHECK(get_parallel_info(0, &same, &size) == 2 && same == region && size == omp_get_num_threads());
  CHECK(get_parallel_info(1, &same, &size) == 2 && same != region && size == 1);
  CHECK(get_parallel_info(2, &same, &size) == 0);
  CHECK(get_thread_data() != NULL && get_thread_data()->value != 0);
  CHECK(get_state(NULL) == ompt_state_work_parallel);
  CHECK(get_unique_id() != get_unique_id());
}

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
  const int members = omp_get_max_threads();
  int sum = 0;
  for (int round = 0; round < k_rounds; ++round) {
#pragma omp parallel
    {
      ask_inside();
#pragma omp barrier
#pragma omp single
      {
        for (int i = 0; i < k_tasks; ++i) {
#pragma omp task shared(sum) depend(inout : sum)
          sum += 1;
        }
#pragma omp taskwait
#pragma omp taskgroup
        {
#pragma omp task if (0)
          sum += 0;
        }
      }
#pragma omp critical
      sum += 0;
      omp_set_lock(&lock);
      omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
    }
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);

  CHECK(sum == k_rounds * k_tasks);
  CHECK(answers[0] == ompt_set_always && answers[1] == ompt_set_sometimes);
  CHECK(answers[2] == ompt_set_never && answers[3] == ompt_set_error);
  ompt_callback_t found = NULL;
  CHECK(get_callback(ompt_callback_work, &found) == 1 && found == (ompt_callback_t)work);
  CHECK(get_callback(ompt_callback_flush, &found) == 0);
  CHECK(threads == members);
  CHECK(regions_begun == k_rounds && regions_ended == k_rounds);
  CHECK(implicit_begun == k_rounds * members);
  CHECK(created == k_rounds * (k_tasks + 1) && started == created && completed == created);
  CHECK(with_dependences == k_rounds * k_tasks);
  CHECK(waits[ompt_sync_region_taskwait][0] == k_rounds && waits[ompt_sync_region_taskwait][1] == k_rounds);
  CHECK(waits[ompt_sync_region_taskgroup][0] == k_rounds && waits[ompt_sync_region_taskgroup][1] == k_rounds);
  const int explicit_kind = ompt_sync_region_barrier_explicit;
  CHECK(waits[explicit_kind][0] >= k_rounds * members && waits[explicit_kind][0] == waits[explicit_kind][1]);
#ifdef __clang__  // GCC has one function for both
  CHECK_EQ(waits[explicit_kind][0], k_rounds * members);
  CHECK_EQ(waits[ompt_sync_region_barrier_implicit_workshare][0], k_rounds * members);
  CHECK_EQ(waits[ompt_sync_region_barrier_implicit_workshare][1], k_rounds * members);
#endif
  CHECK(waits[ompt_sync_region_barrier_implicit_parallel][0] == k_rounds * members);
  CHECK(works[ompt_work_single_executor][0] == k_rounds && works[ompt_work_single_executor][1] == k_rounds);
  CHECK(works[ompt_work_single_other][0] == k_rounds * (members - 1));
  CHECK(acquires == k_rounds * members * 4 && acquired == k_rounds * members * 3 && released == acquired);
  CHECK(nested[0] == k_rounds * members && nested[1] == nested[0]);
  CHECK(locks_made == 2 && locks_destroyed == 2);
  CHECK(wrong_data == 0 && without_caller == 0);
  return check_result();
}
