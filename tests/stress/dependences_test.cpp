// Random task graphs on real threads, several domains at once, under each manager; the seed is printed on failure.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "each_manager.hpp"
#include "stress.hpp"
#include "tests/unit/policies/random_program.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

class DependenceStress : public stress::EachManager {
 protected:
  runtime::Settings settings(runtime::Settings settings) const {
    settings.window = 200;
    return with_manager(settings);
  }
};

INSTANTIATE_TEST_SUITE_P(All, DependenceStress, testing::ValuesIn(stress::managers()),
                         [](const auto& name) { return name.param; });

TEST_P(DependenceStress, random_graphs_of_four_producers_compute_what_a_serial_execution_would) {
  Engine engine(settings(quick_settings()));
  const stress::Deadline deadline;
  for (std::uint32_t seed = 0; !deadline.over() && !HasFailure(); seed += 4) {
    std::vector<std::unique_ptr<RandomProgram>> programs;
    for (std::uint32_t i = 0; i < 4; ++i) {
      programs.push_back(std::make_unique<RandomProgram>(seed + i, Shape{.depth = 3, .children = 30, .cells = 3}));
    }
    parallel(4, [&] { programs[seat()]->run(); });
    for (const auto& program : programs) EXPECT_EQ(program->verdict(), "") << "seeds from " << seed;
  }
}

TEST_P(DependenceStress, one_producer_and_sleepy_workers_compute_what_a_serial_execution_would) {
  Engine engine(settings(sleepy_settings()));
  const stress::Deadline deadline;
  for (std::uint32_t seed = 1000; !deadline.over() && !HasFailure(); ++seed) {
    RandomProgram program(seed, {.depth = 2, .children = 50, .cells = 4, .accesses = 3});
    parallel(3, [&] {
      if (seat() == 0) program.run();
    });
    EXPECT_EQ(program.verdict(), "") << "seed " << seed;
  }
}

TEST_P(DependenceStress, events_are_fulfilled_by_two_threads_outside_while_successors_are_linked) {
  Engine engine(settings(quick_settings()));
  constexpr int k_outside = 2;
  std::atomic<Task*> events[k_outside] = {nullptr, nullptr};
  std::atomic<bool> over{false};
  std::vector<std::jthread> outside;
  for (auto& event : events) {
    outside.emplace_back([&engine, &event, &over] {
      engine.enter();
      while (!over) {
        Task* const task = event.exchange(nullptr);
        task != nullptr ? fulfill(task) : P::yield();
      }
      engine.leave();
    });
  }
  const stress::Deadline deadline;
  while (!deadline.over()) {
    std::atomic<int> ran{0};
    int x = 0;
    parallel(3, [&] {
      if (seat() >= k_outside) return;
      for (int i = 0; i < 20; ++i) {
        spin_until([&] { return events[seat()] == nullptr; });
        events[seat()] = spawn_detachable([&ran] { ++ran; }, {{&x, Mode::out}});
        spawn([&ran] { ++ran; }, {{&x, Mode::in}});
      }
      taskwait();
    });
    ASSERT_EQ(ran, 2 * k_outside * 20);
  }
  over = true;
}

}  // namespace
