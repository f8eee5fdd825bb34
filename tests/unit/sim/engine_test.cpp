// Virtual time: who goes on when, on which core, and what a simulation says that cannot go on.
#include "platform/sim/engine.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "platform/sim/sim.hpp"

namespace {

using namespace heddle::platform;
using namespace heddle::platform::sim;

Machine machine_of(std::uint32_t cores) {
  Machine machine;
  machine.cores = cores;
  return machine;
}

TEST(SimEngine, work_takes_its_time_on_each_core_at_once) {
  Engine engine(machine_of(3), {});
  const Report report = engine.run([&] {
    engine.start([&] { engine.work(700); });
    engine.start([&] { engine.work(300); });
    engine.work(1000);
  });
  EXPECT_EQ(report.outcome, Outcome::finished);
  EXPECT_EQ(report.cycles, 1000u);
}

TEST(SimEngine, events_come_in_order_of_time_and_of_one_time_in_the_order_in_which_they_were_made) {
  Engine engine(machine_of(1), {});
  std::vector<int> seen;
  engine.run([&] {
    engine.at(30, [&] { seen.push_back(3); });
    engine.at(10, [&] { seen.push_back(1); });
    engine.at(30, [&] { seen.push_back(4); });
    engine.at(20, [&] { seen.push_back(2); });
    engine.work(100);
  });
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, 4}));
}

TEST(SimEngine, a_machine_has_no_more_threads_than_cores) {
  Engine engine(machine_of(2), {});
  engine.run([&] {
    EXPECT_TRUE(engine.start([] {}));
    EXPECT_FALSE(engine.start([] {}));
  });
}

TEST(SimEngine, a_program_that_waits_for_ever_is_a_deadlock_with_a_line_for_each_core) {
  Engine engine(machine_of(2), {});
  Sim::atomic<std::uint32_t> word{0};
  const Report report = engine.run([&] {
    engine.start([&] { Sim::park(word, 0); });
    Sim::spin_until(word, [](std::uint32_t value) { return value == 1; }, Spins::unbounded());
  });
  EXPECT_EQ(report.outcome, Outcome::deadlock);
  EXPECT_NE(report.story.find("core 0 spins on a word since cycle"), std::string::npos) << report.story;
  EXPECT_NE(report.story.find("core 1 sleeps since cycle"), std::string::npos) << report.story;
}

TEST(SimEngine, a_program_that_works_for_ever_ends_at_the_limit) {
  Engine engine(machine_of(2), {.limit = 5000});
  const Report report = engine.run([&] {
    engine.start([&] {
      for (;;) Sim::pause();
    });
    for (;;) engine.work(10);
  });
  EXPECT_EQ(report.outcome, Outcome::endless);
  EXPECT_LE(report.cycles, 5000u);
}

TEST(SimEngine, a_sleeper_is_woken_after_the_machines_latency) {
  Machine machine = machine_of(2);
  Engine engine(machine, {});
  Sim::atomic<std::uint32_t> word{0};
  Cycles woken = 0, called = 0;
  engine.run([&] {
    engine.start([&] {
      while (word.load() == 0) Sim::park(word, 0);
      woken = engine.now();
    });
    engine.work(100'000);
    word.store(1);
    called = engine.now();
    Sim::unpark_one(word);
    engine.work(100'000);
  });
  EXPECT_GE(woken, called + machine.system.wake_latency);
  EXPECT_LE(woken, called + machine.system.unpark + machine.system.wake + machine.system.wake_latency + 500);
}

TEST(SimEngine, a_sleeper_with_an_alarm_wakes_by_itself) {
  Engine engine(machine_of(1), {});
  Sim::atomic<std::uint32_t> word{0};
  const Report report = engine.run([&] { Sim::park_for(word, 0, 1'000'000); });
  EXPECT_EQ(report.outcome, Outcome::finished);
  EXPECT_NEAR(static_cast<double>(report.cycles), 2'600'000.0, 5000.0);
}

struct Handler : Interruptible {
  Engine* engine = nullptr;
  Cycles when = 0;
  void interrupted() noexcept override { when = engine->now(); }
};

TEST(SimEngine, an_interrupt_runs_its_handler_in_the_middle_of_work_which_takes_longer_by_it) {
  Machine machine = machine_of(2);
  Engine engine(machine, {});
  Handler handler;
  handler.engine = &engine;
  Cycles end = 0;
  engine.run([&] {
    engine.start([&] {
      Sim::interruptible(&handler);
      engine.work(1'000'000);
      end = engine.now();
    });
    engine.work(1000);
    Sim::interrupt(1);
    engine.work(2'000'000);
  });
  EXPECT_EQ(handler.when,
            1000 + machine.system.interrupt + machine.system.interrupt_latency + machine.system.interrupted);
  EXPECT_EQ(end, 1'000'000 + machine.system.interrupted);
}

TEST(SimEngine, each_thread_has_its_own_word) {
  Engine engine(machine_of(2), {});
  int one = 0, two = 0;
  engine.run([&] {
    Sim::self() = &one;
    engine.start([&] {
      EXPECT_EQ(Sim::self(), nullptr);
      Sim::self() = &two;
    });
    engine.work(1000);
    EXPECT_EQ(Sim::self(), &one);
  });
}

TEST(SimEngine, polling_that_sees_nothing_is_skipped_and_what_ends_it_is_seen_at_once) {
  Engine engine(machine_of(2), {});
  Sim::atomic<std::uint32_t> word{0};
  Cycles seen = 0, written = 0;
  const Report report = engine.run([&] {
    engine.start([&] {
      // order: relaxed — the claim is about time.
      while (word.load(std::memory_order_relaxed) == 0) Sim::pause();
      seen = engine.now();
    });
    engine.work(10'000'000);
    written = engine.now();
    word.store(1);
    engine.work(10'000);
  });
  EXPECT_LT(seen, written + 2000);
  EXPECT_LT(report.events, 10'000'000u / 90 / 20);
}

}  // namespace
