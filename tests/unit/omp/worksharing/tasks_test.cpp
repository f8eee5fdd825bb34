// OpenMP's pieces of tasks: how a taskloop is cut, what a priority comes to, who sees what is cancelled; and reductions
// that are described by functions, as Clang describes them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <climits>
#include <cstring>
#include <mutex>
#include <vector>

#include "omp/reduction_functions.hpp"
#include "omp/tasks.hpp"
#include "on_team.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using namespace heddle::omp::test;

struct CutCase {
  std::uint64_t trip;
  TaskloopClause clause;
  std::uint64_t amount;
  std::uint64_t threads;
  TaskloopCut cut;
};

TEST(Taskloop, is_cut_as_its_clause_says) {
  using enum TaskloopClause;
  constexpr CutCase cases[] = {
      {10, evenly, 0, 4, {4, 2, 2}},
      {10, evenly, 99, 4, {4, 2, 2}},
      {3, evenly, 0, 4, {3, 1, 0}},
      {1, evenly, 0, 1, {1, 1, 0}},
      {12, evenly, 0, 4, {4, 3, 0}},
      {10, by_grainsize, 3, 4, {3, 3, 1}},
      {10, by_grainsize, 4, 4, {2, 5, 0}},
      {10, by_grainsize, 10, 4, {1, 10, 0}},
      {10, by_grainsize, 11, 4, {1, 10, 0}},
      {10, by_grainsize, 0, 4, {10, 1, 0}},
      {10, by_grainsize_strict, 3, 4, {4, 3, 0}},
      {9, by_grainsize_strict, 3, 4, {3, 3, 0}},
      {10, by_grainsize_strict, 11, 4, {1, 11, 0}},
      {10, by_grainsize_strict, 0, 4, {10, 1, 0}},
      {10, by_count, 3, 4, {3, 3, 1}},
      {10, by_count, 20, 4, {10, 1, 0}},
      {10, by_count, 1, 4, {1, 10, 0}},
      {10, by_count, 0, 4, {1, 10, 0}},
      {10, by_count_strict, 3, 4, {3, 4, 0}},
      {10, by_count_strict, 4, 4, {4, 3, 0}},
      {12, by_count_strict, 4, 4, {4, 3, 0}},
      {9, by_count_strict, 5, 4, {5, 2, 0}},
      {10, by_count_strict, 1, 4, {1, 10, 0}},
  };
  for (const CutCase& row : cases) {
    const TaskloopCut cut = cut_taskloop(row.trip, row.clause, row.amount, row.threads);
    const auto what = testing::Message() << row.trip << " by clause " << static_cast<int>(row.clause) << " of "
                                         << row.amount;
    EXPECT_EQ(cut.tasks, row.cut.tasks) << what;
    EXPECT_EQ(cut.size, row.cut.size) << what;
    EXPECT_EQ(cut.longer, row.cut.longer) << what;
  }
}

TEST(Taskloop, in_every_cut_each_iteration_belongs_to_one_task_and_a_grain_has_its_size) {
  for (std::uint64_t trip = 1; trip <= 60; ++trip) {
    for (std::uint64_t amount = 1; amount <= 65; ++amount) {
      for (const TaskloopClause clause :
           {TaskloopClause::evenly, TaskloopClause::by_grainsize, TaskloopClause::by_count}) {
        const TaskloopCut cut = cut_taskloop(trip, clause, amount, 7);
        EXPECT_EQ(cut.tasks * cut.size + cut.longer, trip);
        EXPECT_LT(cut.longer, cut.tasks);
        EXPECT_GE(cut.size, 1u);
        if (clause == TaskloopClause::by_grainsize && amount <= trip) {
          EXPECT_GE(cut.size, amount);
          EXPECT_LT(cut.size + (cut.longer > 0 ? 1 : 0), 2 * amount);
        }
        if (clause == TaskloopClause::by_count) {
          EXPECT_EQ(cut.tasks, std::min(amount, trip));
        }
      }
      const TaskloopCut pieces = cut_taskloop(trip, TaskloopClause::by_grainsize_strict, amount, 7);
      EXPECT_EQ(pieces.size, amount);
      EXPECT_GE(pieces.tasks * amount, trip);
      EXPECT_LT((pieces.tasks - 1) * amount, trip) << "no task is empty";
      const TaskloopCut counted = cut_taskloop(trip, TaskloopClause::by_count_strict, amount, 7);
      EXPECT_GE(counted.tasks * counted.size, trip);
      EXPECT_LE(counted.tasks, amount);
    }
  }
}

TEST(Priorities, are_capped_by_the_limit_alone) {
  const Restored restored;
  writable_global().priority_limit = 10;
  EXPECT_EQ(allowed_priority(9), 9);
  EXPECT_EQ(allowed_priority(10), 10);
  EXPECT_EQ(allowed_priority(11), 10);
  EXPECT_EQ(allowed_priority(-5), -5);
  writable_global().priority_limit = INT_MAX;
  EXPECT_EQ(allowed_priority(INT_MAX), INT_MAX);
}

constexpr CancelKind k_kinds[] = {CancelKind::parallel, CancelKind::loop, CancelKind::sections, CancelKind::taskgroup};

TEST(Cancellation, does_nothing_where_it_is_not_switched_on) {
  const Restored restored;
  writable_global().cancellation = false;
  Worker& worker = runtime::current();
  taskgroup_start(worker);
  for (const CancelKind kind : k_kinds) {
    EXPECT_FALSE(cancel(kind));
    EXPECT_FALSE(cancellation_point(kind));
  }
  taskgroup_end(worker);
}

TEST(Cancellation, of_a_taskgroup_is_seen_in_it_alone) {
  const Restored restored;
  writable_global().cancellation = true;
  Worker& worker = runtime::current();
  EXPECT_FALSE(cancel(CancelKind::taskgroup)) << "there is none";
  EXPECT_FALSE(cancellation_point(CancelKind::taskgroup));
  taskgroup_start(worker);
  taskgroup_start(worker);
  EXPECT_FALSE(cancellation_point(CancelKind::taskgroup));
  EXPECT_TRUE(cancel(CancelKind::taskgroup));
  EXPECT_TRUE(cancellation_point(CancelKind::taskgroup));
  EXPECT_FALSE(cancellation_point(CancelKind::parallel));
  EXPECT_FALSE(cancellation_point(CancelKind::loop));
  taskgroup_end(worker);
  EXPECT_FALSE(cancellation_point(CancelKind::taskgroup)) << "the outer one goes on";
  taskgroup_end(worker);
}

TEST(Cancellation, of_a_region_is_seen_by_all_and_not_in_the_next_one) {
  const Restored restored;
  writable_global().cancellation = true;
  for (const unsigned threads : {1u, 2u, 4u}) {
    std::atomic<int> left{0};
    std::atomic<int> wrong{0};
    on_team(threads, [&](Worker& worker) {
      if (worker.member->seat == 0 && !cancel(CancelKind::parallel)) ++wrong;
      while (!cancellation_point(CancelKind::parallel)) platform::Threads::yield();
      for (const CancelKind kind : k_kinds)
        if (!cancellation_point(kind)) ++wrong;  // whatever is inside ends with it
      ++left;
    });
    EXPECT_EQ(left, static_cast<int>(threads));
    on_team(threads, [&](Worker&) {
      for (const CancelKind kind : k_kinds)
        if (cancellation_point(kind)) ++wrong;
    });
    EXPECT_EQ(wrong, 0);
  }
}

TEST(Cancellation, of_a_construct_is_over_with_the_barrier_behind_it) {
  const Restored restored;
  writable_global().cancellation = true;
  for (const CancelKind kind : {CancelKind::loop, CancelKind::sections}) {
    std::atomic<int> wrong{0};
    on_team(3, [&](Worker& worker) {
      for (int round = 0; round < 5; ++round) {
        if (cancellation_point(kind)) ++wrong;
        runtime::barrier(worker);
        if (worker.member->seat == 1 && !cancel(kind)) ++wrong;
        while (!cancellation_point(kind)) platform::Threads::yield();
        if (cancellation_point(CancelKind::parallel)) ++wrong;
        runtime::barrier(worker);
      }
    });
    EXPECT_EQ(wrong, 0);
  }
}

/// A sum that counts what is done with its copies.
struct Counted {
  static inline std::atomic<int> made{0};
  static inline std::atomic<int> ended{0};
  static inline std::atomic<int> combined{0};

  static void clear() { made = ended = combined = 0; }
  static void make(void* copy, void* original) {
    ++made;
    *static_cast<long*>(copy) = 1000 * *static_cast<long*>(original);
  }
  static void end(void*) { ++ended; }
  static void combine(void* into, void* copy) {
    ++combined;
    *static_cast<long*>(into) += *static_cast<long*>(copy);
  }
  static ReducedVariable of(long& shared, long* original) {
    return {&shared, original, sizeof(long), make, end, combine};
  }
  static ReducedVariable plain(long& shared) { return {&shared, nullptr, sizeof(long), nullptr, nullptr, combine}; }
};

TEST(FunctionReduction, a_copy_is_made_on_first_use_and_combined_with_the_group) {
  Worker& worker = runtime::current();
  Counted::clear();
  long sum = 5;
  long start = 3;
  long unused = 7;
  taskgroup_start(worker);
  const std::array variables{Counted::of(sum, &start), Counted::plain(unused)};
  void* const registered = register_reductions(worker, variables);
  EXPECT_EQ(Counted::made, 0);
  auto* const copy = static_cast<long*>(reduction_copy(worker, registered, &sum));
  EXPECT_EQ(*copy, 3000) << "made from the original, not from the shared one";
  EXPECT_EQ(reduction_copy(worker, registered, &sum), copy);
  EXPECT_EQ(reduction_copy(worker, nullptr, &sum), copy) << "found from the innermost group outwards";
  EXPECT_EQ(reduction_copy(worker, registered, &start), copy) << "by the original's address";
  EXPECT_EQ(reduction_copy(worker, registered, copy), copy) << "by a copy's";
  EXPECT_EQ(Counted::made, 1);
  *copy = 8;
  end_group_with_reductions(worker);
  EXPECT_EQ(sum, 13);
  EXPECT_EQ(unused, 7) << "nobody has used a copy";
  EXPECT_EQ(Counted::combined, 1);
  EXPECT_EQ(Counted::ended, 1);
}

TEST(FunctionReduction, without_functions_a_copy_starts_as_zero_or_from_the_shared_one) {
  Worker& worker = runtime::current();
  Counted::clear();
  long zeroed = 1;
  long shared = 2;
  taskgroup_start(worker);
  const std::array variables{Counted::plain(zeroed), Counted::of(shared, nullptr)};
  void* const registered = register_reductions(worker, variables);
  EXPECT_EQ(*static_cast<long*>(reduction_copy(worker, registered, &zeroed)), 0);
  EXPECT_EQ(*static_cast<long*>(reduction_copy(worker, registered, &shared)), 2000);
  end_group_with_reductions(worker);
  EXPECT_EQ(zeroed, 1);
  EXPECT_EQ(shared, 2002);
  EXPECT_EQ(Counted::ended, 1) << "only where there is a function for it";
}

TEST(FunctionReduction, copies_of_threads_lie_on_lines_of_their_own) {
  Worker& worker = runtime::current();
  struct Large {
    char bytes[100];
  };
  Large large{};
  long small = 0;
  const auto nothing = [](void*, void*) {};
  taskgroup_start(worker);
  const std::array variables{ReducedVariable{&large, nullptr, sizeof large, nullptr, nullptr, nothing},
                             ReducedVariable{&small, nullptr, sizeof small, nullptr, nullptr, nothing}};
  void* const registered = register_reductions(worker, variables);
  auto* const first = static_cast<char*>(reduction_copy(worker, registered, &large));
  auto* const second = static_cast<char*>(reduction_copy(worker, registered, &small));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first) % 64, 0u);
  EXPECT_EQ(second - first, 128);
  EXPECT_TRUE(std::all_of(first, first + 100, [](char byte) { return byte == 0; }));
  end_group_with_reductions(worker);
}

TEST(FunctionReduction, the_innermost_group_with_the_variable_counts_and_each_is_combined_with_its_own) {
  Worker& worker = runtime::current();
  long outer = 0;
  long both = 0;
  taskgroup_start(worker);
  const std::array of_outer{Counted::plain(outer), Counted::plain(both)};
  register_reductions(worker, of_outer);
  taskgroup_start(worker);
  const std::array of_inner{Counted::plain(both)};
  void* const inner = register_reductions(worker, of_inner);
  *static_cast<long*>(reduction_copy(worker, inner, &outer)) += 1;  // not there: looked for outwards
  *static_cast<long*>(reduction_copy(worker, nullptr, &both)) += 10;
  end_group_with_reductions(worker);
  EXPECT_EQ(both, 10);
  EXPECT_EQ(outer, 0) << "its group is still open";
  *static_cast<long*>(reduction_copy(worker, nullptr, &both)) += 100;
  end_group_with_reductions(worker);
  EXPECT_EQ(both, 110);
  EXPECT_EQ(outer, 1);
}

TEST(FunctionReduction, a_second_registration_in_a_group_is_found_beside_the_first) {
  Worker& worker = runtime::current();
  long first = 0;
  long second = 0;
  taskgroup_start(worker);
  const std::array one{Counted::plain(first)};
  register_reductions(worker, one);
  const std::array two{Counted::plain(second)};
  register_reductions(worker, two);
  *static_cast<long*>(reduction_copy(worker, nullptr, &first)) += 4;
  *static_cast<long*>(reduction_copy(worker, nullptr, &second)) += 5;
  end_group_with_reductions(worker);
  EXPECT_EQ(first, 4);
  EXPECT_EQ(second, 5);
}

TEST(FunctionReductionDeathTest, of_what_nobody_reduces_is_the_callers_mistake) {
  Worker& worker = runtime::current();
  long alone = 0;
  EXPECT_DEATH(reduction_copy(worker, nullptr, &alone), "no enclosing construct reduces");
  EXPECT_DEATH(register_reductions(worker, std::span<const ReducedVariable>{}), "outside any taskgroup");
}

TEST(FunctionReduction, a_team_adds_up_into_the_variable_of_the_last_to_leave) {
  for (const unsigned threads : {1u, 2u, 3u, 6u}) {
    std::mutex mutex;
    std::vector<long> totals;
    std::atomic<int> wrong{0};
    on_team(threads, [&](Worker& worker) {
      for (int round = 0; round < 20; ++round) {
        long own = 0;  // each thread has its own shared variable
        const std::array variables{Counted::plain(own)};
        void* const registered = join_team_reductions(worker, variables);
        *static_cast<long*>(reduction_copy(worker, registered, &own)) += worker.member->seat + 1;
        runtime::barrier(worker);
        end_group_with_reductions(worker);
        runtime::barrier(worker);
        if (own != 0) {
          const std::lock_guard guard(mutex);
          totals.push_back(own);
        }
        if (worker.task->group != nullptr) ++wrong;
      }
    });
    const long whole = static_cast<long>(threads) * (threads + 1) / 2;
    EXPECT_EQ(totals, std::vector<long>(20, whole)) << threads;
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace
