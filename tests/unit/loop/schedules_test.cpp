// Every schedule hands out every iteration exactly once, whatever the trip, the chunk size and the number of threads,
// next to the limits of 64 bits too; those that promise it, in rising order per seat.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "loop/counter/counter.hpp"
#include "loop/static/static.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace {

using namespace heddle;
using graph::Chunk;
using graph::LoopCursor;
using graph::LoopShape;
using P = platform::Threads;
using Schedule = graph::LoopSchedule<P>;
using Policy = runtime::LoopPolicy<P>;

/// A row of the table of loop schedules: a new row is tested unasked.
class EverySchedule : public testing::TestWithParam<Policy> {
 protected:
  const runtime::LoopTraits& traits() const { return GetParam().traits; }

  std::unique_ptr<Schedule> made = GetParam().make({});
  Schedule& schedule = *made;
};

std::vector<Policy> all_but(bool runtime::LoopTraits::* trait) {
  std::vector<Policy> policies;
  for (const Policy& policy : runtime::loop_schedules<P>())
    if (trait == nullptr || !(policy.traits.*trait)) policies.push_back(policy);
  return policies;
}
std::string name_of(const testing::TestParamInfo<Policy>& row) { return row.param.name; }
INSTANTIATE_TEST_SUITE_P(All, EverySchedule, testing::ValuesIn(all_but(nullptr)), name_of);

std::vector<Chunk> chunks_of(Schedule& schedule, graph::Seat seat) {
  std::vector<Chunk> chunks;
  LoopCursor cursor;
  for (Chunk chunk = schedule.take(seat, cursor); !chunk.empty(); chunk = schedule.take(seat, cursor)) {
    chunks.push_back(chunk);
  }
  return chunks;
}

/// Each seat takes its chunks in a thread of its own.
std::vector<std::vector<Chunk>> take_concurrently(Schedule& schedule, std::uint32_t threads) {
  std::vector<std::vector<Chunk>> taken(threads);
  std::vector<std::thread> seats;
  for (std::uint32_t seat = 0; seat < threads; ++seat) {
    seats.emplace_back([&, seat] { taken[seat] = chunks_of(schedule, seat); });
  }
  for (std::thread& seat : seats) seat.join();
  return taken;
}

void expect_each_once(const std::vector<std::vector<Chunk>>& taken, const LoopShape& shape) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> ranges;
  for (const auto& chunks : taken) {
    for (std::size_t i = 0; i < chunks.size(); ++i) {
      ASSERT_LT(chunks[i].first, chunks[i].last);
      ASSERT_LE(chunks[i].last, shape.trip);
      ASSERT_TRUE(ranges.insert({chunks[i].first, chunks[i].last}).second);
    }
  }
  std::uint64_t next = 0;
  for (const auto& [first, last] : ranges) {
    ASSERT_EQ(first, next) << "no iteration is skipped or handed out twice";
    next = last;
  }
  ASSERT_EQ(next, shape.trip);
}

class RisingSchedule : public EverySchedule {};
INSTANTIATE_TEST_SUITE_P(All, RisingSchedule, testing::ValuesIn(all_but(&runtime::LoopTraits::balances)), name_of);

TEST_P(RisingSchedule, hands_a_seat_its_chunks_in_rising_order) {
  schedule.open({10'000, 3, 3});
  for (const auto& chunks : take_concurrently(schedule, 3)) {
    for (std::size_t i = 1; i < chunks.size(); ++i) ASSERT_GE(chunks[i].first, chunks[i - 1].last);
  }
}

TEST_P(EverySchedule, hands_out_each_iteration_once) {
  for (const std::uint64_t trip : {0u, 1u, 2u, 3u, 7u, 64u, 1000u, 4096u}) {
    for (const std::uint64_t chunk : {0u, 1u, 2u, 3u, 16u, 999u, 1000u, 5000u}) {
      for (const std::uint32_t threads : {1u, 2u, 3u, 5u}) {
        SCOPED_TRACE(std::to_string(trip) + " iterations by " + std::to_string(chunk) + " for " +
                     std::to_string(threads));
        const LoopShape shape{trip, chunk, threads};
        schedule.open(shape);
        expect_each_once(take_concurrently(schedule, threads), shape);
      }
    }
  }
}

TEST_P(EverySchedule, is_right_next_to_the_limit_of_64_bits) {
  for (const std::uint64_t trip : {UINT64_MAX, UINT64_MAX - 1, (std::uint64_t{1} << 63) + 1}) {
    for (const std::uint64_t chunk : {UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 3 + 7, std::uint64_t{1} << 60}) {
      const LoopShape shape{trip, chunk, 3};
      schedule.open(shape);
      expect_each_once(take_concurrently(schedule, 3), shape);
    }
  }
}

TEST_P(EverySchedule, is_right_for_the_longest_loop_without_a_chunk_size) {
  if (GetParam().name == std::string("dynamic")) GTEST_SKIP() << "takes one iteration at a time";
  const LoopShape shape{UINT64_MAX, 0, 3};
  schedule.open(shape);
  expect_each_once(take_concurrently(schedule, 3), shape);
}

TEST_P(EverySchedule, a_seat_that_is_alone_runs_everything_but_what_a_static_split_gives_to_others) {
  const LoopShape shape{1000, 7, 4};
  schedule.open(shape);
  std::vector<std::vector<Chunk>> taken(1, chunks_of(schedule, 2));
  if (traits().fixed) {
    EXPECT_EQ(taken[0].size(), 36u) << "every fourth of 143 chunks";
  } else {
    expect_each_once(taken, shape);
  }
}

TEST_P(EverySchedule, hands_out_nothing_more_once_stopped) {
  for (const std::uint64_t trip : {std::uint64_t{100}, UINT64_MAX}) {
    schedule.open({trip, 10, 2});
    LoopCursor cursor;
    EXPECT_FALSE(schedule.take(0, cursor).empty());
    schedule.stop();
    EXPECT_TRUE(schedule.take(0, cursor).empty());
    LoopCursor other;
    EXPECT_TRUE(schedule.take(1, other).empty());
  }
}

TEST_P(EverySchedule, can_be_used_again_after_a_stop) {
  schedule.open({100, 10, 1});
  schedule.stop();
  const LoopShape shape{50, 4, 2};
  schedule.open(shape);
  expect_each_once(take_concurrently(schedule, 2), shape);
}

TEST(Static, without_chunk_size_each_seat_has_one_block_and_the_larger_come_first) {
  loop::Static<P> schedule;
  schedule.open({11, 0, 4});
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> expected = {{0, 3}, {3, 6}, {6, 9}, {9, 11}};
  for (graph::Seat seat = 0; seat < 4; ++seat) {
    const std::vector<Chunk> chunks = chunks_of(schedule, seat);
    ASSERT_EQ(chunks.size(), 1u);
    EXPECT_EQ(chunks[0].first, expected[seat].first);
    EXPECT_EQ(chunks[0].last, expected[seat].second);
  }
}

TEST(Static, with_chunk_size_chunks_go_round_by_seat) {
  loop::Static<P> schedule;
  schedule.open({23, 4, 3});
  for (graph::Seat seat = 0; seat < 3; ++seat) {
    std::uint64_t number = seat;
    for (const Chunk& chunk : chunks_of(schedule, seat)) {
      EXPECT_EQ(chunk.first, number * 4);
      EXPECT_EQ(chunk.last, std::min<std::uint64_t>(number * 4 + 4, 23));
      number += 3;
    }
  }
}

TEST(Static, the_owner_of_an_iteration_is_the_seat_whose_block_has_it) {
  for (const std::uint64_t trip : {1u, 2u, 3u, 10u, 11u, 100u}) {
    for (const std::uint32_t threads : {1u, 2u, 3u, 7u, 16u}) {
      for (graph::Seat seat = 0; seat < threads; ++seat) {
        const Chunk block = loop::static_block(trip, threads, seat);
        for (std::uint64_t i = block.first; i < block.last; ++i) {
          ASSERT_EQ(loop::static_block_owner(trip, threads, i), seat) << i << " of " << trip << " for " << threads;
        }
      }
    }
  }
}

TEST(Dynamic, all_chunks_but_the_last_have_the_size_asked_for) {
  loop::Counter<P, loop::EqualChunks> schedule;
  schedule.open({103, 10, 2});
  const std::vector<Chunk> chunks = chunks_of(schedule, 0);
  ASSERT_EQ(chunks.size(), 11u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(chunks[i].last - chunks[i].first, 10u);
  EXPECT_EQ(chunks[10].last - chunks[10].first, 3u);
}

TEST(Guided, a_chunk_is_what_is_left_divided_by_the_threads_and_at_least_the_size_asked_for) {
  loop::Counter<P, loop::ShrinkingChunks> schedule;
  schedule.open({1000, 7, 4});
  std::uint64_t left = 1000;
  for (const Chunk& chunk : chunks_of(schedule, 2)) {
    const std::uint64_t size = chunk.last - chunk.first;
    EXPECT_EQ(size, std::min(left, std::max<std::uint64_t>(7, (left + 3) / 4)));
    left -= size;
  }
  EXPECT_EQ(left, 0u);
}

}  // namespace
