// The balancing loop schedules on real threads: each iteration once, in many short loops and in uneven ones, with more
// threads than processors, and where the loop is stopped.
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <functional>
#include <vector>

#include "loop/brief/brief.hpp"
#include "loop/idws/idws.hpp"
#include "loop/interrupts/interrupt_loop.hpp"
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

/// HEDDLE_STRESS_LOOPS=1000000 ./stress: so many loops each test, however long that takes.
std::uint64_t loops_asked_for() {
  const char* text = std::getenv("HEDDLE_STRESS_LOOPS");
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

/// Until the deadline, or so many loops as were asked for.
class Enough {
 public:
  bool reached(std::uint64_t loops) const { return asked_for_ != 0 ? loops >= asked_for_ : deadline_.over(); }

 private:
  const std::uint64_t asked_for_ = loops_asked_for();
  stress::Deadline deadline_;
};

struct Loops {
  Schedule& schedule;
  int threads;
  std::uint64_t most;  // iterations

  /// Loops of changing length, one after the other: each iteration runs once before the next loop begins.
  void run(const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& rounds) {
    std::vector<std::atomic<int>> runs(most);
    std::atomic<std::uint64_t> wrong{0};
    const Enough enough;
    std::uint64_t trip = 0;
    std::uint64_t loops = 0;
    bool goes_on = true;
    const auto next_loop = [&]() noexcept {
      for (std::uint64_t i = 0; i < trip; ++i) wrong += runs[i].exchange(0) != 1;
      trip = (++loops * 0x9e3779b97f4a7c15u >> 20) % most;
      schedule.open({trip, loops % 3, static_cast<std::uint32_t>(threads), 2, 1 + trip % 7});
      goes_on = !enough.reached(loops);
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
  loop::Steal<P, loop::MostLoaded> schedule;
  Loops{schedule, 4, 2'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 8 ? 300 : 0; });
}
TEST(BalancingLoopStress, seats_that_keep_much_and_are_asked_often_lose_and_double_nothing) {
  loop::Idws<P> schedule({.batch_ns = 1'000'000, .strips = 64, .first_batch = 1'000, .part_kept = 1, .looks = 4});
  Loops{schedule, 3, 5'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 4 ? 200 : 0; });
}

TEST(BalancingLoopStress, loops_that_are_remembered_lose_and_double_nothing) {
  loop::LoopHistory<P> history(8);
  loop::Idws<P> schedule({}, &history);
  Loops{schedule, 2, 20'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 8 ? 300 : 0; });
}

/// Much is kept in long strips, so that thieves have to ask, and interrupt.
loop::IdwsTuning interrupted() {
  return {.batch_ns = 1'000'000,
          .strips = 4,
          .first_batch = 1'000,
          .part_kept = 1,
          .part_run = 4,
          .looks = 4,
          .signals = loop::Signals::allowed};
}

TEST(BalancingLoopStress, seats_that_are_interrupted_lose_and_double_nothing) {
  ASSERT_TRUE(P::allow_interrupts());
  loop::Idws<P> schedule(interrupted());
  Loops{schedule, 3, 5'000}.run([](std::uint64_t i, std::uint64_t trip) { return i < trip / 4 ? 200 : 0; });
}
TEST(BalancingLoopStress, short_loops_whose_seats_are_interrupted_lose_and_double_nothing) {
  ASSERT_TRUE(P::allow_interrupts());
  loop::Idws<P> schedule(interrupted());
  Loops{schedule, 4, 64}.run([](std::uint64_t i, std::uint64_t) { return i % 7; });
}

/// A loop as idws.h writes it. @param run  called for each iteration
template <class Run>
void interrupt_driven(loop::InterruptLoop<P>& loop, graph::Seat seat, const graph::LoopShape& shape, Run run) {
  auto& words = loop.enter(seat, shape.trip, shape.threads);
  do {
    // order: relaxed (all) — the owner's own words, or acquired with the reply.
    std::uint64_t i = words.start.load(std::memory_order_relaxed);
    for (std::uint64_t done = 0;; ++i, ++done) {
      words.processed.store(done, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (i >= words.end.load(std::memory_order_relaxed)) break;
      run(i);
    }
  } while (loop.forage(seat));
}

/// Loops one after the other without a barrier in between; each thread counts what it has run of each.
void stress_interrupt_driven(int threads, std::uint64_t most, std::uint64_t cost) {
  ASSERT_TRUE(P::allow_interrupts());
  loop::InterruptLoop<P> loop;
  loop.make_room(static_cast<std::uint32_t>(threads));
  constexpr std::uint64_t k_round = 64;  // loops between two barriers
  std::vector<std::atomic<std::uint64_t>> sums(k_round);
  std::atomic<std::uint64_t> wrong{0};
  const Enough enough;
  std::uint64_t loops = 0;
  bool goes_on = true;
  const auto trip_of = [&](std::uint64_t number) { return (number * 0x9e3779b97f4a7c15u >> 20) % most; };
  std::barrier meet(threads, [&]() noexcept {
    for (std::uint64_t number = 0; number < k_round; ++number) {
      const std::uint64_t trip = trip_of(loops + number);
      wrong += sums[number].exchange(0) != trip * (trip + 1) / 2 + (trip << 32);
    }
    loops += k_round;
    goes_on = !enough.reached(loops);
  });
  stress::run_together(threads, [&](int seat) {
    while (goes_on) {
      for (std::uint64_t number = 0; number < k_round; ++number) {
        const graph::LoopShape shape{trip_of(loops + number), 1, static_cast<std::uint32_t>(threads)};
        std::uint64_t sum = 0;
        interrupt_driven(loop, static_cast<graph::Seat>(seat), shape, [&](std::uint64_t i) {
          spend(i < shape.trip / 4 ? cost : 0);
          sum += i + 1 + (std::uint64_t{1} << 32);
        });
        sums[number] += sum;
      }
      meet.arrive_and_wait();
    }
  });
  EXPECT_EQ(wrong, 0u) << "loops with iterations lost or run twice, of " << loops;
}

/// Loops one after the other without a barrier, in regions that end with one; numbers of regions begin anew on the way.
void stress_brief(int threads, std::uint64_t cost) {
  constexpr std::uint64_t k_round = 64;  // loops of a region
  const auto seats_count = static_cast<std::uint32_t>(threads);
  loop::BriefSeats<P> seats;
  seats.make_room(seats_count);
  std::vector<std::atomic<std::uint64_t>> sums(k_round);
  std::atomic<std::uint64_t> wrong{0};
  const Enough enough;
  std::uint64_t region = 8192 - 10;
  std::uint64_t loops = 0;
  bool goes_on = true;
  const auto trip_of = [&](std::uint64_t number) {
    return ((loops + number) * 0x9e3779b97f4a7c15u >> 20) % (16 * seats_count + 1);
  };
  std::barrier meet(threads, [&]() noexcept {
    for (std::uint64_t number = 0; number < k_round; ++number) {
      const std::uint64_t trip = trip_of(number);
      wrong += sums[number].exchange(0) != trip * (trip + 1) / 2 + (trip << 32);
    }
    loops += k_round;
    seats.begin_region(++region);
    goes_on = !enough.reached(loops);
  });
  stress::run_together(threads, [&](int id) {
    const auto seat = static_cast<graph::Seat>(id);
    loop::Brief<P> loop;
    loop.join(seats);
    while (goes_on) {
      for (std::uint64_t number = 0; number < k_round; ++number) {
        loop.open({.trip = trip_of(number), .chunk = 1, .threads = seats_count, .number = {region, number + 1}});
        graph::LoopCursor cursor;
        std::uint64_t sum = 0;
        for (auto chunk = loop.take(seat, cursor); !chunk.empty(); chunk = loop.take(seat, cursor)) {
          for (std::uint64_t i = chunk.first; i < chunk.last; ++i) {
            spend(i % 7 * cost);
            sum += i + 1 + (std::uint64_t{1} << 32);
          }
        }
        sums[number] += sum;
      }
      meet.arrive_and_wait();
    }
  });
  EXPECT_EQ(wrong, 0u) << "loops with iterations lost or run twice, of " << loops;
  EXPECT_GT(region, 8192u) << "too slow to see numbers begin anew: " << loops << " loops";
}

TEST(BriefLoopStress, loops_of_a_pair_lose_and_double_nothing) { stress_brief(2, 0); }
TEST(BriefLoopStress, uneven_loops_lose_and_double_nothing) { stress_brief(3, 50); }
TEST(BriefLoopStress, loops_of_a_crowded_team_lose_and_double_nothing) { stress_brief(8, 1); }

TEST(InterruptLoopStress, short_loops_lose_and_double_nothing) { stress_interrupt_driven(2, 64, 0); }
TEST(InterruptLoopStress, uneven_loops_of_a_crowded_team_lose_and_double_nothing) {
  stress_interrupt_driven(4, 2'000, 100);
}

}  // namespace
