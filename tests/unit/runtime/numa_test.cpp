// Tasks of a divided team run where they are stated, and nothing hangs for that: four localities on however few cpus.
#include <gtest/gtest.h>

#include <atomic>

#include "engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

constexpr std::uint32_t k_localities[] = {2, 2, 2, 2};

runtime::Settings divided(std::uint64_t patience_ns = 100'000) {
  runtime::Settings settings = quick_settings();
  settings.scheduler = "numa";
  settings.localities = k_localities;
  settings.numa_patience_ns = patience_ns;
  return settings;
}

std::uint32_t group() { return self().member->team->groups->of(seat()); }

runtime::Spawn stated(std::uint32_t locality) {
  runtime::Spawn how;
  how.flags = graph::k_prefers;
  how.preference = runtime::Preference::locality({.group = locality, .stated = true});
  return how;
}

graph::GroupCount counted(const Team& team) {
  graph::GroupCount sum;
  for (std::uint32_t at = 0; at < team.groups->count(); ++at) team.groups->tasks().add_to(sum, at);
  return sum;
}

TEST(NumaTeam, EachTaskRunsInTheGroupThatItStates) {
  Engine engine(divided());
  for (const unsigned threads : {8U, 5U, 4U, 3U, 2U, 16U}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != threads / 2) return;
      for (std::uint32_t task = 0; task < 2000; ++task)
        spawn(
            [&ran, task] {
              EXPECT_EQ(group(), task % 4 % self().member->team->groups->count());
              ++ran;
            },
            {}, stated(task % 4));
    });
    EXPECT_EQ(ran, 2000);
    EXPECT_EQ(counted(*self().member->inner).foreign_stated, 0U);
  }
}

TEST(NumaTeam, DependentTasksRunThereToo) {
  Engine engine(divided());
  long data[4] = {};
  parallel(8, [&] {
    if (seat() != 0) return;
    for (std::uint32_t round = 0; round < 500; ++round)
      for (std::uint32_t at = 0; at < 4; ++at) {
        long* const own = &data[at];
        long* const left = &data[(at + 3) % 4];
        spawn(
            [own, left, at] {
              EXPECT_EQ(group(), at);
              *own += 1 + (*left & 1);
            },
            {Access{own, Mode::out}, Access{left, Mode::in}}, stated(at));
      }
  });
  EXPECT_GE(data[0], 500);
}

// With one worker a group: whoever waits leaves nobody for the tasks that others state for its group.
TEST(NumaTeam, ParentsThatWaitForEachOthersGroupsDoNotHang) {
  for (const std::uint64_t patience_ns : {std::uint64_t{0}, std::uint64_t{100'000}, UINT64_MAX}) {
    Engine engine(divided(patience_ns));
    std::atomic<int> ran{0};
    parallel(4, [&] {
      if (seat() != 0) return;
      for (std::uint32_t parent = 0; parent < 200; ++parent)
        spawn(
            [&ran, parent] {
              for (std::uint32_t child = 1; child < 4; ++child)
                spawn(
                    [&ran] {
                      spawn([&ran] { ++ran; }, {}, stated(static_cast<std::uint32_t>(ran.load()) % 4));
                      taskwait();
                    },
                    {}, stated((parent + child) % 4));
              taskwait();
            },
            {}, stated(parent % 4));
    });
    EXPECT_EQ(ran, 600);
  }
}

TEST(NumaTeam, UnplacedTasksUseAllGroups) {
  Engine engine(divided());
  std::atomic<int> ran{0};
  std::atomic<unsigned> groups{0};
  parallel(8, [&] {
    if (seat() != 0) return;
    for (int task = 0; task < 100'000; ++task)
      spawn([&] {
        ++ran;
        groups |= 1U << group();
      });
    // All may be over before the others have woken; these wait for them.
    for (std::uint32_t at = 0; at < 4; ++at) spawn([&groups, at] { groups |= 16U << at; }, {}, stated(at));
  });
  EXPECT_EQ(ran, 100'000);
  EXPECT_EQ(groups >> 4, 15U);
}

TEST(NumaTeam, AnInheritedLocalityIsLeft) {
  Engine engine(divided(0));
  std::atomic<int> ran{0};
  std::atomic<bool> elsewhere{false};
  parallel(4, [&] {
    if (seat() != 0) return;
    runtime::Spawn how;
    how.flags = graph::k_prefers;
    how.preference = runtime::Preference::locality({.group = 1, .stated = false});
    // The first one keeps its group's only worker busy until another group has taken one.
    for (int task = 0; task < 2; ++task)
      spawn(
          [&] {
            if (group() != 1) elsewhere = true;
            if (ran++ == 0) spin_until([&] { return elsewhere || ran == 2; });
          },
          {}, how);
  });
  EXPECT_EQ(ran, 2);
}

TEST(NumaTeam, OtherSchedulersTakeNoNotice) {
  runtime::Settings settings = divided();
  settings.scheduler = "steal";
  Engine engine(settings);
  std::atomic<int> ran{0};
  parallel(4, [&] {
    for (std::uint32_t task = 0; task < 100; ++task) spawn([&ran] { ++ran; }, {}, stated(task));
  });
  EXPECT_EQ(ran, 400);
}

TEST(NumaTeam, SleepersOfTheGroupAreWoken) {
  runtime::Settings settings = divided();
  settings.spin_ns = settings.crowded_spin_ns = 0;
  Engine engine(settings);
  for (int round = 0; round < 300; ++round) {
    std::atomic<int> ran{0};
    parallel(4, [&] {
      if (seat() == 0)
        for (std::uint32_t at = 1; at < 4; ++at) {
          spawn([&ran] { ++ran; }, {}, stated(at));
          spin_until([&] { return ran == static_cast<int>(at); });
        }
      barrier();
    });
    ASSERT_EQ(ran, 3);
  }
}

}  // namespace
