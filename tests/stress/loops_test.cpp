// The balancing loop schedules on real threads: each iteration once, in many short loops and in uneven ones, with more
// threads than processors, and where the loop is stopped.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <functional>
#include <vector>

#include "loop/idws/idws.hpp"
#include "loop/steal/steal.hpp"
#include "platform/threads/threads.hpp"
#include "stress.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Schedule = graph::LoopSchedule<P>;

/// Work that the compiler keeps, so much for each iteration.
void spend(std::uint64_t rounds) {
  volatile std::uint64_t sink = 0;
  for (std::uint64_t i = 0; i < rounds; ++i) sink = sink + i;
}

struct Loops {
  Schedule& schedule;
  int threads;
  std::uint64_t most;  // iterations

  /// Loops of changing length, one after the other: each iteration runs once before the next loop begins.
  void run(const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& rounds) {
    std::vector<std::atomic<int>> runs(most);
    std::atomic<std::uint64_t> wrong{0};
    const stress::Deadline deadline;
    std::uint64_t trip = 0;
    std::uint64_t loops = 0;
    bool goes_on = true;
    const auto next_loop = [&]() noexcept {
      for (std::uint64_t i = 0; i < trip; ++i) wrong += runs[i].exchange(0) != 1;
      trip = (++loops * 0x9e3779b97f4a7c15u >> 20) % most;
      schedule.open({trip, loops % 3, static_cast<std::uint32_t>(threads)});
      goes_on = !deadline.over();
    };
    next_loop();
    std::barrier meet(threads, next_loop);
    stress::run_together(threads, [&](int seat) {
      while (goes_on) {
        graph::LoopCursor cursor;
        for (auto chunk = schedule.take(static_cast<graph::Seat>(seat), cursor); !chunk.empty();
             chunk = schedule.take(static_cast<graph::Seat>(seat), cursor)) {
          for (std::uint64_t i = chunk.first; i < chunk.last; ++i) {
            spend(rounds(i, trip));
            ++runs[i];
          }
        }
        meet.arrive_and_wait();
      }
    });
    EXPECT_EQ(wrong, 0u) << "iterations lost or run twice in " << loops << " loops";
    EXPECT_GT(loops, 1u);
  }
};

template <class S>
class LoopStress : public testing::Test {
 public:
  S schedule;
};
using Balancing = testing::Types<loop::Steal<P>, loop::Idws<P>>;
TYPED_TEST_SUITE(LoopStress, Balancing);

TYPED_TEST(LoopStress, short_loops_lose_and_double_nothing) {
  Loops{this->schedule, 2, 64}.run([](std::uint64_t, std::uint64_t) { return 0; });
}
TYPED_TEST(LoopStress, crowded_short_loops_lose_and_double_nothing) {
  Loops{this->schedule, 8, 200}.run([](std::uint64_t i, std::uint64_t) { return i % 7; });
}
TYPED_TEST(LoopStress, loops_whose_work_lies_at_their_end_lose_and_double_nothing) {
  Loops{this->schedule, 3, 20'000}.run(
      [](std::uint64_t i, std::uint64_t trip) { return i > trip - trip / 8 ? 300 : 0; });
}
TYPED_TEST(LoopStress, loops_whose_work_lies_at_their_beginning_lose_and_double_nothing) {
  Loops{this->schedule, 4, 20'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 8 ? 300 : 0; });
}

TEST(BalancingLoopStress, most_loaded_victims_lose_and_double_nothing) {
  loop::Steal<P> schedule(loop::Victims::most_loaded);
  Loops{schedule, 4, 2'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 8 ? 300 : 0; });
}
TEST(BalancingLoopStress, seats_that_keep_much_and_are_asked_often_lose_and_double_nothing) {
  loop::Idws<P> schedule({.batch_ns = 1'000'000, .strips = 64, .first_batch = 1'000, .part_kept = 1, .looks = 4});
  Loops{schedule, 3, 5'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 4 ? 200 : 0; });
}

}  // namespace
