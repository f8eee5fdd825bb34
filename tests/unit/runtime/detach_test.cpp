// Detachable tasks: they complete when body and event are both through, whoever fulfils the event, and in any order.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

TEST(Detach, a_successor_waits_for_the_event_also_in_a_team_of_one) {
  Engine engine(quick_settings());
  int x = 0;
  parallel(1, [&] {
    bool successor_ran = false;
    Task* event = spawn_detachable([] {}, {{&x, Mode::out}});
    spawn([&successor_ran] { successor_ran = true; }, {{&x, Mode::in}});
    EXPECT_FALSE(successor_ran) << "the event is not fulfilled yet";
    fulfill(event);
    taskwait();
    EXPECT_TRUE(successor_ran);
  });
}

TEST(Detach, tasks_released_by_an_event_do_not_hide_the_fulfillers_own_children) {
  Engine engine(quick_settings());
  int x = 0;
  int y = 0;
  std::atomic<int> ran{0};
  parallel(1, [&] {
    Task* sibling = spawn_detachable([] {}, {{&x, Mode::out}});
    spawn([&] { ++ran; }, {{&x, Mode::in}});  // S: a sibling of the task below
    spawn([&, sibling] {
      Task* child = spawn_detachable([] {}, {{&y, Mode::out}});
      spawn([&] { ++ran; }, {{&y, Mode::in}});
      fulfill(child);    // releases a child of this task
      fulfill(sibling);  // releases S, on top of it
      taskwait();
      EXPECT_GE(ran, 1);
    });
    taskwait();
    EXPECT_EQ(ran, 2);
  });
}

TEST(Detach, a_slow_member_leaves_a_barrier_that_was_complete_before_the_event_was_made) {
  Engine engine(sleepy_settings());
  for (int round = 0; round < 200; ++round) {
    std::atomic<Task*> event{nullptr};
    parallel(2, [&] {
      barrier();
      if (seat() == 0) {
        event = spawn_detachable([] {});
      } else {
        spin_until([&] { return event != nullptr; });
        fulfill(event);
      }
    });
  }
}

TEST(Detach, events_are_fulfilled_by_a_thread_outside_the_team_region_after_region) {
  Engine engine(quick_settings());
  std::atomic<Task*> event{nullptr};
  std::atomic<bool> over{false};
  std::thread outside([&] {
    engine.enter();
    while (!over) {
      if (Task* task = event.exchange(nullptr))
        fulfill(task);
      else
        P::yield();
    }
    engine.leave();
  });
  for (int round = 0; round < 500; ++round) {
    int x = 0;
    std::atomic<int> ran{0};
    parallel(1 + static_cast<unsigned>(round) % 4, [&] {
      if (seat() != 0) return;
      event = spawn_detachable([&ran] { ++ran; }, {{&x, Mode::out}});
      spawn([&ran] { ++ran; }, {{&x, Mode::out}});
    });
    ASSERT_EQ(ran, 2);
  }
  over = true;
  outside.join();
}

}  // namespace
