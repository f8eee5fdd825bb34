// Tasks that another order than that of their siblings holds back: they run when both have let them go, once, and are
// waited for like others.
#include "graph/held.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// Holds one task back until it is opened, and then opens another one.
class Gate final : public graph::HoldBack<P> {
 public:
  /// The calling thread's task makes it.
  void make(std::initializer_list<Access> accesses = {}, runtime::Spawn how = {}) {
    Gate* const self_pointer = this;
    holders_ = accesses.size() != 0 ? 2 : 1;
    how.body = [](void* argument) { (*static_cast<Gate**>(argument))->run(); };
    how.data = const_cast<Gate**>(&self_pointer);
    how.bytes = sizeof self_pointer;
    how.alignment = alignof(Gate*);
    how.accesses = accesses.begin();
    how.access_count = static_cast<std::uint32_t>(accesses.size());
    team_ = self().member->team;
    task_ = &Tasking::make_held(self(), how);
    if (accesses.size() != 0 && Tasking::submit_held(self(), *task_)) one_less();
  }
  void open() { one_less(); }
  void opens(Gate& other) { behind_ = &other; }

  bool siblings_let_go(Task& task) noexcept override {
    EXPECT_EQ(&task, task_);
    return --holders_ == 0;
  }
  void ended(Task& task) noexcept override {
    EXPECT_EQ(&task, task_);
    ++ends;
    if (behind_ != nullptr) behind_->open();
  }

  std::atomic<int> runs{0};
  std::atomic<int> ends{0};
  std::vector<Gate*>* order = nullptr;
  Task* task() const { return task_; }

 private:
  void one_less() {
    if (--holders_ == 0) Tasking::let_go(self(), *task_, *team_);
  }
  void run() {
    ++runs;
    if (order != nullptr) order->push_back(this);
  }

  std::atomic<int> holders_{0};
  Task* task_ = nullptr;
  Team* team_ = nullptr;
  Gate* behind_ = nullptr;
};

TEST(Held, runs_when_its_siblings_and_its_gate_have_let_it_go_whichever_comes_last) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    for (const bool gate_last : {false, true}) {
      parallel(threads, [&] {
        if (seat() != 0) return;
        int x = 0;
        Gate gate;
        Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
        gate.make({{&x, Mode::in}});
        gate_last ? fulfill(event) : gate.open();
        for (int i = 0; i < 10; ++i) Tasking::yield(self());
        EXPECT_EQ(gate.runs, 0) << "one of the two holds it";
        gate_last ? gate.open() : fulfill(event);
        taskwait();
        EXPECT_EQ(gate.runs, 1);
        EXPECT_EQ(gate.ends, 1);
      });
    }
  }
}

TEST(Held, without_predecessors_waits_for_its_gate_alone_and_holds_its_successors_meanwhile) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 3u}) {
    parallel(threads, [&] {
      if (seat() != 0) return;
      int x = 0;
      std::atomic<int> seen{-1};
      Gate gate;
      gate.make({{&x, Mode::out}});
      spawn([&] { seen = gate.runs + 10 * gate.ends; }, {{&x, Mode::in}});
      for (int i = 0; i < 10; ++i) Tasking::yield(self());
      EXPECT_EQ(seen, -1);
      gate.open();
      taskwait();
      EXPECT_EQ(gate.runs, 1);
      EXPECT_EQ(seen % 10, 1) << "behind the body";
    });
  }
}

TEST(Held, is_waited_for_by_its_parent_its_group_and_the_region) {
  Engine engine(sleepy_settings());
  std::atomic<int> through{0};
  for (const int waits : {0, 1, 2}) {
    Gate gate;
    std::atomic<bool> made{false};
    parallel(2, [&] {
      if (seat() == 1) {
        spin_until([&] { return made.load(); });
        P::yield();
        ++through;
        return gate.open();
      }
      const auto make = [&] {
        gate.make();
        made = true;
      };
      if (waits == 1) {
        taskgroup(make);
      } else {
        make();
        if (waits == 0) taskwait();
      }
      if (waits != 2) {
        EXPECT_EQ(gate.runs, 1) << waits;
      }
    });
    EXPECT_EQ(gate.runs, 1) << waits;
  }
  EXPECT_EQ(through, 3);
}

TEST(Held, a_chain_of_them_runs_in_order_and_needs_no_stack_for_each) {
  constexpr int k_long = 20'000;
  for (const unsigned threads : {1u, 2u}) {
    Engine engine(quick_settings());
    std::vector<Gate> chain(k_long);
    std::vector<Gate*> order;
    parallel(threads, [&] {
      if (seat() != 0) return;
      for (Gate& gate : chain) gate.order = &order;
      for (int i = 0; i + 1 < k_long; ++i)
        chain[static_cast<std::size_t>(i)].opens(chain[static_cast<std::size_t>(i) + 1]);
      for (Gate& gate : chain) gate.make();
      chain.front().open();
    });
    ASSERT_EQ(order.size(), chain.size());
    for (std::size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], &chain[i]);
  }
}

TEST(Held, of_several_that_one_end_lets_go_all_run) {
  // One of them is kept to run next, the others are queued.
  struct Fan final : graph::HoldBack<P> {
    bool siblings_let_go(Task&) noexcept override { return true; }
    void ended(Task&) noexcept override {
      for (Gate& gate : gates) gate.open();
    }
    Gate gates[5];
  };
  for (const unsigned threads : {1u, 2u}) {
    Engine engine(quick_settings());
    Fan fan;
    parallel(threads, [&] {
      if (seat() != 0) return;
      for (Gate& gate : fan.gates) gate.make();
      Fan* pointer = &fan;
      Task& first =
          Tasking::make_held(self(), {.body = [](void*) {}, .data = &pointer, .bytes = sizeof pointer, .alignment = 8});
      Tasking::let_go(self(), first, *self().member->team);
      taskwait();
    });
    for (const Gate& gate : fan.gates) EXPECT_EQ(gate.runs, 1);
  }
}

TEST(Held, those_with_a_priority_go_by_it) {
  Engine engine(quick_settings());
  std::vector<Gate*> order;
  Gate gates[3];
  parallel(1, [&] {
    for (const int priority : {1, 5, 3}) {
      Gate& gate = gates[priority / 2];
      gate.order = &order;
      gate.make({}, {.priority = priority});
    }
    for (Gate& gate : gates) gate.open();
    taskwait();
  });
  EXPECT_EQ(order, (std::vector<Gate*>{&gates[2], &gates[1], &gates[0]}));
}

TEST(Held, a_thread_of_no_team_may_let_them_go) {
  Engine engine(sleepy_settings());
  Gate gates[20];
  std::atomic<int> made{0};
  std::thread outside([&] {
    engine.enter();
    for (int i = 0; i < 20; ++i) {
      spin_until([&] { return made > i; });
      gates[i].open();
    }
    engine.leave();
  });
  for (Gate& gate : gates) {
    parallel(2, [&] {
      if (seat() != 0) return;
      gate.make();
      ++made;
    });
    EXPECT_EQ(gate.runs, 1) << "the region waits for it";
  }
  outside.join();
}

TEST(Held, with_an_event_ends_when_that_has_happened) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    Gate gate;
    parallel(threads, [&] {
      if (seat() != 0) return;
      gate.make({}, {.flags = graph::k_detachable});
      gate.open();
      spin_until([&] {
        Tasking::yield(self());
        return gate.runs == 1;
      });
      for (int i = 0; i < 10; ++i) Tasking::yield(self());
      EXPECT_EQ(gate.ends, 0);
      fulfill(gate.task());
      taskwait();
      EXPECT_EQ(gate.ends, 1);
    });
  }
}

}  // namespace
