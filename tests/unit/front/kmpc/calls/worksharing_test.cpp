// Constructs that share work or exclude others, reductions, and iterations that wait for others by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <vector>

#include "front/gomp/exports.hpp"
#include "front/kmpc/doacross.hpp"
#include "front/kmpc/kmp_settings.hpp"
#include "front/kmpc/reduce.hpp"
#include "omp/settings.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::barrier;
using test::parallel;
using test::seat;
using test::team_size;

TEST(KmpcSharing, nobody_passes_a_barrier_before_all_have_come) {
  std::atomic<int> come{0};
  parallel(4, [&] {
    for (int round = 1; round <= 50; ++round) {
      ++come;
      if (round % 2 == 0) {
        barrier();
      } else {
        EXPECT_EQ(heddle___kmpc_cancel_barrier(nullptr, 0), 0);
      }
      EXPECT_GE(come, 4 * round);
    }
  });
}

TEST(KmpcSharing, the_master_of_a_barrier_lets_the_others_go_when_it_is_through) {
  std::atomic<int> come{0};
  std::atomic<bool> through{false};
  std::atomic<int> masters{0};
  parallel(3, [&] {
    ++come;
    if (heddle___kmpc_barrier_master(nullptr, 0) != 0) {
      EXPECT_EQ(seat(), 0);
      through = true;
      heddle___kmpc_end_barrier_master(nullptr, 0);
    }
    EXPECT_TRUE(through) << "the others wait for its end";
    EXPECT_EQ(come, 3);
    masters += heddle___kmpc_barrier_master_nowait(nullptr, 0);
  });
  EXPECT_EQ(masters, 1);
}

TEST(KmpcSharing, one_thread_is_told_to_run_a_single) {
  std::array<std::atomic<int>, 40> ran{};
  parallel(4, [&] {
    for (auto& each : ran) {
      if (heddle___kmpc_single(nullptr, 0) == 0) continue;
      ++each;
      heddle___kmpc_end_single(nullptr, 0);
    }
  });
  for (const auto& each : ran) EXPECT_EQ(each, 1);
}

TEST(KmpcSharing, masked_and_master_choose_by_seat) {
  std::atomic<int> masters{0}, third{0}, none{0};
  parallel(4, [&] {
    masters += heddle___kmpc_master(nullptr, 0);
    third += heddle___kmpc_masked(nullptr, 0, 2) * (seat() == 2 ? 1 : 100);
    none += heddle___kmpc_masked(nullptr, 0, 9) + heddle___kmpc_masked(nullptr, 0, -1);
    heddle___kmpc_end_master(nullptr, 0);
    heddle___kmpc_end_masked(nullptr, 0);
    heddle___kmpc_scope(nullptr, 0, nullptr);
    heddle___kmpc_end_scope(nullptr, 0, nullptr);
  });
  EXPECT_EQ(masters, 1);
  EXPECT_EQ(third, 1);
  EXPECT_EQ(none, 0);
}

TEST(KmpcSharing, values_of_a_single_reach_all_threads) {
  parallel(4, [] {
    for (int round = 1; round <= 20; ++round) {
      const std::int32_t ran = heddle___kmpc_single(nullptr, 0);
      int value = ran != 0 ? round * 7 : -seat();
      heddle___kmpc_copyprivate(
          nullptr, 0, sizeof value, &value, [](void* to, void* from) { std::memcpy(to, from, sizeof(int)); }, ran);
      EXPECT_EQ(value, round * 7);
      const std::int32_t again = heddle___kmpc_single(nullptr, 0);
      int own = round * 100;
      const void* const theirs = heddle___kmpc_copyprivate_light(nullptr, 0, again != 0 ? &own : nullptr);
      EXPECT_EQ(*static_cast<const int*>(theirs), round * 100);
      EXPECT_EQ(theirs == &own, again != 0);
      barrier();
    }
  });
}

TEST(KmpcSharing, each_section_is_run_once_and_their_number_ends_them) {
  for (const std::int32_t count : {-1, 0, 1, 2, 17}) {
    std::vector<std::atomic<int>> ran(20);
    parallel(3, [&] {
      heddle___kmpc_sections_init(nullptr, 0);
      for (;;) {
        const std::int32_t section = heddle___kmpc_next_section(nullptr, 0, count);
        EXPECT_LE(section, std::max(count, 0) == 0 ? count : count);
        if (section == count) break;
        ++ran.at(static_cast<std::size_t>(section));
      }
      heddle___kmpc_end_sections(nullptr, 0);
      barrier();
    });
    for (int i = 0; i < 20; ++i) EXPECT_EQ(ran[static_cast<std::size_t>(i)], i < count ? 1 : 0) << count;
  }
}

TEST(KmpcSharing, a_critical_section_holds_one_thread_and_each_name_is_its_own) {
  static SectionWords first, second;
  int counted = 0;
  std::atomic<int> inside{0};
  parallel(4, [&] {
    for (int i = 0; i < 500; ++i) {
      i % 2 == 0 ? heddle___kmpc_critical(nullptr, 0, &first) : heddle___kmpc_critical_with_hint(nullptr, 0, &first, 4);
      EXPECT_EQ(++inside, 1);
      ++counted;
      heddle___kmpc_critical(nullptr, 0, &second);  // another name: no deadlock
      heddle___kmpc_end_critical(nullptr, 0, &second);
      --inside;
      heddle___kmpc_end_critical(nullptr, 0, &first);
    }
  });
  EXPECT_EQ(counted, 4 * 500);
}

TEST(KmpcSharingDeathTest, wrong_calls_are_named) {
  static SectionWords unused;
  EXPECT_DEATH(heddle___kmpc_end_critical(nullptr, 0, &unused), "__kmpc_end_critical, called from 0x.*nobody is in");
  EXPECT_DEATH(heddle___kmpc_cancel(nullptr, 0, 0), "__kmpc_cancel, called from 0x.*none of parallel");
  EXPECT_DEATH(heddle___kmpc_cancellationpoint(nullptr, 0, 5), "__kmpc_cancellationpoint, called.*none of parallel");
}

TEST(KmpcSharing, cancellation_does_nothing_where_it_is_off) {
  parallel(2, [] {
    for (std::int32_t which = 1; which <= 4; ++which) {
      EXPECT_EQ(heddle___kmpc_cancel(nullptr, 0, which), 0);
      EXPECT_EQ(heddle___kmpc_cancellationpoint(nullptr, 0, which), 0);
    }
    EXPECT_EQ(heddle___kmpc_cancel_barrier(nullptr, 0), 0);
  });
}

TEST(KmpcSharing, a_cancelled_region_is_left_at_its_points_and_barriers) {
  omp::writable_global().cancellation = true;
  std::atomic<int> left{0};
  parallel(3, [&] {
    if (seat() == 1) {
      EXPECT_EQ(heddle___kmpc_cancel(nullptr, 0, 1), 1);
      ++left;
      return;
    }
    if (heddle___kmpc_cancel_barrier(nullptr, 0) != 0) ++left;
    EXPECT_EQ(heddle___kmpc_cancellationpoint(nullptr, 0, 1), 1);
    EXPECT_EQ(heddle_kmp_get_cancellation_status(1), 1);
    EXPECT_EQ(heddle_kmp_get_cancellation_status(9), 0);
  });
  EXPECT_EQ(left, 3);
  std::atomic<int> next{0};
  parallel(3, [&] { next += heddle___kmpc_cancellationpoint(nullptr, 0, 1); });
  EXPECT_EQ(next, 0) << "the next region is another";
  omp::writable_global().cancellation = false;
}

TEST(KmpcSharing, a_cancelled_loop_ends_for_the_others_too) {
  omp::writable_global().cancellation = true;
  std::atomic<int> iterations{0};
  parallel(2, [&] {
    heddle___kmpc_dispatch_init_4(nullptr, 0, 35, 0, 99999, 1, 1);
    std::int32_t last = 0, lower = 0, upper = 0, stride = 0;
    while (heddle___kmpc_dispatch_next_4(nullptr, 0, &last, &lower, &upper, &stride) != 0) {
      ++iterations;
      if (heddle___kmpc_cancel(nullptr, 0, 2) != 0) break;
    }
    heddle___kmpc_cancel_barrier(nullptr, 0);
  });
  EXPECT_LT(iterations, 1000);
  omp::writable_global().cancellation = false;
}

// -- reductions ------------------------------------------------------------------------------------------------------

struct Copies {
  long* sum;
};

// What the compiler makes of reduction(+: sum).
long reduce(int threads, const Ident* at, bool nowait, std::array<std::atomic<int>, 3>& ways) {
  static SectionWords words;
  long total = 0;
  parallel(threads, [&, at] {
    for (int round = 0; round < 20; ++round) {
      long mine = seat() + 1;
      Copies copies{&mine};
      const omp::CombineCopies combine = [](void* into, void* from) {
        *static_cast<Copies*>(into)->sum += *static_cast<Copies*>(from)->sum;
      };
      auto* const note = const_cast<Ident*>(at);
      const std::int32_t way = nowait ? heddle___kmpc_reduce_nowait(note, 0, 1, sizeof copies, &copies, combine, &words)
                                      : heddle___kmpc_reduce(note, 0, 1, sizeof copies, &copies, combine, &words);
      ++ways.at(static_cast<std::size_t>(way));
      if (way == 1) total += mine;
      if (way == 2) __atomic_fetch_add(&total, mine, __ATOMIC_RELAXED);
      if (way == 1 || (way == 2 && !nowait))
        nowait ? heddle___kmpc_end_reduce_nowait(nullptr, 0, &words) : heddle___kmpc_end_reduce(nullptr, 0, &words);
      if (!nowait) {
        EXPECT_EQ(__atomic_load_n(&total, __ATOMIC_RELAXED) % (team_size() * (team_size() + 1) / 2), 0)
            << "behind the barrier, all have brought theirs";
        barrier();
      }
    }
  });
  return total;
}

class ReductionWay {
 public:
  explicit ReductionWay(const char* name) { apply_setting("KMP_FORCE_REDUCTION", name); }
  ~ReductionWay() { apply_setting("KMP_FORCE_REDUCTION", "atomic"); }
};

TEST(KmpcReduction, every_way_adds_up_what_all_threads_bring) {
  const Ident with_atomics{0, k_atomic_reduction, 0, 0, nullptr};
  const Ident without{0, 0, 0, 0, nullptr};
  for (const char* const forced : {"critical", "tree", "atomic"}) {
    const ReductionWay way(forced);
    for (const int threads : {1, 2, 5}) {
      for (const Ident* at : {&with_atomics, &without, static_cast<const Ident*>(nullptr)}) {
        for (const bool nowait : {false, true}) {
          std::array<std::atomic<int>, 3> ways{};
          EXPECT_EQ(reduce(threads, at, nowait, ways), 20L * threads * (threads + 1) / 2) << forced << threads;
          const std::string_view name = forced;
          if (name == "critical") {
            EXPECT_EQ(ways[1], 20 * threads) << "one at a time";
          }
          if (name == "tree" && threads > 1) {
            EXPECT_EQ(ways[1], 20) << "one root each time";
            EXPECT_EQ(ways[0], 20 * (threads - 1)) << "of the others it has been done";
          }
          if (name == "atomic" && threads > 1 && at == &with_atomics) {
            EXPECT_EQ(ways[2], 20 * threads);
          }
          if (name == "atomic" && at != &with_atomics) {
            EXPECT_EQ(ways[2], 0) << "that code does not exist";
          }
        }
      }
    }
  }
}

// Tasks that take part: each thread's copy begins as the neutral element, and all come together.
TEST(KmpcReduction, tasks_of_a_group_reduce_into_the_original) {
  static std::atomic<int> initialised, ended;
  initialised = ended = 0;
  long sum = 1000;
  parallel(4, [&sum] {
    if (seat() != 0) return;
    void (*initialise)(void*, void*) = [](void* copy, void*) {
      ++initialised;
      *static_cast<long*>(copy) = 0;
    };
    void (*end)(void*) = [](void*) { ++ended; };
    void (*combine)(void*, void*) = [](void* into, void* from) {
      *static_cast<long*>(into) += *static_cast<long*>(from);
    };
    ReducedInput input{&sum,
                       &sum,
                       sizeof sum,
                       reinterpret_cast<void*>(initialise),
                       reinterpret_cast<void*>(end),
                       reinterpret_cast<void*>(combine),
                       0};
    heddle___kmpc_taskgroup(nullptr, 0);
    void* const registered = heddle___kmpc_taskred_init(0, 1, &input);
    for (int i = 1; i <= 100; ++i) {
      test::spawn([registered, i, &sum] {
        auto* const mine = static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &sum));
        EXPECT_NE(mine, nullptr);
        EXPECT_EQ(mine, heddle___kmpc_task_reduction_get_th_data(0, nullptr, &sum)) << "found by its variable, too";
        *mine += i;
      });
    }
    heddle___kmpc_end_taskgroup(nullptr, 0);
    EXPECT_EQ(sum, 1000 + 5050);
  });
  EXPECT_GE(initialised, 1);
  EXPECT_EQ(initialised, ended) << "each copy's life ends";
}

TEST(KmpcReduction, descriptions_of_older_compilers_are_understood) {
  long product = 3;
  parallel(2, [&product] {
    if (seat() != 0) return;
    void (*initialise)(void*) = [](void* copy) { *static_cast<long*>(copy) = 1; };
    void (*combine)(void*, void*) = [](void* into, void* from) {
      *static_cast<long*>(into) *= *static_cast<long*>(from);
    };
    OldReducedInput input{
        &product, sizeof product, reinterpret_cast<void*>(initialise), nullptr, reinterpret_cast<void*>(combine), 0};
    heddle___kmpc_taskgroup(nullptr, 0);
    void* const registered = heddle___kmpc_task_reduction_init(0, 1, &input);
    for (int i = 0; i < 10; ++i)
      test::spawn([registered, &product] {
        *static_cast<long*>(heddle___kmpc_task_reduction_get_th_data(0, registered, &product)) *= 2;
      });
    heddle___kmpc_end_taskgroup(nullptr, 0);
  });
  EXPECT_EQ(product, 3 * 1024);
}

// -- doacross --------------------------------------------------------------------------------------------------------

TEST(KmpcDoacross, an_iteration_waits_for_the_ones_that_it_names) {
  constexpr int k_rows = 12, k_columns = 7;
  for (const std::int64_t step : {1, -2}) {
    std::array<std::array<std::atomic<int>, k_columns>, k_rows> done{};
    parallel(3, [&, step] {
      const std::int64_t first = step > 0 ? 0 : 2 * (k_rows - 1);
      const NestDimension nest[] = {{first, first + step * (k_rows - 1), step}, {10, 10 + k_columns - 1, 1}};
      heddle___kmpc_doacross_init(nullptr, 0, 2, nest);
      EXPECT_EQ(doacross_dimensions(), 2U);
      for (int row = seat(); row < k_rows; row += team_size()) {
        for (int column = 0; column < k_columns; ++column) {
          const std::int64_t here = first + step * row;
          const std::int64_t above[] = {here - step, 10 + column};
          const std::int64_t before[] = {here, 10 + column - 1};
          heddle___kmpc_doacross_wait(nullptr, 0, above);
          heddle___kmpc_doacross_wait(nullptr, 0, before);
          if (row > 0) {
            EXPECT_EQ(done[static_cast<std::size_t>(row - 1)][static_cast<std::size_t>(column)], 1);
          }
          ++done[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
          const std::int64_t self[] = {here, 10 + column};
          EXPECT_TRUE(doacross_holds(self));
          heddle___kmpc_doacross_post(nullptr, 0, self);
        }
      }
      heddle___kmpc_doacross_fini(nullptr, 0);
      EXPECT_EQ(doacross_dimensions(), 0U);
    });
    for (const auto& row : done)
      for (const auto& each : row) EXPECT_EQ(each, 1);
  }
}

TEST(KmpcDoacross, values_that_name_no_iteration_are_not_waited_for) {
  parallel(1, [] {
    const NestDimension nest[] = {{0, 9, 3}};
    heddle___kmpc_doacross_init(nullptr, 0, 1, nest);
    for (const std::int64_t value : {std::int64_t{-3}, std::int64_t{12}, INT64_MAX, INT64_MIN}) {
      EXPECT_FALSE(doacross_holds(&value)) << value;
      heddle___kmpc_doacross_wait(nullptr, 0, &value);
      heddle___kmpc_doacross_post(nullptr, 0, &value);
    }
    for (const std::int64_t value : {0, 3, 6, 9}) EXPECT_TRUE(doacross_holds(&value));
    heddle___kmpc_doacross_fini(nullptr, 0);
    const NestDimension empty[] = {{5, 4, 1}, {4, 5, -1}};
    heddle___kmpc_doacross_init(nullptr, 0, 2, empty);
    const std::int64_t some[] = {5, 4};
    EXPECT_FALSE(doacross_holds(some));
    heddle___kmpc_doacross_wait(nullptr, 0, some);
    heddle___kmpc_doacross_fini(nullptr, 0);
  });
}

TEST(KmpcDoacross, without_an_open_loop_the_calls_do_nothing) {
  const std::int64_t value = 1;
  heddle___kmpc_doacross_wait(nullptr, 0, &value);
  heddle___kmpc_doacross_post(nullptr, 0, &value);
  heddle___kmpc_doacross_fini(nullptr, 0);
  EXPECT_EQ(doacross_dimensions(), 0U);
  EXPECT_FALSE(doacross_holds(&value));
}

TEST(KmpcDoacross, a_loop_that_was_cancelled_gives_way_to_the_next_and_inner_ones_are_their_own) {
  heddle_omp_set_max_active_levels(2);
  parallel(2, [] {
    const NestDimension nest[] = {{0, 9, 1}};
    heddle___kmpc_doacross_init(nullptr, 0, 1, nest);  // and nobody ends it
    barrier();
    const NestDimension two[] = {{0, 9, 1}, {0, 3, 1}};
    heddle___kmpc_doacross_init(nullptr, 0, 2, two);
    EXPECT_EQ(doacross_dimensions(), 2U);
    parallel(1, [] {
      EXPECT_EQ(doacross_dimensions(), 0U) << "that is the outer region's";
      const NestDimension inner[] = {{0, 1, 1}};
      heddle___kmpc_doacross_init(nullptr, 0, 1, inner);
      EXPECT_EQ(doacross_dimensions(), 1U);
      heddle___kmpc_doacross_fini(nullptr, 0);
    });
    EXPECT_EQ(doacross_dimensions(), 2U);
    heddle___kmpc_doacross_fini(nullptr, 0);
  });
  heddle_omp_set_max_active_levels(1);
}

TEST(KmpcDoacrossDeathTest, a_nest_of_no_loops_is_refused) {
  const NestDimension nest[] = {{0, 9, 1}};
  EXPECT_DEATH(heddle___kmpc_doacross_init(nullptr, 0, 0, nest), "a doacross loop nest of no loops");
  EXPECT_DEATH(heddle___kmpc_doacross_init(nullptr, 0, 65, nest), "a doacross loop nest of no loops");
}

}  // namespace
}  // namespace heddle::kmpc
