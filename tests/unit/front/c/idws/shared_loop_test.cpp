// The loops behind idws.h: each iteration once, over many loops without a barrier.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include "front/c/idws_loop.hpp"
#include "heddle/idws.h"
#include "platform/threads/threads.hpp"

namespace {

using heddle::platform::Threads;
using Loop = heddle::idws::SharedLoop<Threads>;

void together(unsigned threads, const auto& body) {
  std::vector<std::thread> team;
  for (unsigned seat = 0; seat < threads; ++seat) team.emplace_back([&body, seat] { body(seat); });
  for (std::thread& member : team) member.join();
}

TEST(SharedLoop, a_single_thread_runs_all_in_order) {
  Loop loop(1);
  ASSERT_TRUE(loop.enter(0, 1000));
  std::uint64_t expected = 0;
  for (auto strip = loop.next(0); !strip.empty(); strip = loop.next(0)) {
    EXPECT_EQ(strip.first, expected);
    expected = strip.last;
  }
  EXPECT_EQ(expected, 1000u);
}

TEST(SharedLoop, what_an_absent_thread_would_have_run_waits_for_it) {
  Loop loop(2);
  ASSERT_TRUE(loop.enter(0, 100));
  std::uint64_t run = 0;
  for (auto strip = loop.next(0); !strip.empty(); strip = loop.next(0)) run += strip.last - strip.first;
  EXPECT_EQ(run, 50u);
}

TEST(SharedLoop, a_thread_takes_from_the_one_with_most_left) {
  Loop loop(3);
  for (const unsigned seat : {0u, 1u, 2u}) ASSERT_TRUE(loop.enter(seat, 300));
  loop.drop(0);
  loop.next(2);  // it has fewer left than seat 1 now
  EXPECT_EQ(loop.next(0).first, 150u);
}

TEST(SharedLoop, nothing_is_taken_from_a_thread_that_is_in_another_loop) {
  Loop loop(2);
  ASSERT_TRUE(loop.enter(0, 100));
  ASSERT_TRUE(loop.enter(1, 100));
  loop.leave(1);
  ASSERT_TRUE(loop.enter(1, 100));  // the second loop
  loop.drop(0);
  EXPECT_TRUE(loop.next(0).empty());
}

TEST(SharedLoop, a_thread_that_is_in_a_loop_cannot_enter_another) {
  Loop loop(1);
  EXPECT_TRUE(loop.enter(0, 10));
  EXPECT_FALSE(loop.enter(0, 10));
  loop.leave(0);
  EXPECT_TRUE(loop.enter(0, 10));
}

TEST(SharedLoop, loops_longer_than_32_bits_are_covered) {
  Loop loop(2);
  constexpr std::uint64_t k_trip = std::uint64_t{1} << 40;
  ASSERT_TRUE(loop.enter(1, k_trip));
  std::uint64_t last = 0;
  for (auto strip = loop.next(1); !strip.empty(); strip = loop.next(1)) {
    if (last == 0) {
      EXPECT_NEAR(static_cast<double>(strip.first), static_cast<double>(k_trip / 2), 512);  // whole units
    } else {
      EXPECT_EQ(strip.first, last);
    }
    last = strip.last;
  }
  EXPECT_EQ(last, k_trip);
}

TEST(SharedLoop, each_iteration_of_many_loops_runs_once_without_barriers) {
  constexpr unsigned k_threads = 4;
  constexpr unsigned k_loops = 400;
  constexpr std::uint64_t k_most = 97;
  Loop loop(k_threads);
  const auto counts = std::make_unique<std::atomic<int>[]>(k_loops * k_most);
  together(k_threads, [&](unsigned seat) {
    for (unsigned number = 0; number < k_loops; ++number) {
      ASSERT_TRUE(loop.enter(seat, number % k_most));
      for (auto strip = loop.next(seat); !strip.empty(); strip = loop.next(seat))
        for (std::uint64_t i = strip.first; i < strip.last; ++i) counts[number * k_most + i].fetch_add(1);
      loop.leave(seat);
    }
  });
  for (unsigned number = 0; number < k_loops; ++number)
    for (std::uint64_t i = 0; i < k_most; ++i)
      ASSERT_EQ(counts[number * k_most + i].load(), i < number % k_most ? 1 : 0) << number << ' ' << i;
}

const heddle_idws_caller k_caller{.thread = 0, .expected_threads = 1, .threads = 1, .level = 1};

TEST(IdwsDeath, wrong_calls_end_the_process_and_are_named) {
  EXPECT_DEATH(heddle_idws_enter(&k_caller, 10), "IDWS_prologue before IDWS::IDWS_Initialize");
  EXPECT_DEATH(heddle_idws_initialize(0), "IDWS::IDWS_Initialize.*0 threads");
  heddle_idws_initialize(2);
  heddle_idws_caller caller = k_caller;
  caller.level = 0;
  EXPECT_DEATH(heddle_idws_enter(&caller, 10), "outside a parallel region");
  caller = k_caller;
  caller.thread = 1;
  EXPECT_DEATH(heddle_idws_enter(&caller, 10), "tid is 1 in a team of 1");
  caller.threads = 3;
  EXPECT_DEATH(heddle_idws_enter(&caller, 10), "team of 3 threads.*found 2");
  heddle_idws_loop* loop = heddle_idws_enter(&k_caller, 10);
  EXPECT_DEATH(heddle_idws_enter(&k_caller, 10), "in such a loop already");
  heddle_idws_leave(loop, 0);
  heddle_idws_finalize();
  EXPECT_DEATH(heddle_idws_enter(&k_caller, 10), "IDWS_prologue before IDWS::IDWS_Initialize");
}

}  // namespace
