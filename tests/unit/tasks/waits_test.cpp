// Tasks that wait for each other's values: what is no circle is not taken for one.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "heddle/heddle.hpp"

namespace {

constexpr std::chrono::milliseconds k_a_while(5);

using heddle::in;
using heddle::out;

// The task that is waited for runs above another's wait on the same stack: that wait is none of its affair.
TEST(TasksThatWait, for_one_that_runs_above_another_wait_are_in_no_circle) {
  for (int round = 0; round < 20; ++round) {
    heddle::scope({.workers = 3}, [&] {
      std::atomic<bool> runs{false};
      std::atomic<bool> both{false};
      int x = 0;
      std::atomic<bool> known{false};
      heddle::future<int> above;
      heddle::future<int> second;
      const heddle::future<int> first = heddle::async({.name = "waits below"}, [&] {
        heddle::spawn(
            [&x] {
              std::this_thread::sleep_for(k_a_while);
              x = 1;
            },
            out(x));
        above = heddle::async(
            [&] {
              runs = true;
              std::this_thread::sleep_for(k_a_while);
              return x;
            },
            in(x));
        known = true;
        while (!both) std::this_thread::yield();
        return second.get();
      });
      second = heddle::async({.name = "waits for what runs above"}, [&] {
        while (!known || !runs) std::this_thread::yield();
        return above.get();
      });
      both = true;
      int value = 0;
      EXPECT_NO_THROW(value = first.get());
      EXPECT_EQ(value, 1);
    });
  }
}

// Whoever has filled a queue runs more of the same at once; but not what comes later and may wait for its creator.
TEST(TasksThatWait, for_their_creator_do_not_run_inside_of_spawn_because_a_queue_was_full_before) {
  for (const unsigned workers : {2U, 3U, 4U}) {
    heddle::scope({.workers = workers}, [] {
      std::atomic<int> runs{0};
      for (int i = 0; i < 2000; ++i) heddle::spawn([&runs] { ++runs; });
      heddle::wait();
      EXPECT_EQ(runs, 2000);
      heddle::event known;
      heddle::spawn([&known] { known.wait(); });  // inside of spawn it would wait for ever
      known.complete();
      heddle::wait();
    });
  }
}

}  // namespace
