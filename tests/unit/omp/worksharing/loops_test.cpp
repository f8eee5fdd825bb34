// Worksharing loops on real teams, schedule by schedule: which iterations a thread gets, in which pieces, in which
// order, for loop variables of any type and direction; and what sections, singles and the construct's memory promise
// beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "omp/loop.hpp"
#include "omp/ordered.hpp"
#include "omp/parallel_loop.hpp"
#include "omp/routines.hpp"
#include "omp/single.hpp"
#include "omp/tasks.hpp"
#include "on_team.hpp"
#include "runtime/barrier.hpp"

namespace {

using namespace heddle;
using namespace heddle::omp;
using namespace heddle::omp::test;

struct Piece {
  std::uint64_t first;
  std::uint64_t last;

  friend bool operator==(const Piece&, const Piece&) = default;
};
using Pieces = std::vector<std::vector<Piece>>;  // by thread, in its order

LoopRequest loop_of(std::uint64_t trip, ScheduleKind kind, std::uint64_t chunk,
                    Monotonicity monotonicity = Monotonicity::monotonic) {
  LoopRequest request;
  request.space = counted_space(trip);
  request.schedule = {kind, chunk, monotonicity};
  return request;
}

Pieces pieces_of(unsigned threads, const LoopRequest& request) {
  Pieces pieces(threads);
  on_team(threads, [&](Worker& worker) {
    auto& own = pieces[worker.member->seat];
    for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker))
      own.push_back({range.first, range.last});
    end_loop(worker, LoopEnd::barrier);
  });
  return pieces;
}

/// All pieces of all threads, from the first iteration to the last.
std::vector<Piece> sorted(const Pieces& pieces) {
  std::vector<Piece> all;
  for (const auto& own : pieces) all.insert(all.end(), own.begin(), own.end());
  std::ranges::sort(all, {}, &Piece::first);
  return all;
}

void expect_covered(const Pieces& pieces, std::uint64_t trip, const std::string& what) {
  std::uint64_t next = 0;
  for (const Piece& piece : sorted(pieces)) {
    EXPECT_EQ(piece.first, next) << what;
    EXPECT_GT(piece.last, piece.first) << what;
    next = piece.last;
  }
  EXPECT_EQ(next, trip) << what;
}

struct StaticCase {
  unsigned threads;
  std::uint64_t trip;
  std::uint64_t chunk;
  Pieces pieces;
};

TEST(Loops, a_static_schedule_gives_each_thread_what_the_standard_says) {
  const StaticCase cases[] = {
      {1, 10, 0, {{{0, 10}}}},
      {1, 10, 3, {{{0, 10}}}},  // alone, all of it at once
      {2, 10, 0, {{{0, 5}}, {{5, 10}}}},
      {3, 10, 0, {{{0, 4}}, {{4, 7}}, {{7, 10}}}},
      {4, 10, 0, {{{0, 3}}, {{3, 6}}, {{6, 8}}, {{8, 10}}}},
      {3, 2, 0, {{{0, 1}}, {{1, 2}}, {}}},
      {2, 0, 0, {{}, {}}},
      {2, 10, 3, {{{0, 3}, {6, 9}}, {{3, 6}, {9, 10}}}},
      {3, 10, 1, {{{0, 1}, {3, 4}, {6, 7}, {9, 10}}, {{1, 2}, {4, 5}, {7, 8}}, {{2, 3}, {5, 6}, {8, 9}}}},
      {2, 10, 10, {{{0, 10}}, {}}},
      {2, 10, 100, {{{0, 10}}, {}}},
      {2, 5, 4, {{{0, 4}}, {{4, 5}}}},
  };
  for (const StaticCase& row : cases)
    EXPECT_EQ(pieces_of(row.threads, loop_of(row.trip, ScheduleKind::static_chunks, row.chunk)), row.pieces)
        << row.threads << " threads, " << row.trip << " by " << row.chunk;
}

TEST(Loops, a_dynamic_schedule_has_pieces_of_its_chunk_and_a_rest) {
  for (const unsigned threads : {2u, 3u}) {
    for (const std::uint64_t chunk : {1u, 2u, 7u, 1000u}) {
      for (const std::uint64_t trip : {0u, 1u, 7u, 50u}) {
        const Pieces pieces = pieces_of(threads, loop_of(trip, ScheduleKind::dynamic, chunk));
        const std::string what = std::to_string(trip) + " by " + std::to_string(chunk);
        expect_covered(pieces, trip, what);
        for (const Piece& piece : sorted(pieces))
          EXPECT_TRUE(piece.last - piece.first == chunk || piece.last == trip) << what;
        for (const auto& own : pieces)
          EXPECT_TRUE(std::ranges::is_sorted(own, {}, &Piece::first)) << "a monotonic thread's pieces rise: " << what;
      }
    }
  }
}

TEST(Loops, guided_pieces_are_no_smaller_than_the_chunk_and_grow_smaller) {
  for (const unsigned threads : {2u, 4u}) {
    for (const std::uint64_t chunk : {1u, 5u}) {
      const Pieces pieces = pieces_of(threads, loop_of(500, ScheduleKind::guided, chunk));
      expect_covered(pieces, 500, "guided");
      const std::vector<Piece> all = sorted(pieces);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_TRUE(all[i].last - all[i].first >= chunk || i + 1 == all.size());
        if (i > 0 && i + 1 < all.size()) {
          EXPECT_LE(all[i].last - all[i].first, all[i - 1].last - all[i - 1].first);
        }
      }
      EXPECT_GT(all.front().last - all.front().first, all.back().last - all.back().first);
    }
  }
}

TEST(Loops, whatever_a_schedule_is_called_each_iteration_is_in_one_piece) {
  for (unsigned number = 1; number < runtime::k_loop_numbers; ++number) {
    const auto kind = static_cast<ScheduleKind>(number);
    if (!is_loop_schedule(number) && kind != ScheduleKind::automatic) continue;
    for (const unsigned threads : {1u, 2u, 5u}) {
      for (const std::uint64_t chunk : {0u, 1u, 4u}) {
        for (const std::uint64_t trip : {0u, 1u, 4u, 33u, 2000u}) {
          expect_covered(pieces_of(threads, loop_of(trip, kind, chunk, Monotonicity::nonmonotonic)), trip,
                         std::string(name_of(kind)) + " of " + std::to_string(trip) + " by " + std::to_string(chunk));
        }
      }
    }
  }
}

TEST(Loops, runtime_is_what_the_program_has_set) {
  const Restored restored;
  set_schedule(runtime::current(), 1, 3);
  EXPECT_EQ(pieces_of(2, loop_of(10, ScheduleKind::runtime, 0)), (Pieces{{{0, 3}, {6, 9}}, {{3, 6}, {9, 10}}}));
  set_schedule(runtime::current(), 2, 4);
  for (const Piece& piece : sorted(pieces_of(2, loop_of(30, ScheduleKind::runtime, 0))))
    EXPECT_TRUE(piece.last - piece.first == 4 || piece.last == 30);
}

/// The values of the loop variable that a loop over this space visits.
template <class T>
std::multiset<T> values_of(unsigned threads, const LoopSpace& space, std::int64_t step, ScheduleKind kind) {
  std::multiset<T> values;
  std::mutex mutex;
  LoopRequest request = loop_of(0, kind, 2);
  request.space = space;
  on_team(threads, [&](Worker& worker) {
    for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
      const std::lock_guard guard(mutex);
      const auto last = static_cast<T>(range.last);
      for (auto at = static_cast<T>(range.first); step > 0 ? at < last : at > last; at = static_cast<T>(at + step))
        values.insert(at);
    }
    end_loop(worker, LoopEnd::nowait);
  });
  return values;
}

TEST(Loops, the_variable_goes_from_its_first_value_by_its_step) {
  for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided}) {
    EXPECT_EQ(values_of<long>(2, signed_space(-3, 4, 2), 2, kind), (std::multiset<long>{-3, -1, 1, 3}));
    EXPECT_EQ(values_of<long>(2, signed_space(5, -5, -4), -4, kind), (std::multiset<long>{5, 1, -3}));
    EXPECT_EQ(values_of<long>(3, signed_space(7, 7, 1), 1, kind), (std::multiset<long>{}));
    EXPECT_EQ(values_of<long>(3, signed_space(8, 7, 1), 1, kind), (std::multiset<long>{}));
    EXPECT_EQ(values_of<long>(2, signed_space(0, 1, 100), 100, kind), (std::multiset<long>{0}));
  }
}

TEST(OrderedLoops, an_ordered_part_runs_when_all_before_it_have) {
  for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic}) {
    for (const unsigned threads : {1u, 2u, 4u}) {
      LoopRequest request = loop_of(40, kind, 1);
      request.order = LoopOrder::ordered;
      std::vector<std::uint64_t> order;
      on_team(threads, [&](Worker& worker) {
        for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
          for (std::uint64_t i = range.first; i < range.last; ++i) {
            begin_ordered(worker);
            order.push_back(i);
            end_ordered(worker);
          }
        }
        end_loop(worker, LoopEnd::barrier);
      });
      std::vector<std::uint64_t> expected(40);
      for (std::uint64_t i = 0; i < 40; ++i) expected[i] = i;
      EXPECT_EQ(order, expected);
    }
  }
}

TEST(OrderedLoops, outside_of_an_ordered_loop_the_calls_do_nothing) {
  on_team(2, [](Worker& worker) {
    const LoopRequest request = loop_of(10, ScheduleKind::dynamic, 1);
    for (LoopRange range = start_loop(worker, request); range.any; range = next_of_loop(worker)) {
      begin_ordered(worker);
      end_ordered(worker);
    }
    end_loop(worker, LoopEnd::barrier);
  });
}

TEST(Sections, each_number_comes_once_from_zero_on_also_where_there_are_none) {
  for (const unsigned threads : {1u, 2u, 4u}) {
    for (const std::uint64_t count : {0u, 1u, 2u, 9u}) {
      std::multiset<std::uint64_t> numbers;
      std::mutex mutex;
      on_team(threads, [&](Worker& worker) {
        open_loop(worker, sections_request(count));
        for (std::uint64_t number = next_section(worker); number != UINT64_MAX; number = next_section(worker)) {
          const std::lock_guard guard(mutex);
          numbers.insert(number);
        }
        EXPECT_EQ(next_section(worker), UINT64_MAX) << "it stays at the end";
        end_loop(worker, LoopEnd::barrier);
      });
      std::multiset<std::uint64_t> expected;
      for (std::uint64_t number = 0; number < count; ++number) expected.insert(number);
      EXPECT_EQ(numbers, expected);
    }
  }
}

TEST(Singles, are_run_by_one_thread_each_and_their_values_reach_the_others) {
  for (const unsigned threads : {1u, 2u, 5u}) {
    std::atomic<int> runs{0};
    std::atomic<int> wrong{0};
    on_team(threads, [&](Worker& worker) {
      for (int round = 0; round < 30; ++round) {
        if (start_single(worker)) ++runs;
        int own = 100 + round;
        if (void* const copy = start_single_copy(worker)) {
          if (*static_cast<int*>(copy) != 100 + round) ++wrong;
        } else {
          end_single_copy(worker, &own);
        }
        runtime::barrier(worker);  // `own` is read by others until here
      }
    });
    EXPECT_EQ(runs, 30);
    EXPECT_EQ(wrong, 0);
  }
}

TEST(LoopEnds, only_the_end_of_a_cancelled_region_says_that_it_must_be_left) {
  const Restored restored;
  writable_global().cancellation = true;
  std::atomic<int> told{0};
  std::atomic<int> wrong{0};
  std::atomic<int> left{0};
  on_team(3, [&](Worker& worker) {
    start_loop(worker, loop_of(30, ScheduleKind::dynamic, 1));
    if (end_loop(worker, LoopEnd::cancellable)) ++wrong;
    ++left;
    start_loop(worker, loop_of(30, ScheduleKind::dynamic, 1));
    if (worker.member->seat == 0) {
      while (left != 3)
        std::this_thread::yield();  // a cancellation before they have looked would count for the first loop
      if (!cancel(CancelKind::parallel)) ++wrong;
      return;  // it leaves the region from inside of the loop
    }
    if (end_loop(worker, LoopEnd::cancellable)) ++told;
  });
  EXPECT_EQ(told, 2);
  EXPECT_EQ(wrong, 0);
}

TEST(CombinedLoops, are_open_when_the_body_begins_and_name_their_place) {
  static std::atomic<std::uint64_t> sum;
  for (const unsigned threads : {1u, 3u}) {
    sum = 0;
    RegionRequest region;
    region.threads = threads;
    region.body = [](void*) {
      Worker& worker = runtime::current();
      for (LoopRange range = next_of_loop(worker); range.any; range = next_of_loop(worker))
        for (std::uint64_t i = range.first; i < range.last; ++i) sum += i;
      end_loop(worker, LoopEnd::nowait);
    };
    parallel_loop(region, loop_of(101, ScheduleKind::dynamic, 2));
    EXPECT_EQ(sum, 5050u);
    sum = 0;
    begin_parallel_loop(region, loop_of(101, ScheduleKind::static_chunks, 0));
    region.body(nullptr);
    end_parallel();
    EXPECT_EQ(sum, 5050u);
  }
}

}  // namespace
