// The routines of omp.h: what each sets, what it makes of numbers out of range, what it says of where the thread is.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cstring>
#include <vector>

#include "omp/locks.hpp"
#include "omp/routines.hpp"
#include "omp/routines_affinity.hpp"
#include "omp/routines_team.hpp"
#include "on_team.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using namespace heddle::omp::test;

TEST(SettingRoutines, numbers_out_of_range_become_the_nearest_that_there_is) {
  const Restored restored;
  Worker& worker = runtime::current();
  for (const int threads : {1, 2, 77, INT_MAX}) {
    set_num_threads(worker, threads);
    EXPECT_EQ(max_threads(worker), threads);
  }
  for (const int threads : {0, -1, INT_MIN}) {
    set_num_threads(worker, threads);
    EXPECT_EQ(max_threads(worker), 1) << threads;
  }
  writable_icv(worker).nthreads = UINT_MAX;
  EXPECT_EQ(max_threads(worker), INT_MAX);
  writable_icv(worker).thread_limit = UINT_MAX;
  EXPECT_EQ(thread_limit(worker), INT_MAX);
  writable_icv(worker).thread_limit = 5;
  EXPECT_EQ(thread_limit(worker), 5);
  for (const auto& [asked, taken] : {std::pair{-1, 0}, {0, 0}, {1, 1}, {9, 9}, {INT_MAX, INT_MAX}}) {
    set_num_teams(worker, asked);
    set_teams_thread_limit(worker, asked);
    set_default_device(worker, asked);
    EXPECT_EQ(max_teams(worker), taken);
    EXPECT_EQ(teams_thread_limit(worker), taken);
    EXPECT_EQ(default_device(worker), taken);
  }
}

TEST(SettingRoutines, levels_are_bounded_and_a_negative_number_changes_nothing) {
  const Restored restored;
  Worker& worker = runtime::current();
  for (const auto& [asked, taken] :
       {std::pair{0, 0}, {1, 1}, {254, 254}, {255, 255}, {256, 255}, {INT_MAX, 255}, {-1, 255}, {3, 3}, {INT_MIN, 3}}) {
    set_max_active_levels(worker, asked);
    EXPECT_EQ(max_active_levels(worker), taken) << asked;
  }
}

TEST(SettingRoutines, nesting_is_all_levels_or_one) {
  const Restored restored;
  Worker& worker = runtime::current();
  set_max_active_levels(worker, 1);
  EXPECT_FALSE(nested(worker));
  set_nested(worker, 1);
  EXPECT_EQ(max_active_levels(worker), 255);
  EXPECT_TRUE(nested(worker));
  set_nested(worker, 0);
  EXPECT_EQ(max_active_levels(worker), 1);
  set_max_active_levels(worker, 0);
  set_nested(worker, 0);
  EXPECT_EQ(max_active_levels(worker), 0) << "what allows less already stays";
  set_max_active_levels(worker, 2);
  std::array<bool, 2> inside{};
  on_team(2, [&](Worker& member) {
    if (member.member->seat != 0) return;
    inside[0] = nested(member);
    set_max_active_levels(member, 1);
    inside[1] = nested(member);
  });
  EXPECT_TRUE(inside[0]) << "one active level of two";
  EXPECT_FALSE(inside[1]);
}

struct ScheduleCase {
  std::uint32_t set_kind;
  int set_chunk;
  std::uint32_t kind;  // as it is told
  int chunk;
};

TEST(SettingRoutines, a_schedule_is_told_as_it_was_set) {
  const Restored restored;
  Worker& worker = runtime::current();
  const std::uint32_t idws = static_cast<std::uint32_t>(kind_named("idws"));
  const ScheduleCase cases[] = {
      {1, 4, 1, 4},
      {1, 0, 1, 0},
      {1, -3, 1, 0},
      {1 | k_sched_monotonic, 4, 1 | k_sched_monotonic, 4},
      {2, 4, 2, 4},
      {2, 0, 2, 1},
      {2, -9, 2, 1},
      {2 | k_sched_monotonic, 1, 2 | k_sched_monotonic, 1},
      {3, 5, 3, 5},
      {3, INT_MAX, 3, INT_MAX},
      {3 | k_sched_monotonic, 0, 3 | k_sched_monotonic, 1},
      {k_sched_trapezoidal, 6, k_sched_trapezoidal, 6},
      {k_sched_trapezoidal | k_sched_monotonic, 0, k_sched_trapezoidal | k_sched_monotonic, 1},
      {idws, 0, idws, 0},
      {idws, 8, idws, 8},
  };
  for (const ScheduleCase& row : cases) {
    set_schedule(worker, row.set_kind, row.set_chunk);
    EXPECT_EQ(schedule_kind(worker), row.kind) << row.set_kind;
    EXPECT_EQ(schedule_chunk(worker), row.chunk) << row.set_kind;
    EXPECT_TRUE(icv(worker).run_sched.chosen);
    EXPECT_EQ(icv(worker).run_sched.trapezoidal, (row.set_kind & ~k_sched_monotonic) == k_sched_trapezoidal);
  }
}

TEST(SettingRoutines, auto_keeps_the_chunk_and_what_is_no_schedule_changes_nothing) {
  const Restored restored;
  Worker& worker = runtime::current();
  set_schedule(worker, 2, 9);
  set_schedule(worker, 4, 3);
  EXPECT_EQ(schedule_kind(worker), 4u);
  EXPECT_EQ(schedule_chunk(worker), 9);
  set_schedule(worker, 3, 7);
  for (const std::uint32_t kind : {0u, 5u, 99u, 100u, 102u, 0x40000001u, k_sched_monotonic, UINT32_MAX}) {
    set_schedule(worker, kind, 2);
    EXPECT_EQ(schedule_kind(worker), 3u) << kind;
    EXPECT_EQ(schedule_chunk(worker), 7) << kind;
  }
}

TEST(SettingRoutines, libomp_tells_the_modifier_that_was_given_and_libgomp_what_holds) {
  const Restored restored;
  Worker& worker = runtime::current();
  writable_icv(worker).run_sched = {.chunk = 0, .kind = ScheduleKind::static_chunks};
  EXPECT_EQ(schedule_kind(worker), 1 | k_sched_monotonic) << "static rises if nobody says otherwise";
  writable_global().dialect = Dialect::llvm;
  EXPECT_EQ(schedule_kind(worker), 1u);
  writable_icv(worker).run_sched.modifier = Monotonicity::monotonic;
  EXPECT_EQ(schedule_kind(worker), 1 | k_sched_monotonic);
}

TEST(SettingRoutines, those_of_the_process_are_the_processs) {
  const Restored restored;
  writable_global().num_procs = 11;
  writable_global().cancellation = true;
  writable_global().max_task_priority = 6;
  EXPECT_EQ(num_procs(), 11);
  EXPECT_TRUE(cancellation());
  EXPECT_EQ(max_task_priority(), 6);
  writable_global().cancellation = false;
  EXPECT_FALSE(cancellation());
  Worker& worker = runtime::current();
  set_dynamic(worker, true);
  EXPECT_TRUE(dynamic(worker));
  set_dynamic(worker, false);
  EXPECT_FALSE(dynamic(worker));
}

TEST(SettingRoutines, all_settings_are_written_in_one_piece) {
  testing::internal::CaptureStderr();
  display_settings(Detail::standard);
  const std::string standard = testing::internal::GetCapturedStderr();
  testing::internal::CaptureStderr();
  display_settings(Detail::verbose);
  const std::string verbose = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(standard.starts_with("\nOPENMP DISPLAY ENVIRONMENT BEGIN\n")) << standard;
  EXPECT_TRUE(standard.ends_with("OPENMP DISPLAY ENVIRONMENT END\n")) << standard;
  EXPECT_EQ(standard.find("HEDDLE_"), std::string::npos);
  EXPECT_NE(verbose.find("  HEDDLE_SCHEDULER = '"), std::string::npos) << verbose;
}

TEST(TeamRoutines, each_level_around_is_known) {
  const Restored restored;
  set_max_active_levels(runtime::current(), 3);
  Worker& outside = runtime::current();
  EXPECT_EQ(level(outside), 0);
  EXPECT_EQ(active_level(outside), 0);
  EXPECT_FALSE(in_parallel(outside));
  EXPECT_EQ(ancestor_thread_num(outside, 0), 0);
  EXPECT_EQ(team_size(outside, 0), 1);
  EXPECT_EQ(ancestor_thread_num(outside, 1), -1);
  EXPECT_EQ(team_size(outside, -1), -1);
  std::atomic<int> wrong{0};
  on_team(2, [&](Worker& outer) {
    const int seat = thread_num(outer);
    on_team(1, [&](Worker& alone) {
      on_team(3, [&, seat](Worker& inner) {
        const bool right = level(inner) == 3 && active_level(inner) == 2 && in_parallel(inner) &&
                           num_threads(inner) == 3 && ancestor_thread_num(inner, 3) == thread_num(inner) &&
                           ancestor_thread_num(inner, 2) == 0 && ancestor_thread_num(inner, 1) == seat &&
                           ancestor_thread_num(inner, 0) == 0 && ancestor_thread_num(inner, 4) == -1 &&
                           ancestor_thread_num(inner, -1) == -1 && team_size(inner, 3) == 3 &&
                           team_size(inner, 2) == 1 && team_size(inner, 1) == 2 && team_size(inner, 0) == 1 &&
                           team_size(inner, 4) == -1 && member_at(inner, 3) == inner.member &&
                           !in_explicit_task(inner) && !in_final(inner);
        if (!right) ++wrong;
      });
      if (level(alone) != 2 || active_level(alone) != 1 || num_threads(alone) != 1) ++wrong;
    });
  });
  EXPECT_EQ(wrong, 0);
}

TEST(TeamRoutines, a_region_of_one_thread_is_not_active) {
  on_team(1, [](Worker& worker) {
    EXPECT_EQ(level(worker), 1);
    EXPECT_EQ(active_level(worker), 0);
    EXPECT_FALSE(in_parallel(worker));
  });
}

TEST(TeamRoutines, the_clock_goes_on_by_ticks) {
  EXPECT_GT(wall_tick(), 0.0);
  EXPECT_LE(wall_tick(), 1e-3);
  const double first = wall_time();
  double later = wall_time();
  while (later == first) later = wall_time();
  EXPECT_GT(later, first);
  EXPECT_LT(later - first, 10.0) << "seconds";
}

TEST(MemoryRoutines, null_stands_for_the_tasks_default_allocator) {
  const Restored restored;
  const Trait traits[] = {{TraitKey::pool_size, 100}, {TraitKey::fallback, 12}};
  const AllocatorHandle pool = init_allocator(0, 2, traits);
  ASSERT_NE(pool, k_null_allocator);
  set_default_allocator(pool);
  EXPECT_EQ(default_allocator(), pool);
  EXPECT_EQ(routine_alloc(101, 0, k_null_allocator), nullptr) << "more than the pool has";
  void* const elsewhere = routine_alloc(101, 0, k_default_mem_alloc);
  EXPECT_NE(elsewhere, nullptr);
  void* const block = routine_alloc(100, 0, k_null_allocator);
  EXPECT_NE(block, nullptr);
  EXPECT_EQ(routine_alloc(1, 0, k_null_allocator), nullptr) << "the pool is empty";
  release(block);
  release(elsewhere);
  set_default_allocator(k_null_allocator);
  EXPECT_EQ(default_allocator(), k_default_mem_alloc);
  destroy_allocator(pool);
}

TEST(MemoryRoutines, alignment_zero_asks_for_none_and_a_wrong_one_gets_nothing) {
  for (const std::size_t alignment : {std::size_t{0}, std::size_t{1}, std::size_t{64}, std::size_t{8192}}) {
    void* const block = routine_alloc(10, alignment, k_default_mem_alloc);
    ASSERT_NE(block, nullptr) << alignment;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % std::max<std::size_t>(alignment, 1), 0u);
    release(block);
  }
  EXPECT_EQ(routine_alloc(10, 3, k_default_mem_alloc), nullptr);
  EXPECT_EQ(routine_alloc(10, 48, k_default_mem_alloc), nullptr);
  EXPECT_EQ(routine_alloc(0, 0, k_default_mem_alloc), nullptr);
}

TEST(MemoryRoutines, elements_are_zeroed_and_what_overflows_is_too_much) {
  auto* const words = static_cast<std::uint64_t*>(routine_calloc({50, 8}, 256, k_default_mem_alloc));
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(words) % 256, 0u);
  EXPECT_TRUE(std::all_of(words, words + 50, [](std::uint64_t word) { return word == 0; }));
  release(words);
  EXPECT_EQ(routine_calloc({SIZE_MAX / 2, 4}, 0, k_default_mem_alloc), nullptr);
  EXPECT_EQ(routine_calloc({0, 8}, 0, k_default_mem_alloc), nullptr);
  EXPECT_EQ(routine_calloc({8, 0}, 0, k_default_mem_alloc), nullptr);
}

TEST(MemoryRoutines, realloc_makes_moves_and_frees) {
  auto* block = static_cast<char*>(routine_realloc(nullptr, 20, k_default_mem_alloc));
  ASSERT_NE(block, nullptr);
  std::strcpy(block, "carried");
  block = static_cast<char*>(routine_realloc(block, 4000, k_null_allocator));
  ASSERT_NE(block, nullptr);
  EXPECT_STREQ(block, "carried");
  block = static_cast<char*>(routine_realloc(block, 4, k_null_allocator));
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(std::memcmp(block, "carr", 4), 0);
  EXPECT_EQ(routine_realloc(block, 0, k_null_allocator), nullptr);
  EXPECT_EQ(routine_realloc(nullptr, 0, k_default_mem_alloc), nullptr);
}

TEST(MemoryRoutines, an_allocator_needs_a_space_that_there_is_and_traits_that_can_be_met) {
  const Trait wrong[] = {{TraitKey::pinned, 1}};
  EXPECT_EQ(init_allocator(0, 1, wrong), k_null_allocator);
  const AllocatorHandle none = init_allocator(0, 0, wrong);
  EXPECT_NE(none, k_null_allocator) << "no trait is looked at";
  destroy_allocator(none);
  const AllocatorHandle negative = init_allocator(0, -1, wrong);
  EXPECT_NE(negative, k_null_allocator);
  destroy_allocator(negative);
  for (const std::uintptr_t space : {1u, 2u, 4u}) {
    const AllocatorHandle there = init_allocator(space, 0, nullptr);
    EXPECT_NE(there, k_null_allocator) << space;
    destroy_allocator(there);
  }
  EXPECT_EQ(init_allocator(5, 0, nullptr), k_null_allocator);
}

constexpr RoutineCall k_call{"omp_test", nullptr};

TEST(LockRoutinesDeathTest, wrong_calls_are_named_with_what_was_wrong) {
  SimpleLock* const null = nullptr;
  EXPECT_DEATH(init_lock(null, k_call), "omp_test, called from .*: the lock's address is null");
  EXPECT_DEATH(destroy_lock(null, k_call), "omp_test, called from .*: the lock's address is null");
  SimpleLock held;
  set_lock(&held);
  EXPECT_DEATH(destroy_lock(&held, k_call), "omp_test, called from .*: the lock is destroyed while it is set");
  EXPECT_TRUE(unset_lock(&held));
}

TEST(LockRoutines, a_lock_is_free_in_whatever_memory_it_is_made) {
  alignas(NestLock) unsigned char memory[sizeof(NestLock)];
  std::memset(memory, 0xFF, sizeof memory);
  auto* const lock = reinterpret_cast<NestLock*>(memory);
  init_lock(lock, k_call);
  EXPECT_EQ(test_nest_lock(lock), 1);
  EXPECT_EQ(test_nest_lock(lock), 2);
  set_nest_lock(lock);
  EXPECT_EQ(lock->depth(), 3u);
  for (int left = 3; left > 0; --left) EXPECT_TRUE(unset_nest_lock(lock));
  EXPECT_FALSE(unset_nest_lock(lock));
  destroy_lock(lock, k_call);
}

TEST(LockRoutines, a_simple_lock_that_is_free_cannot_be_unset) {
  SimpleLock lock;
  EXPECT_FALSE(unset_lock(&lock));
  EXPECT_TRUE(test_lock(&lock));
  EXPECT_FALSE(test_lock(&lock));
  EXPECT_TRUE(unset_lock(&lock));
  EXPECT_FALSE(unset_lock(&lock));
}

TEST(LockRoutines, the_owner_of_a_nestable_lock_is_the_task_and_in_old_programs_the_thread) {
  NestLock lock;
  OldNestLock old;
  std::atomic<int> wrong{0};
  set_nest_lock(&lock);
  ASSERT_TRUE(set_nest_lock(&old));
  on_team(2, [&](Worker& worker) {
    if (test_nest_lock(&lock) != 0 || unset_nest_lock(&lock)) ++wrong;  // another task, on the same thread too
    const bool same_thread = worker.member->seat == 0;
    if ((test_nest_lock(&old) == 2) != same_thread) ++wrong;
    if (unset_nest_lock(&old) != same_thread) ++wrong;
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_TRUE(unset_nest_lock(&old));
  EXPECT_FALSE(unset_nest_lock(&old));
  EXPECT_TRUE(unset_nest_lock(&lock));
}

TEST(LockRoutines, a_lock_that_is_pointed_to_comes_and_goes) {
  NestLock* lock = nullptr;
  init_nest_lock(&lock, k_call);
  ASSERT_NE(lock, nullptr);
  EXPECT_EQ(test_nest_lock(lock), 1);
  EXPECT_DEATH(destroy_nest_lock(&lock, k_call), "destroyed while it is set");
  EXPECT_TRUE(unset_nest_lock(lock));
  destroy_nest_lock(&lock, k_call);
  EXPECT_EQ(lock, nullptr);
}

TEST(AffinityRoutines, without_places_there_is_nothing_to_tell) {
  Worker& worker = runtime::current();
  if (place_count() != 0) GTEST_SKIP() << "the environment asks for places";
  std::array<int, 2> numbers{-7, -7};
  EXPECT_EQ(place(0), nullptr);
  EXPECT_EQ(place_size(0), 0);
  store_place(0, numbers.data());
  store_partition(worker, numbers.data());
  EXPECT_EQ(numbers, (std::array<int, 2>{-7, -7}));
  EXPECT_EQ(partition(worker).length, 0u);
}

TEST(AffinityRoutines, a_line_says_where_the_thread_is) {
  const Restored restored;
  set_affinity_format("%n of %N");
  EXPECT_EQ(affinity_format(), "%n of %N");
  Worker& worker = runtime::current();
  EXPECT_EQ(affinity_line(worker, ""), "0 of 1") << "an empty format means the one that is set";
  EXPECT_EQ(affinity_line(worker, "%L/%a/%t/%T"), "0/-1/0/1");
  EXPECT_EQ(affinity_line(worker, "%P"), std::to_string(getpid()));
  writable_global().dialect = Dialect::llvm;
  EXPECT_EQ(affinity_line(worker, "%i"), std::to_string(gettid()));
  writable_global().dialect = Dialect::gnu;
  EXPECT_TRUE(affinity_line(worker, "%i").starts_with("0x"));
  std::vector<std::string> lines(3);
  on_team(3, [&](Worker& member) { lines[member.member->seat] = affinity_line(member, "%L %n/%N below %a"); });
  EXPECT_EQ(lines, (std::vector<std::string>{"1 0/3 below 0", "1 1/3 below 0", "1 2/3 below 0"}));
  testing::internal::CaptureStderr();
  display_affinity(worker, "thread %n");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "thread 0\n");
}

}  // namespace
