// The event count on real threads: a lost wake-up shows as a test that does not end (ctest's time limit).
#include "sync/event_count.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "platform/threads/threads.hpp"
#include "stress.hpp"

namespace {

using namespace heddle;
using platform::Spins;
using platform::Threads;
using Event = sync::EventCount<Threads>;

template <class Condition>
void await(Event& event, Spins spins, Condition condition) {
  while (!condition()) {
    auto key = event.prepare();
    if (condition()) return event.cancel(key);
    event.wait(key, spins);
  }
}

/// How long the waiters spin: not at all, shortly, long.
class EventCountStress : public testing::TestWithParam<std::uint32_t> {
 protected:
  Spins spins() const { return {GetParam()}; }
};

TEST_P(EventCountStress, two_threads_that_wake_each_other_never_oversleep) {
  constexpr int k_rounds = 5'000;
  std::atomic<int> turn{0};
  Event event[2];
  const stress::Deadline deadline;
  stress::run_together(2, [&](int id) {
    for (int round = 0; round < k_rounds && turn >= 0; ++round) {
      await(event[id], spins(), [&] { return turn < 0 || turn % 2 == id; });
      if (turn < 0) break;
      if (id == 0 && deadline.over()) {
        turn = -1;
      } else {
        turn.fetch_add(1);
      }
      event[1 - id].notify_one_fenced();
    }
  });
  EXPECT_EQ(event[0].waiting() + event[1].waiting(), 0u);
}

TEST_P(EventCountStress, every_item_of_a_pool_finds_a_worker) {
  constexpr int k_workers = 4;
  constexpr int k_items = 20'000;
  std::atomic<int> available{0};
  std::atomic<int> taken{0};
  std::atomic<bool> closed{false};
  Event event;
  const auto take_one = [&] {
    int seen = available.load();
    while (seen > 0) {
      if (available.compare_exchange_weak(seen, seen - 1)) return true;
    }
    return false;
  };
  stress::run_together(1 + k_workers, [&](int id) {
    if (id == 0) {
      for (int i = 0; i < k_items; ++i) {
        available.fetch_add(1, std::memory_order::release);
        event.notify_one();
      }
      closed = true;
      event.notify_all();
      return;
    }
    for (bool got = true; got;) {
      got = false;
      await(event, spins(), [&] { return (got = take_one()) || closed; });
      got = got || take_one();
      if (got) ++taken;
    }
  });
  EXPECT_EQ(taken, k_items);
  EXPECT_EQ(event.waiting(), 0u);
}

TEST_P(EventCountStress, notify_all_releases_every_generation) {
  constexpr int k_waiters = 5;
  constexpr int k_generations = 500;
  std::atomic<int> generation{0};
  std::atomic<int> arrived{0};
  Event opened;
  Event gathered;
  stress::run_together(1 + k_waiters, [&](int id) {
    for (int g = 1; g <= k_generations; ++g) {
      if (id != 0) {
        arrived.fetch_add(1);
        gathered.notify_one_fenced();
        await(opened, spins(), [&] { return generation >= g; });
      } else {
        await(gathered, spins(), [&] { return arrived == g * k_waiters; });
        generation = g;
        opened.notify_all_fenced();
      }
    }
  });
  EXPECT_EQ(generation, k_generations);
}

INSTANTIATE_TEST_SUITE_P(Spins, EventCountStress, testing::Values(0u, 20u, 2000u));

}  // namespace
