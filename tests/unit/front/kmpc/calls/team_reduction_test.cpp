// reduction(task, ...): the copies are the whole team's, in which tasks of any thread take part; the last thread that
// leaves combines them into its own variable. Both descriptions of a variable that compilers have written.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <set>

#include "front/kmpc/abi.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::parallel;
using test::seat;
using test::spawn;

constexpr int k_most = 4;

void (*add)(void*, void*) = [](void* into, void* from) { *static_cast<long*>(into) += *static_cast<long*>(from); };

void* code(auto* function) noexcept { return reinterpret_cast<void*>(function); }

/// Each thread's own variable, into which one of them combines.
using Sums = std::array<long, k_most>;

ReducedInput described(long& variable, void (*initialise)(void*, void*), void (*end)(void*) = nullptr) {
  return {&variable, &variable, sizeof variable, code(initialise), code(end), code(add), 0};
}

/// Each thread makes tasks that add 1 to 10. @returns what the variables come to
Sums sums_of(int threads, std::int32_t worksharing) {
  Sums sums{};
  parallel(threads, [&] {
    long& mine = sums[static_cast<std::size_t>(seat())];
    const ReducedInput input = described(mine, [](void* copy, void*) { *static_cast<long*>(copy) = 0; });
    void* const registered = heddle___kmpc_taskred_modifier_init(nullptr, 0, worksharing, 1, &input);
    EXPECT_NE(registered, nullptr);
    for (long i = 1; i <= 10; ++i) {
      spawn([registered, &mine, i] {
        *static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &mine)) += i;
      });
    }
    heddle___kmpc_task_reduction_modifier_fini(nullptr, 0, worksharing);
  });
  return sums;
}

TEST(KmpcTeamReduction, all_tasks_of_a_team_come_together_in_one_threads_variable) {
  for (const std::int32_t worksharing : {0, 1}) {
    for (const int threads : {1, 2, 4}) {
      const Sums sums = sums_of(threads, worksharing);
      EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 55 * threads) << threads;
      EXPECT_EQ(std::ranges::count(sums, 0), k_most - 1) << "in one, and in no other";
    }
  }
}

TEST(KmpcTeamReduction, one_construct_follows_another) {
  for (int round = 0; round < 20; ++round) {
    const Sums sums = sums_of(3, 0);
    ASSERT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 55 * 3) << round;
  }
}

TEST(KmpcTeamReduction, a_tasks_copy_is_its_threads_and_found_by_anybodys_variable) {
  static std::atomic<int> initialised, ended;
  initialised = ended = 0;
  std::array<std::atomic<void*>, k_most> copies{};
  std::atomic<int> there{0};
  Sums sums{};
  parallel(3, [&] {
    long& mine = sums[static_cast<std::size_t>(seat())];
    const ReducedInput input = described(
        mine,
        [](void* copy, void* original) {
          EXPECT_EQ(*static_cast<long*>(original), 0);
          ++initialised;
          *static_cast<long*>(copy) = 0;
        },
        [](void*) { ++ended; });
    void* const registered = heddle___kmpc_taskred_modifier_init(nullptr, 0, 0, 1, &input);
    auto* const copy = static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &mine));
    copies[static_cast<std::size_t>(seat())] = copy;
    *copy = 1 + seat();
    EXPECT_EQ(heddle___kmpc_task_reduction_get_th_data(0, nullptr, &mine), copy) << "in the innermost group";
    ++there;
    while (there < 3) platform::Threads::yield();
    void* const others = copies[static_cast<std::size_t>((seat() + 1) % 3)];
    EXPECT_EQ(heddle___kmpc_task_reduction_get_th_data(0, registered, others), copy)
        << "a task is given the copy of the thread that made it, and asks for its own";
    heddle___kmpc_task_reduction_modifier_fini(nullptr, 0, 0);
  });
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 1 + 2 + 3);
  EXPECT_EQ(std::set<void*>(copies.begin(), copies.begin() + 3).size(), 3u) << "each has its own";
  EXPECT_EQ(initialised, 3) << "once a thread, however often it asks";
  EXPECT_EQ(ended, 3);
}

TEST(KmpcTeamReduction, a_thread_that_asks_for_no_copy_adds_nothing) {
  static std::atomic<int> initialised, combined;
  initialised = combined = 0;
  Sums sums{};
  parallel(3, [&] {
    long& mine = sums[static_cast<std::size_t>(seat())];
    ReducedInput input = described(mine, [](void* copy, void*) {
      ++initialised;
      *static_cast<long*>(copy) = 0;
    });
    void (*count)(void*, void*) = [](void* into, void* from) {
      ++combined;
      add(into, from);
    };
    input.combine = code(count);
    void* const registered = heddle___kmpc_taskred_modifier_init(nullptr, 0, 0, 1, &input);
    if (seat() == 1) *static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &mine)) = 7;
    heddle___kmpc_task_reduction_modifier_fini(nullptr, 0, 0);
  });
  EXPECT_EQ(initialised, 1);
  EXPECT_EQ(combined, 1);
  EXPECT_EQ(std::accumulate(sums.begin(), sums.end(), 0L), 7);
}

// Before Clang 9: no original, and an initialiser that is given the copy alone; none means zero.
TEST(KmpcTeamReduction, variables_of_older_compilers_are_reduced_alike) {
  std::array<std::array<long, 2>, k_most> products{};
  for (auto& each : products) each = {1, 0};
  parallel(2, [&] {
    auto& mine = products[static_cast<std::size_t>(seat())];
    void (*one)(void*) = [](void* copy) { *static_cast<long*>(copy) = 1; };
    void (*multiply)(void*, void*) = [](void* into, void* from) {
      *static_cast<long*>(into) *= *static_cast<long*>(from);
    };
    const OldReducedInput inputs[] = {{&mine[0], sizeof(long), code(one), nullptr, code(multiply), 0},
                                      {&mine[1], sizeof(long), nullptr, nullptr, code(add), 0}};
    void* const registered = heddle___kmpc_task_reduction_modifier_init(nullptr, 0, 0, 2, inputs);
    for (int i = 0; i < 5; ++i) {
      spawn([registered, &mine] {
        *static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &mine[0])) *= 2;
        *static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &mine[1])) += 3;
      });
    }
    heddle___kmpc_task_reduction_modifier_fini(nullptr, 0, 0);
  });
  EXPECT_EQ(products[0][0] * products[1][0], 1024);
  EXPECT_EQ(products[0][1] + products[1][1], 30);
}

TEST(KmpcTeamReductionDeathTest, what_no_construct_reduces_is_refused) {
  long sum = 0;
  static long other;
  const ReducedInput input = described(sum, nullptr);
  EXPECT_DEATH(
      {
        heddle___kmpc_taskgroup(nullptr, 0);
        void* const registered = heddle___kmpc_taskred_init(0, 1, &input);
        heddle___kmpc_task_reduction_get_th_data(0, registered, &other);
      },
      "an in_reduction clause for what no enclosing construct reduces");
  EXPECT_DEATH(heddle___kmpc_taskred_init(0, 1, &input), "registered outside any taskgroup");
}

}  // namespace
}  // namespace heddle::kmpc
