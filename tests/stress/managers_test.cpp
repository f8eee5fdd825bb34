// What could go wrong between a dependence manager and workers that sleep: requests that nobody hears, requests left
// behind by a region, requests that somebody outside makes. Each under every manager; whoever waits here helps nobody.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "each_manager.hpp"
#include "stress.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

class ManagerStress : public stress::EachManager {};

INSTANTIATE_TEST_SUITE_P(All, ManagerStress, testing::ValuesIn(stress::managers()),
                         [](const auto& name) { return name.param; });

TEST_P(ManagerStress, dependent_tasks_end_without_their_producers_help) {
  for (const unsigned threads : {2u, 3u, 5u}) {
    Engine engine(with_manager(sleepy_settings()));
    const stress::Deadline deadline;
    parallel(threads, [&] {
      if (seat() != 0) return;
      while (!deadline.over()) {
        std::atomic<int> ran{0};
        int x = 0;
        for (int i = 0; i < 3; ++i) spawn([&ran] { ++ran; }, {{&x, i == 1 ? Mode::in : Mode::out}});
        spin_until([&] { return ran == 3; });
        taskwait();  // x may go
      }
    });
  }
}

TEST_P(ManagerStress, a_single_dependent_task_at_a_time_is_never_overlooked) {
  Engine engine(with_manager(sleepy_settings()));
  const stress::Deadline deadline;
  std::atomic<std::int64_t> ran{0};
  int x = 0;
  parallel(2, [&] {
    if (seat() != 0) return;
    for (std::int64_t made = 1; !deadline.over(); ++made) {
      spawn([&ran] { ++ran; }, {{&x, Mode::out}});
      spin_until([&] { return ran == made; });
    }
  });
}

TEST_P(ManagerStress, a_region_leaves_nothing_behind_for_the_next_one) {
  Engine engine(with_manager(quick_settings()));
  const stress::Deadline deadline;
  while (!deadline.over()) {
    for (const unsigned threads : {4u, 2u, 1u, 3u}) {
      std::vector<std::atomic<int>> ran(threads);
      int x[4] = {};
      parallel(threads, [&] {
        std::atomic<int>* const mine = &ran[seat()];
        int* const own = &x[seat()];
        for (int i = 0; i < 5; ++i) {
          spawn(
              [=] {
                EXPECT_EQ(mine->fetch_add(1), *own);
                ++*own;
              },
              {{own, Mode::out}});
        }
      });
      for (const auto& count : ran) ASSERT_EQ(count, 5) << "of " << threads;
    }
  }
}

TEST_P(ManagerStress, families_that_end_in_any_order_are_freed_once) {
  Engine engine(with_manager(quick_settings()));
  const stress::Deadline deadline;
  while (!deadline.over()) {
    std::atomic<int> ran{0};
    int x = 0;
    parallel(3, [&] {
      if (seat() != 0) return;
      for (int i = 0; i < 50; ++i) {
        spawn(
            [&ran, &x] {
              static thread_local int inner[4];
              for (int& cell : inner) {
                spawn([&ran] { ++ran; }, {{&cell, Mode::out}, {&x, Mode::inoutset}});
                spawn([&ran] { ++ran; }, {{&cell, Mode::in}, {&x, Mode::mutexinoutset}});
              }
            },
            {{&x, Mode::out}});
      }
    });
    ASSERT_EQ(ran, 400);
  }
}

TEST_P(ManagerStress, events_that_happen_outside_release_what_sleepers_wait_for) {
  Engine engine(with_manager(sleepy_settings()));
  std::atomic<Task*> event{nullptr};
  std::atomic<bool> over{false};
  std::jthread outside([&] {
    engine.enter();
    while (!over) {
      Task* const task = event.exchange(nullptr);
      task != nullptr ? fulfill(task) : P::yield();
    }
    engine.leave();
  });
  const stress::Deadline deadline;
  parallel(2, [&] {
    if (seat() != 0) return;
    while (!deadline.over()) {
      std::atomic<int> ran{0};
      int x = 0;
      event = spawn_detachable([&ran] { ++ran; }, {{&x, Mode::out}});
      spawn([&ran] { ++ran; }, {{&x, Mode::in}});
      spin_until([&] { return ran == 2; });
      taskwait();
    }
  });
  over = true;
}

}  // namespace
