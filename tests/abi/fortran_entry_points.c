// Every omp_*_ and omp_*_8_ entry point, called as Fortran calls it: by reference, strings with hidden lengths.
#include <stdint.h>

#include "check.h"

typedef int32_t i4;
typedef int64_t i8;

// clang-format off
#define READERS(X)                                                                                     \
  X(omp_get_active_level) X(omp_get_cancellation) X(omp_get_default_device) X(omp_get_device_num)      \
  X(omp_get_dynamic) X(omp_get_initial_device) X(omp_get_level) X(omp_get_max_active_levels)           \
  X(omp_get_max_task_priority) X(omp_get_max_teams) X(omp_get_max_threads) X(omp_get_nested)           \
  X(omp_get_num_devices) X(omp_get_num_places) X(omp_get_num_procs) X(omp_get_num_teams)               \
  X(omp_get_num_threads) X(omp_get_partition_num_places) X(omp_get_place_num)                          \
  X(omp_get_supported_active_levels) X(omp_get_team_num) X(omp_get_teams_thread_limit)                 \
  X(omp_get_thread_limit) X(omp_get_thread_num) X(omp_in_final) X(omp_in_parallel)                     \
  X(omp_is_initial_device)
#define WRITERS(X)                                                                                     \
  X(omp_set_num_threads, omp_get_max_threads, 3) X(omp_set_num_threads, omp_get_max_threads, 5)        \
  X(omp_set_dynamic, omp_get_dynamic, 1) X(omp_set_dynamic, omp_get_dynamic, 0)                        \
  X(omp_set_nested, omp_get_nested, 1) X(omp_set_nested, omp_get_nested, 0)                            \
  X(omp_set_max_active_levels, omp_get_max_active_levels, 2)                                           \
  X(omp_set_default_device, omp_get_default_device, 1)                                                 \
  X(omp_set_num_teams, omp_get_max_teams, 4)                                                           \
  X(omp_set_teams_thread_limit, omp_get_teams_thread_limit, 6)
// clang-format on

#define DECLARE_READER(name) i4 name##_(void);
READERS(DECLARE_READER)
#define DECLARE_WRITER(set, get, value) \
  void set##_(const i4*);               \
  void set##_8_(const i8*);
WRITERS(DECLARE_WRITER)
i4 omp_get_proc_bind_(void);
double omp_get_wtime_(void), omp_get_wtick_(void);
i4 omp_get_ancestor_thread_num_(const i4*), omp_get_ancestor_thread_num_8_(const i8*);
i4 omp_get_team_size_(const i4*), omp_get_team_size_8_(const i8*);
void omp_set_schedule_(const i4*, const i4*), omp_set_schedule_8_(const i4*, const i8*);
void omp_get_schedule_(i4*, i4*), omp_get_schedule_8_(i4*, i8*);
i4 omp_get_place_num_procs_(const i4*), omp_get_place_num_procs_8_(const i8*);
void omp_get_place_proc_ids_(const i4*, i4*), omp_get_place_proc_ids_8_(const i8*, i8*);
void omp_get_partition_place_nums_(i4*), omp_get_partition_place_nums_8_(i8*);
void omp_set_affinity_format_(const char*, size_t);
i4 omp_get_affinity_format_(char*, size_t);
void omp_display_affinity_(const char*, size_t);
i4 omp_capture_affinity_(char*, const char*, size_t, size_t);
i4 omp_pause_resource_(const i4*, const i4*), omp_pause_resource_all_(const i4*);
intptr_t omp_init_allocator_(const intptr_t*, const i4*, const omp_alloctrait_t*);
intptr_t omp_init_allocator_8_(const intptr_t*, const i8*, const omp_alloctrait_t*);
void omp_destroy_allocator_(const intptr_t*), omp_set_default_allocator_(const intptr_t*);
intptr_t omp_get_default_allocator_(void);
void omp_display_env_(const i4*), omp_display_env_8_(const i8*);
void omp_fulfill_event_(intptr_t);
void omp_init_lock_(void*), omp_destroy_lock_(void*), omp_set_lock_(void*), omp_unset_lock_(void*);
i4 omp_test_lock_(void*);
void omp_init_nest_lock_(void*), omp_destroy_nest_lock_(void*), omp_set_nest_lock_(void*), omp_unset_nest_lock_(void*);
i4 omp_test_nest_lock_(void*);

static void settings(void) {
#define CHECK_READER(name) CHECK_EQ(name##_(), name());
  READERS(CHECK_READER)
#define CHECK_WRITER(set, get, value) \
  do {                                \
    i4 word = value;                  \
    i8 wide = value;                  \
    set##_(&word);                    \
    CHECK_EQ(get(), value);           \
    set##_8_(&wide);                  \
    CHECK_EQ(get##_(), value);        \
  } while (0);
  WRITERS(CHECK_WRITER)
  CHECK_EQ(omp_get_proc_bind_(), omp_get_proc_bind());
  CHECK(omp_get_wtime_() > 0 && omp_get_wtick_() > 0);
}

static void levels_and_schedule(void) {
  i4 one = 1, kind = omp_sched_dynamic, chunk = 7, got_kind, got_chunk;
  i8 one8 = 1, chunk8 = 9, got_chunk8;
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ(omp_get_ancestor_thread_num_(&one), omp_get_thread_num_());
    CHECK_EQ(omp_get_ancestor_thread_num_8_(&one8), omp_get_thread_num());
    CHECK_EQ(omp_get_team_size_(&one) + omp_get_team_size_8_(&one8), 4);
  }
  omp_set_schedule_(&kind, &chunk);
  omp_get_schedule_(&got_kind, &got_chunk);
  CHECK_EQ(got_chunk, 7);
  omp_set_schedule_8_(&kind, &chunk8);
  omp_get_schedule_8_(&got_kind, &got_chunk8);
  CHECK_EQ(got_chunk8, 9);
  CHECK_EQ(got_kind & 7, omp_sched_dynamic);
}

static void places(void) {
  i4 place = 0, ids[1024];
  i8 place8 = 0, ids8[1024];
  CHECK_EQ(omp_get_place_num_procs_(&place), omp_get_place_num_procs_8_(&place8));
  if (omp_get_place_num_procs(0) > 1024) return;
  omp_get_place_proc_ids_(&place, ids);
  omp_get_place_proc_ids_8_(&place8, ids8);
  for (int i = 0; i < omp_get_place_num_procs(0); i++) CHECK_EQ(ids[i], ids8[i]);
  omp_get_partition_place_nums_(ids);
  omp_get_partition_place_nums_8_(ids8);
  for (int i = 0; i < omp_get_partition_num_places(); i++) CHECK_EQ(ids[i], ids8[i]);
}

static void texts(void) {
  char text[12];
  omp_set_affinity_format_("thread %n and more", 9);  // a length, no closing zero
  CHECK_EQ(omp_get_affinity_format_(text, sizeof text), 9);
  CHECK_EQ(memcmp(text, "thread %n   ", 12), 0);
  CHECK_EQ(omp_capture_affinity_(text, "<%n>xx", sizeof text, 4), 3);
  CHECK_EQ(memcmp(text, "<0>         ", 12), 0);
  omp_display_affinity_("fortran %n", 10);
  omp_display_affinity("c %n");
  i4 quiet = 0;
  i8 quiet8 = 0;
  omp_display_env_(&quiet);
  omp_display_env_8_(&quiet8);
}

static void allocators_and_pauses(void) {
  omp_alloctrait_t traits[] = {{omp_atk_alignment, 64}};
  intptr_t space = omp_default_mem_space;
  i4 count = 1, soft = omp_pause_soft, host = omp_get_initial_device();
  i8 count8 = 1;
  intptr_t first = omp_init_allocator_(&space, &count, traits), second = omp_init_allocator_8_(&space, &count8, traits);
  CHECK(first && second);
  omp_set_default_allocator_(&first);
  CHECK_EQ(omp_get_default_allocator_(), first);
  void* memory = omp_alloc(10, omp_null_allocator);
  CHECK_EQ((intptr_t)memory % 64, 0);
  omp_free(memory, omp_null_allocator);
  intptr_t standard = omp_default_mem_alloc;
  omp_set_default_allocator_(&standard);
  omp_destroy_allocator_(&first);
  omp_destroy_allocator_(&second);
  CHECK_EQ(omp_pause_resource_(&soft, &host), 0);
  CHECK_EQ(omp_pause_resource_all_(&soft), 0);
}

static void locks_and_events(void) {
  // gfortran's lock kinds: 4 bytes for a lock, 8 for a nest lock (which may then hold a pointer).
  i4 lock = 0;
  i8 nest = 0;
  omp_init_lock_(&lock);
  omp_set_lock_(&lock);
  CHECK_EQ(omp_test_lock_(&lock), 0);
  omp_unset_lock_(&lock);
  CHECK_EQ(omp_test_lock_(&lock), 1);
  omp_unset_lock_(&lock);
  omp_destroy_lock_(&lock);
  omp_init_nest_lock_(&nest);
  omp_set_nest_lock_(&nest);
  CHECK_EQ(omp_test_nest_lock_(&nest), 2);
  omp_unset_nest_lock_(&nest);
  omp_unset_nest_lock_(&nest);
  omp_destroy_nest_lock_(&nest);
  int done = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(done)
    {
      done = 1;
      omp_fulfill_event_((intptr_t)event);
    }
#pragma omp taskwait
    CHECK_EQ(done, 1);
  }
}

int main(void) {
  settings();
  levels_and_schedule();
  places();
  texts();
  allocators_and_pauses();
  locks_and_events();
  return check_result();
}
