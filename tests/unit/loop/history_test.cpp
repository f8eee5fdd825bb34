// What a team makes of its memory of loops, in simulated time: the balance of the paper's five distributions without
// any, and the split of a loop that is run again.
#include <gtest/gtest.h>

#include "loop/idws/idws.hpp"
#include "simulated_seats.hpp"

namespace {

using namespace heddle;
using namespace heddle::loop_test;
using graph::LoopShape;
using graph::Seat;

constexpr std::uint64_t k_trip = 100'000;

Cost regular() {
  return [](std::uint64_t, Seat) { return 50; };
}
Cost dense_begin() {
  return [](std::uint64_t i, Seat) { return i < k_trip / 8 ? 400 : 2; };
}
Cost dense_end() {
  return [](std::uint64_t i, Seat) { return i >= k_trip - k_trip / 8 ? 400 : 2; };
}
Cost random_work() {
  return [](std::uint64_t i, Seat) { return base::mix_bits(i) % 100; };
}
Cost periodic() {
  return [](std::uint64_t i, Seat) { return i % 16 == 0 ? 500 : 2; };
}

class History : public testing::Test {
 protected:
  LoopShape shape(std::uint32_t threads = 2) const { return {k_trip, 1, threads, 64, 4711}; }
  Seat first_of(const SimulatedRun& run, Seat seat) const { return static_cast<Seat>(run.chunks[seat].at(0).first); }

  loop::LoopHistory<Clocked> history{8};
  loop::Idws<Clocked> schedule{loop::IdwsTuning{}, &history};
};

TEST_F(History, each_of_the_five_distributions_is_balanced_to_two_per_cent_without_any) {
  for (const Cost& cost : {regular(), dense_begin(), dense_end(), random_work(), periodic()}) {
    for (const std::uint32_t threads : {2u, 4u, 8u}) {
      loop::Idws<Clocked> without;
      const SimulatedRun run = simulate(without, shape(threads), cost);
      EXPECT_TRUE(run.each_once);
      EXPECT_LE(run.makespan_ns * threads, run.work_ns * 102 / 100 + 10'000 * threads) << threads << " seats";
    }
  }
}

TEST_F(History, a_loop_run_again_starts_from_the_split_that_balances_it) {
  LoopShape its = shape();
  for (const Cost& cost : {dense_begin(), dense_end()}) {
    its.site += 1;
    simulate(schedule, its, cost);
    simulate(schedule, its, cost);
    const SimulatedRun run = simulate(schedule, its, cost);
    EXPECT_TRUE(run.each_once);
    EXPECT_LE(run.makespan_ns * 2, run.work_ns * 102 / 100 + 20'000);
    EXPECT_GE(run.at_home(0), 0.95) << "hardly anything is stolen";
    EXPECT_GE(run.at_home(1), 0.95);
  }
}

TEST_F(History, a_split_that_balances_is_kept_as_it_is) {
  for (int i = 0; i < 3; ++i) simulate(schedule, shape(), dense_begin());
  const Seat split = first_of(simulate(schedule, shape(), dense_begin()), 1);
  EXPECT_LT(split, k_trip / 8) << "seat 0 has half of the dense eighth";
  for (int i = 0; i < 5; ++i) EXPECT_EQ(first_of(simulate(schedule, shape(), dense_begin()), 1), split);
}

TEST_F(History, an_even_loop_keeps_its_equal_blocks) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(first_of(simulate(schedule, shape(), regular()), 1), (k_trip - 1) / 2);
}

TEST_F(History, a_slow_core_gets_less) {
  const Cost slow = [](std::uint64_t, Seat seat) { return seat == 1 ? 100 : 50; };
  for (int i = 0; i < 4; ++i) simulate(schedule, shape(), slow);
  const SimulatedRun run = simulate(schedule, shape(), slow);
  EXPECT_NEAR(first_of(run, 1), k_trip * 2 / 3, k_trip / 20);
  EXPECT_GE(run.at_home(0), 0.9);
}

TEST_F(History, a_split_that_misleads_is_forgotten) {
  for (int i = 0; i < 12; ++i) {
    const SimulatedRun run = simulate(schedule, shape(), i % 2 == 0 ? dense_begin() : dense_end());
    EXPECT_TRUE(run.each_once);
  }
  EXPECT_EQ(first_of(simulate(schedule, shape(), dense_end()), 1), (k_trip - 1) / 2);
  EXPECT_EQ(first_of(simulate(schedule, shape(), dense_begin()), 1), (k_trip - 1) / 2);
}

TEST_F(History, loops_of_another_place_length_or_team_are_other_loops) {
  for (int i = 0; i < 4; ++i) simulate(schedule, shape(), dense_begin());
  LoopShape elsewhere = shape();
  elsewhere.site = 4712;
  EXPECT_EQ(first_of(simulate(schedule, elsewhere, dense_begin()), 1), (k_trip - 1) / 2);
  LoopShape nowhere = shape();
  nowhere.site = 0;
  EXPECT_EQ(first_of(simulate(schedule, nowhere, dense_begin()), 1), (k_trip - 1) / 2);
  EXPECT_EQ(first_of(simulate(schedule, shape(4), dense_begin()), 1), (k_trip - 1) / 4);
  EXPECT_LT(first_of(simulate(schedule, shape(), dense_begin()), 1), k_trip / 8) << "and this one is still known";
}

TEST_F(History, more_places_than_are_remembered_lose_no_iteration) {
  for (std::uintptr_t site = 1; site < 200; ++site) {  // three times as many
    const LoopShape its{200 + site, 1, static_cast<std::uint32_t>(2 + site % 7), 64, site};
    for (int i = 0; i < 2; ++i) {
      EXPECT_TRUE(simulate(schedule, its, [](std::uint64_t k, Seat) { return k < 100 ? 2'000 : 1; }).each_once);
    }
  }
}

TEST_F(History, a_crowded_team_starts_from_equal_blocks) {
  LoopShape crowded = shape(4);
  crowded.processors = 2;
  for (int i = 0; i < 4; ++i) simulate(schedule, crowded, dense_begin());
  EXPECT_EQ(first_of(simulate(schedule, crowded, dense_begin()), 1), (k_trip - 1) / 4);
}

TEST(LoopRecord, notes_that_say_nothing_make_a_split_all_the_same) {
  loop::LoopRecord<Clocked> record;
  record.make_room(3);
  const LoopShape shape{100, 1, 3, 64, 1};
  record.begin_run(shape, 99);
  record.judge({.entered_ns = 0, .dry_ns = 1, .left_ns = 1'000'000});
  record.begin_run(shape, 99);
  std::uint32_t last = 0;
  for (Seat seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(record.share(seat).first, last);
    last = record.share(seat).last;
  }
  EXPECT_EQ(last, 99u);
}

}  // namespace
