// Loops that are handed out while they run, and the calls for static ones: every schedule number, every type, bounds at
// the types' limits; each iteration runs once, and one thread is told that it has the last.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include "front/gomp/exports.hpp"
#include "front/kmpc/dispatched_loop.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::parallel;
using test::seat;

#define DISPATCH_CALLS(T, suffix)                                                                                      \
  void init(Sched schedule, const Bounds<T>& loop, std::int64_t chunk, std::int32_t modifiers = 0) {                   \
    heddle___kmpc_dispatch_init_##suffix(nullptr, 0, static_cast<std::int32_t>(schedule) | modifiers, loop.lower,      \
                                         loop.upper, loop.step, static_cast<Bounds<T>::Step>(chunk));                  \
  }                                                                                                                    \
  std::int32_t next(std::int32_t* last, T* lower, T* upper, Bounds<T>::Step* stride) {                                 \
    return heddle___kmpc_dispatch_next_##suffix(nullptr, 0, last, lower, upper, stride);                               \
  }                                                                                                                    \
  void init_of_league(Sched schedule, std::int32_t* last, const Bounds<T>& loop, std::int64_t chunk) {                 \
    heddle___kmpc_dist_dispatch_init_##suffix(nullptr, 0, static_cast<std::int32_t>(schedule), last, loop.lower,       \
                                              loop.upper, loop.step, static_cast<Bounds<T>::Step>(chunk));             \
  }                                                                                                                    \
  void init_static(Sched schedule, std::int32_t* last, Bounds<T>& loop, Bounds<T>::Step* stride, std::int64_t chunk) { \
    heddle___kmpc_for_static_init_##suffix(nullptr, 0, static_cast<std::int32_t>(schedule), last, &loop.lower,         \
                                           &loop.upper, stride, loop.step, static_cast<Bounds<T>::Step>(chunk));       \
  }                                                                                                                    \
  void init_static_of_league(Sched schedule, std::int32_t* last, Bounds<T>& loop, T* upper_of_team,                    \
                             Bounds<T>::Step* stride, std::int64_t chunk) {                                            \
    heddle___kmpc_dist_for_static_init_##suffix(nullptr, 0, static_cast<std::int32_t>(schedule), last, &loop.lower,    \
                                                &loop.upper, upper_of_team, stride, loop.step,                         \
                                                static_cast<Bounds<T>::Step>(chunk));                                  \
  }                                                                                                                    \
  void init_team_static(std::int32_t* last, Bounds<T>& loop, Bounds<T>::Step* stride, std::int64_t chunk) {            \
    heddle___kmpc_team_static_init_##suffix(nullptr, 0, last, &loop.lower, &loop.upper, stride, loop.step,             \
                                            static_cast<Bounds<T>::Step>(chunk));                                      \
  }
DISPATCH_CALLS(std::int32_t, 4)
DISPATCH_CALLS(std::uint32_t, 4u)
DISPATCH_CALLS(std::int64_t, 8)
DISPATCH_CALLS(std::uint64_t, 8u)

constexpr Sched k_dispatched[] = {
    Sched::static_chunked,   Sched::static_block,      Sched::dynamic,       Sched::guided,
    Sched::runtime,          Sched::automatic,         Sched::static_greedy, Sched::static_balanced,
    Sched::guided_iterative, Sched::guided_analytical, Sched::static_steal,  Sched::static_balanced_chunked,
    Sched::guided_simd,      Sched::runtime_simd};

// Number of the iteration with this value.
template <class T>
std::uint64_t iteration_of(const Bounds<T>& loop, T value) {
  return Bounds<T>{loop.lower, value, loop.step}.trip() - 1;
}

template <class T>
struct LoopRun {
  Bounds<T> loop;
  std::vector<std::atomic<int>> hits;
  std::atomic<int> lasts{0};
  explicit LoopRun(const Bounds<T>& whole) : loop(whole), hits(whole.trip()) {}

  // What compiled code does with its chunks.
  void take(Sched schedule, std::int64_t chunk, std::int32_t modifiers = 0) {
    init(schedule, loop, chunk, modifiers);
    take_open();
  }
  void take_open() {
    std::int32_t last = -1;
    Bounds<T> part = loop;
    while (next(&last, &part.lower, &part.upper, &part.step) != 0) {
      EXPECT_EQ(part.step, loop.step);
      EXPECT_FALSE(part.empty());
      for (std::uint64_t i = 0; i < part.trip(); ++i) ++hits.at(iteration_of(loop, part.at(i)));
      const bool has_last = iteration_of(loop, part.upper) + 1 == hits.size();
      EXPECT_EQ(last, has_last ? 1 : 0);
      lasts += last;
    }
  }
  void expect_each_once(const std::string& what) {
    for (std::size_t i = 0; i < hits.size(); ++i) ASSERT_EQ(hits[i], 1) << what << ": " << i << " of " << hits.size();
    EXPECT_EQ(lasts, hits.empty() ? 0 : 1) << what;
  }
};

template <class T>
std::vector<Bounds<T>> odd_loops() {
  constexpr T k_least = std::numeric_limits<T>::min(), k_most = std::numeric_limits<T>::max();
  return {{0, 40, 1},
          {0, 0, 1},
          {5, 4, 1},  // none
          {40, 0, -7},
          {3, 40, 9},
          {0, 5, -1},  // none, downward
          {static_cast<T>(k_most - 9), k_most, 1},
          {k_least, static_cast<T>(k_least + 9), 1},
          {static_cast<T>(k_least + 9), k_least, -1},
          {k_most, static_cast<T>(k_most - 20), -4},
          {k_least, k_most, std::numeric_limits<typename Bounds<T>::Step>::max()},
          {k_most, k_least, std::numeric_limits<typename Bounds<T>::Step>::min()}};
}

template <class T>
void run_all_schedules() {
  for (const Bounds<T>& loop : odd_loops<T>()) {
    for (const Sched schedule : k_dispatched) {
      for (const std::int64_t chunk : {-1, 0, 1, 3, 1000}) {
        LoopRun<T> run(loop);
        parallel(3, [&] { run.take(schedule, chunk); });
        run.expect_each_once(std::to_string(static_cast<int>(schedule)) + ", " + std::to_string(chunk));
      }
    }
  }
}

TEST(KmpcDispatch, every_schedule_runs_each_iteration_once_int32) { run_all_schedules<std::int32_t>(); }
TEST(KmpcDispatch, every_schedule_runs_each_iteration_once_uint32) { run_all_schedules<std::uint32_t>(); }
TEST(KmpcDispatch, every_schedule_runs_each_iteration_once_int64) { run_all_schedules<std::int64_t>(); }
TEST(KmpcDispatch, every_schedule_runs_each_iteration_once_uint64) { run_all_schedules<std::uint64_t>(); }

TEST(KmpcDispatch, modifiers_and_intels_numbers_leave_the_schedule_what_it_is) {
  EXPECT_EQ(without_modifiers(35 | k_monotonic), Sched::dynamic);
  EXPECT_EQ(without_modifiers(36 | k_nonmonotonic), Sched::guided);
  EXPECT_EQ(without_modifiers(35 + 128), Sched::dynamic);
  EXPECT_EQ(without_modifiers(159), static_cast<Sched>(159)) << "not one of Intel's";
  EXPECT_EQ(without_modifiers(192), static_cast<Sched>(192));
  for (const std::int32_t modifier : {k_monotonic, k_nonmonotonic, 128}) {
    LoopRun<std::int32_t> run({0, 99, 1});
    parallel(3, [&] {
      heddle___kmpc_dispatch_init_4(nullptr, 0, modifier == 128 ? 35 + 128 : 35 | modifier, 0, 99, 1, 4);
      run.take_open();
    });
    run.expect_each_once(std::to_string(modifier));
  }
}

TEST(KmpcDispatch, chunks_have_the_size_that_was_asked_for) {
  for (const Sched schedule : {Sched::static_chunked, Sched::dynamic, Sched::static_balanced_chunked}) {
    std::mutex lock;
    std::vector<std::pair<int, int>> chunks;
    parallel(2, [&] {
      init(schedule, Bounds<std::int32_t>{0, 22, 1}, 5);
      std::int32_t last = 0, lower = 0, upper = 0, stride = 0;
      while (next(&last, &lower, &upper, &stride) != 0) {
        const std::lock_guard guard(lock);
        chunks.emplace_back(lower, upper);
      }
    });
    std::ranges::sort(chunks);
    const std::vector<std::pair<int, int>> expected{{0, 4}, {5, 9}, {10, 14}, {15, 19}, {20, 22}};
    if (schedule == Sched::dynamic) continue;  // its chunks may be joined, see below
    EXPECT_EQ(chunks, expected) << static_cast<int>(schedule);
  }
}

TEST(KmpcDispatch, chunks_of_vectors_are_multiples_of_their_length) {
  for (const Sched schedule : {Sched::guided_simd, Sched::runtime_simd}) {
    std::atomic<int> odd{0}, sum{0};
    parallel(3, [&] {
      init(schedule, Bounds<std::int32_t>{0, 101, 1}, 8);
      std::int32_t last = 0, lower = 0, upper = 0, stride = 0;
      while (next(&last, &lower, &upper, &stride) != 0) {
        const int size = upper - lower + 1;
        sum += size;
        if (lower % 8 != 0 || (size % 8 != 0 && upper != 101)) ++odd;
      }
    });
    EXPECT_EQ(odd, 0);
    EXPECT_EQ(sum, 102);
  }
}

TEST(KmpcDispatch, what_schedule_runtime_comes_to_for_vectors) {
  const auto dealt = [](std::int32_t bits, std::int64_t chunk) { return dealing_of(runtime::current(), bits, chunk); };
  constexpr auto k_runtime_simd = static_cast<std::int32_t>(Sched::runtime_simd);
  heddle_omp_set_schedule(2, 3);  // dynamic
  EXPECT_EQ(dealt(k_runtime_simd, 8).unit, 8U);
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.kind, omp::ScheduleKind::dynamic);
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.chunk, 3U);
  heddle_omp_set_schedule(3, 3);  // guided
  EXPECT_EQ(dealt(k_runtime_simd, 8).unit, 24U) << "multiples of its chunk size, too";
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.kind, omp::ScheduleKind::guided);
  heddle_omp_set_schedule(1, 3);  // static
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.kind, omp::ScheduleKind::static_chunks);
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.chunk, 3U);
  heddle_omp_set_schedule(1, 0);
  EXPECT_EQ(dealt(k_runtime_simd, 8).schedule.chunk, 0U) << "one block";
  EXPECT_EQ(dealt(k_runtime_simd, 0).unit, 1U);
  EXPECT_EQ(dealt(static_cast<std::int32_t>(Sched::dynamic), 8).unit, 1U);
}

TEST(KmpcDispatch, places_where_answers_are_not_wanted_may_be_null) {
  int sum = 0;
  init(Sched::dynamic, Bounds<std::int32_t>{1, 10, 3}, 1);
  std::int32_t lower = 0, upper = 0;
  while (next(nullptr, &lower, &upper, nullptr) != 0)
    for (int i = lower; i <= upper; i += 3) sum += i;
  EXPECT_EQ(sum, 1 + 4 + 7 + 10);
  EXPECT_EQ(next(nullptr, &lower, &upper, nullptr), 0) << "it stays empty";
}

TEST(KmpcDispatch, a_loop_that_is_left_early_does_not_disturb_the_next) {
  LoopRun<std::int64_t> run({0, 63, 1});
  parallel(2, [&] {
    std::int64_t lower = 0, upper = 0;
    init(Sched::dynamic, Bounds<std::int64_t>{0, 1000, 1}, 1);
    next(nullptr, &lower, &upper, nullptr);
    if (seat() == 0) {
      heddle___kmpc_dispatch_fini_8(nullptr, 0);
      heddle___kmpc_dispatch_deinit(nullptr, 0);
      EXPECT_EQ(next(nullptr, &lower, &upper, nullptr), 0);
    }
    run.take(Sched::guided, 1);  // the other one leaves it by beginning the next
  });
  run.expect_each_once("guided");
}

TEST(KmpcDispatch, ordered_loops_run_their_ordered_parts_in_order) {
  for (const Sched schedule : {Sched::ordered_static_chunked, Sched::ordered_static, Sched::ordered_dynamic,
                               Sched::ordered_guided, Sched::ordered_runtime, Sched::ordered_auto}) {
    EXPECT_EQ(order_of(schedule), omp::LoopOrder::ordered);
    std::vector<int> order;
    parallel(3, [&] {
      init(schedule, Bounds<std::int32_t>{30, 1, -1}, 2);
      std::int32_t last = 0, lower = 0, upper = 0, stride = 0;
      while (next(&last, &lower, &upper, &stride) != 0) {
        for (int i = lower; i >= upper; --i) {
          heddle___kmpc_ordered(nullptr, 0);
          order.push_back(i);
          heddle___kmpc_end_ordered(nullptr, 0);
          heddle___kmpc_dispatch_fini_4(nullptr, 0);
        }
      }
    });
    ASSERT_EQ(order.size(), 30U) << static_cast<int>(schedule);
    EXPECT_TRUE(std::ranges::is_sorted(order, std::greater<>())) << static_cast<int>(schedule);
  }
  EXPECT_EQ(order_of(Sched::dynamic), omp::LoopOrder::none);
  EXPECT_EQ(order_of(Sched::distribute_static), omp::LoopOrder::none);
}

// -- leagues ---------------------------------------------------------------------------------------------------------

template <class Body>
void teams(int count, Body body) {
  void (*code)(ThreadNumber*, ThreadNumber*, Body*) = [](ThreadNumber*, ThreadNumber*, Body* it) { (*it)(); };
  heddle___kmpc_push_num_teams(nullptr, 0, count, 0);
  heddle___kmpc_fork_teams(nullptr, 1, test::as_microtask(code), &body);
}

template <class T>
void run_in_leagues() {
  for (const Bounds<T>& loop : odd_loops<T>()) {
    for (const int league : {1, 3, 5}) {
      LoopRun<T> run(loop);
      std::atomic<int> last_teams{0};
      teams(league, [&] {
        parallel(2, [&] {
          std::int32_t last = -1;
          init_of_league(Sched::dynamic, &last, loop, 2);
          std::int32_t has_last = 0;
          Bounds<T> part = loop;
          while (next(&has_last, &part.lower, &part.upper, &part.step) != 0)
            for (std::uint64_t i = 0; i < part.trip(); ++i) ++run.hits.at(iteration_of(loop, part.at(i)));
          if (seat() == 0) last_teams += last;
        });
      });
      run.lasts = last_teams.load();
      run.expect_each_once("a league of " + std::to_string(league));
    }
  }
}

TEST(KmpcDispatch, the_teams_of_a_league_share_a_loop_that_their_threads_share) {
  run_in_leagues<std::int32_t>();
  run_in_leagues<std::uint32_t>();
  run_in_leagues<std::int64_t>();
  run_in_leagues<std::uint64_t>();
}

// -- static loops ----------------------------------------------------------------------------------------------------

// What compiled code does with a share: one block, or chunks a stride apart.
template <class T>
void run_share(LoopRun<T>& run, Bounds<T> part, typename Bounds<T>::Step stride, bool chunks, T upper) {
  const Bounds<T> whole{run.loop.lower, upper, run.loop.step};
  if (part.empty() || whole.empty()) return;
  const std::uint64_t size = part.trip();
  std::uint64_t first = iteration_of(run.loop, part.lower);
  const auto apart = static_cast<std::uint64_t>(std::int64_t{stride} / std::int64_t{run.loop.step});
  ASSERT_TRUE(!chunks || apart != 0);
  do {
    for (std::uint64_t i = first; i < first + size && i < whole.trip(); ++i) ++run.hits.at(i);
    first += apart;
  } while (chunks && first < whole.trip());
}

template <class T>
void run_static() {
  for (const Bounds<T>& loop : {Bounds<T>{0, 40, 1}, Bounds<T>{40, 1, -3}, Bounds<T>{7, 7, 5}, Bounds<T>{2, 1, 1}}) {
    for (const auto& [schedule, chunk] :
         {std::pair(Sched::static_block, 0), std::pair(Sched::static_chunked, 4), std::pair(Sched::static_chunked, 0),
          std::pair(Sched::static_chunked, -2), std::pair(Sched::static_balanced_chunked, 3)}) {
      LoopRun<T> run(loop);
      parallel(3, [&, schedule = schedule, chunk = chunk] {
        std::int32_t last = -1;
        Bounds<T> mine = loop;
        typename Bounds<T>::Step stride = 99;
        init_static(schedule, &last, mine, &stride, chunk);
        run_share(run, mine, stride, schedule != Sched::static_block, loop.upper);
        run.lasts += last;
        heddle___kmpc_for_static_fini(nullptr, 0);
      });
      run.expect_each_once(std::to_string(static_cast<int>(schedule)) + ", " + std::to_string(chunk));
    }
  }
}

TEST(KmpcStatic, the_calls_deal_each_iteration_out_once) {
  run_static<std::int32_t>();
  run_static<std::uint32_t>();
  run_static<std::int64_t>();
  run_static<std::uint64_t>();
}

TEST(KmpcStatic, an_empty_loop_keeps_its_bounds) {
  std::int32_t last = 7, stride = 7;
  Bounds<std::int32_t> loop{5, 3, 1};
  init_static(Sched::static_block, &last, loop, &stride, 1);
  EXPECT_EQ(loop.lower, 5);
  EXPECT_EQ(loop.upper, 3);
  EXPECT_EQ(last, 0);
  EXPECT_EQ(stride, 1);
  std::int32_t upper_of_team = -1;
  last = 7;
  init_static_of_league(Sched::static_block, &last, loop, &upper_of_team, &stride, 1);
  EXPECT_EQ(upper_of_team, 3);
  EXPECT_EQ(last, 0);
}

TEST(KmpcStatic, answers_that_are_not_wanted_are_not_given) {
  Bounds<std::uint64_t> loop{10, 19, 1};
  init_static(Sched::static_block, nullptr, loop, nullptr, 1);
  EXPECT_EQ(loop.lower, 10U);
  EXPECT_EQ(loop.upper, 19U) << "alone, a thread has it all";
  Bounds<std::uint64_t> none{10, 9, 1};
  init_static(Sched::static_block, nullptr, none, nullptr, 1);
  std::uint64_t upper = 0;
  init_static_of_league(Sched::static_block, nullptr, none, &upper, nullptr, 1);
  EXPECT_EQ(upper, 9U);
}

template <class T>
void run_static_in_leagues() {
  for (const Bounds<T>& loop : {Bounds<T>{0, 40, 1}, Bounds<T>{40, 1, -3}, Bounds<T>{0, 1, 1}}) {
    for (const auto& [schedule, chunk] : {std::pair(Sched::static_block, 0), std::pair(Sched::static_chunked, 2)}) {
      LoopRun<T> run(loop);
      teams(4, [&, schedule = schedule, chunk = chunk] {
        parallel(2, [&] {
          std::int32_t last = -1;
          Bounds<T> mine = loop;
          T upper_of_team = 0;
          typename Bounds<T>::Step stride = 0;
          init_static_of_league(schedule, &last, mine, &upper_of_team, &stride, chunk);
          run_share(run, mine, stride, schedule != Sched::static_block, upper_of_team);
          run.lasts += last;
        });
      });
      run.expect_each_once("by teams, then by threads, " + std::to_string(static_cast<int>(schedule)));
    }
    LoopRun<T> run(loop);
    teams(3, [&] {
      std::int32_t last = -1;
      Bounds<T> mine = loop;
      typename Bounds<T>::Step stride = 0;
      init_team_static(&last, mine, &stride, 4);
      run_share(run, mine, stride, true, loop.upper);
      run.lasts += last;
    });
    run.expect_each_once("chunks go round the teams");
    LoopRun<T> blocks(loop);
    teams(3, [&] {
      std::int32_t last = -1;
      Bounds<T> mine = loop;
      typename Bounds<T>::Step stride = 0;
      init_static(Sched::distribute_static, &last, mine, &stride, 0);
      run_share(blocks, mine, stride, false, loop.upper);
      blocks.lasts += last;
    });
    blocks.expect_each_once("a block a team");
  }
}

TEST(KmpcStatic, leagues_deal_each_iteration_out_once) {
  run_static_in_leagues<std::int32_t>();
  run_static_in_leagues<std::uint32_t>();
  run_static_in_leagues<std::int64_t>();
  run_static_in_leagues<std::uint64_t>();
}

}  // namespace
}  // namespace heddle::kmpc
