// The second door at work, and what it shares with all doors: groups, early tasks, waits that can never end.
#include "event_door.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <vector>

#include "process/process.hpp"
#include "process/settings.hpp"
#include "tasks/event.hpp"
#include "tasks/group.hpp"
#include "tasks/spawn.hpp"
#include "tasks/wait.hpp"

namespace heddle {
namespace {

using event_door::Signal;
using event_door::Slots;

class EventDoor : public testing::TestWithParam<unsigned> {
 protected:
  template <class Body>
  void run(Body body) {
    ASSERT_EQ(event_door::run(GetParam(), [](void* argument) { (*static_cast<Body*>(argument))(); }, &body), HEDDLE_OK);
  }
};
INSTANTIATE_TEST_SUITE_P(workers, EventDoor, testing::Values(1U, 2U, 4U));

// Cell (i, j) of a triangle adds its two neighbours: a wavefront of slots.
TEST_P(EventDoor, a_wavefront_of_slots_comes_out_as_in_serial) {
  constexpr std::size_t k_side = 40;
  struct Cell {
    std::uint64_t* own;
    const std::uint64_t* left;
    const std::uint64_t* above;
  };
  std::vector<std::uint64_t> values(k_side * k_side, 1);
  std::vector<Cell> cells(k_side * k_side);
  std::vector<std::unique_ptr<Slots>> tasks(k_side * k_side);
  const auto at = [](std::size_t i, std::size_t j) { return i * k_side + j; };
  run([&] {
    for (std::size_t i = 1; i < k_side; ++i) {
      for (std::size_t j = 1; j < k_side; ++j) {
        cells[at(i, j)] = {&values[at(i, j)], &values[at(i, j - 1)], &values[at(i - 1, j)]};
        const auto body = [](void* argument) {
          const Cell& cell = *static_cast<const Cell*>(argument);
          *cell.own = (*cell.left + *cell.above) % 1'000'003;
        };
        auto& task = tasks[at(i, j)] = std::make_unique<Slots>(2, body, &cells[at(i, j)]);
        task->connect(j == 1 ? nullptr : &tasks[at(i, j - 1)]->output());
        task->connect(i == 1 ? nullptr : &tasks[at(i - 1, j)]->output());
      }
    }
    tasks[at(k_side - 1, k_side - 1)]->output().wait();
  });
  std::vector<std::uint64_t> serial(k_side * k_side, 1);
  for (std::size_t i = 1; i < k_side; ++i)
    for (std::size_t j = 1; j < k_side; ++j)
      serial[at(i, j)] = (serial[at(i, j - 1)] + serial[at(i - 1, j)]) % 1'000'003;
  EXPECT_EQ(values, serial);
}

TEST_P(EventDoor, a_group_is_waited_for_and_cancelled) {
  std::atomic<int> runs{0};
  run([&] {
    heddle_group group = HEDDLE_GROUP;
    heddle_task task = HEDDLE_TASK;
    std::atomic<int>* counter = &runs;
    task.body = [](void* argument) { ++**static_cast<std::atomic<int>**>(argument); };
    task.argument = &counter;
    task.argument_bytes = sizeof counter;
    task.argument_alignment = alignof(std::atomic<int>*);
    task.group = &group;
    for (int i = 0; i < 100; ++i) EXPECT_EQ(tasks::spawn(task), HEDDLE_OK);
    EXPECT_EQ(tasks::wait(group, nullptr), HEDDLE_OK);
    EXPECT_EQ(runs, 100);
    EXPECT_EQ(tasks::cancel(group), HEDDLE_OK);
    EXPECT_EQ(tasks::spawn(task), HEDDLE_OK);
    EXPECT_EQ(tasks::wait(group, nullptr), HEDDLE_CANCELLED);
  });
  EXPECT_EQ(runs, 100);
}

// An early task begins although the datum of its weak access is held; the task that it makes waits for that.
TEST_P(EventDoor, an_early_task_hands_its_weak_access_on) {
  if (GetParam() == 1) return;  // nobody else would run it
  struct Shared {
    Signal held;
    Signal begun;
    int datum = 0;
    int seen = 0;
  } shared;
  run([&] {
    Shared* all = &shared;
    heddle_access writes{&shared.datum, sizeof shared.datum, HEDDLE_OUT};
    heddle_task writer = HEDDLE_TASK;
    writer.flags = HEDDLE_TASK_RANGES;
    writer.argument = &all;
    writer.argument_bytes = sizeof all;
    writer.argument_alignment = alignof(Shared*);
    writer.accesses = &writes;
    writer.access_count = 1;
    writer.event = shared.held.raw();
    writer.body = [](void* argument) { (*static_cast<Shared**>(argument))->datum = 7; };
    EXPECT_EQ(tasks::spawn(writer), HEDDLE_OK);
    heddle_access weak{&shared.datum, sizeof shared.datum, HEDDLE_IN | HEDDLE_WEAK};
    heddle_task early = writer;
    early.flags = HEDDLE_TASK_RANGES | HEDDLE_TASK_EARLY;
    early.accesses = &weak;
    early.event = nullptr;
    early.body = [](void* argument) {
      Shared* inner = *static_cast<Shared**>(argument);
      heddle_access reads{&inner->datum, sizeof inner->datum, HEDDLE_IN};
      heddle_task reader = HEDDLE_TASK;
      reader.flags = HEDDLE_TASK_RANGES;
      reader.argument = &inner;
      reader.argument_bytes = sizeof inner;
      reader.argument_alignment = alignof(Shared*);
      reader.accesses = &reads;
      reader.access_count = 1;
      reader.body = [](void* data) {
        Shared& own = **static_cast<Shared**>(data);
        own.seen = own.datum * (own.held.satisfied() ? 1 : -1);
      };
      tasks::spawn(reader);
      inner->begun.satisfy();
    };
    EXPECT_EQ(tasks::spawn(early), HEDDLE_OK);
    shared.begun.wait();
    EXPECT_EQ(shared.seen, 0);
    shared.held.satisfy();
    EXPECT_EQ(tasks::wait(nullptr), HEDDLE_OK);
  });
  EXPECT_EQ(shared.seen, 7);
}

TEST_P(EventDoor, a_task_that_waits_for_its_own_event_is_told_so) {
  struct Own {
    Signal signal;
    int code = 0;
    std::array<char, 200> circle{};
  } own;
  run([&] {
    Own* all = &own;
    heddle_task task = HEDDLE_TASK;
    task.argument = &all;
    task.argument_bytes = sizeof all;
    task.argument_alignment = alignof(Own*);
    task.body = [](void* argument) {
      Own& inner = **static_cast<Own**>(argument);
      tasks::EventWords& event = tasks::words_of(*inner.signal.raw());
      tasks::complete_here(event, "ouroboros");
      inner.code = tasks::wait(event, inner.circle);
    };
    EXPECT_EQ(tasks::spawn(task), HEDDLE_OK);
    EXPECT_EQ(tasks::wait(nullptr), HEDDLE_OK);
  });
  EXPECT_EQ(own.code, HEDDLE_DEADLOCK);
  EXPECT_NE(std::string(own.circle.data()).find("ouroboros"), std::string::npos);
}

// HEDDLE_ variables are the process's, not OpenMP's: what a program sets that comes in by this door counts, and what is
// wrong with it is said once.
TEST(EventDoorDeathTest, a_door_without_openmp_reads_heddles_variables) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        setenv("HEDDLE_SCHEDULER", "dbf", 1);
        setenv("HEDDLE_DEPENDENCE", "drect", 1);
        setenv("HEDDLE_WIDNOW", "5", 1);
        setenv("HEDDLE_PATIENCE", "3", 1);
        const runtime::Settings& settings = process::Process::get().runtime->settings();
        const bool as_said = std::string(settings.scheduler) == "dbf" && settings.patience_ns == 3'000'000'000 &&
                             std::string(settings.dependence) == process::k_default_dependence;
        std::exit(as_said && process::own_settings().is_given(process::OwnSetting::scheduler) ? 0 : 1);
      },
      testing::ExitedWithCode(0),
      "HEDDLE_DEPENDENCE='drect' is not understood: allowed is .*did you mean direct.*; using adaptive instead(.|\n)*"
      "HEDDLE_WIDNOW'? is not a variable of Heddle and is ignored; did you mean HEDDLE_WINDOW");
}

TEST(EventDoorDeathTest, a_program_sets_them_until_a_thread_has_used_the_pool) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const bool set = !process::set_own("HEDDLE_SCHEDULER", "dbf");
        event_door::run(2, [](void*) {}, nullptr);
        const auto late = process::set_own("HEDDLE_SCHEDULER", "steal");
        std::exit(set && late && late->reason == process::Refusal::Reason::too_late ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace heddle
