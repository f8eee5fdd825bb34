// What the scheduler numa hands to whom, with one thread playing all seats.
#include <gtest/gtest.h>

#include <vector>

#include "platform/threads/threads.hpp"
#include "schedule/numa/numa.hpp"

namespace {

using namespace heddle;
using graph::GroupChoice;
using P = platform::Threads;
using Task = graph::Task<P>;
using Numa = schedule::Numa<P>;

std::vector<Task> tasks(std::size_t count) {
  std::vector<Task> all(count);
  for (Task& task : all) {
    task.parent = nullptr;
    task.depth = 1;
    task.priority = 0;
    task.flags = 0;
  }
  return all;
}

void choose(Task& task, GroupChoice choice) {
  task.flags |= graph::k_prefers;
  task.sequence = choice.word();
}

constexpr std::uint32_t k_two[] = {2, 2};
constexpr std::uint64_t k_at_once = 0;
constexpr std::uint64_t k_hours = 3'600'000'000'000;

/// Seats 0 and 1 are group 0, seats 2 and 3 group 1.
struct Four {
  explicit Four(std::uint64_t patience_ns) : numa({.seats = 4, .localities = k_two, .patience_ns = patience_ns}) {
    numa.groups()->divide(4);
  }
  graph::GroupCount count(std::uint32_t group) {
    graph::GroupCount count;
    numa.groups()->tasks().add_to(count, group);
    return count;
  }
  Numa numa;
};

TEST(Groups, AreAsLongAsTheirLocalitiesHaveCpusAndNeverEmpty) {
  constexpr std::uint32_t cpus[] = {6, 2, 0};
  graph::Groups<P> groups(16, cpus, true);
  groups.divide(11);
  EXPECT_EQ(groups.count(), 3U);
  EXPECT_EQ(groups.end(0), 7U);
  EXPECT_EQ(groups.end(1) - groups.first(1), 3U);
  EXPECT_EQ(groups.end(2) - groups.first(2), 1U);
  EXPECT_EQ(groups.end(2), 11U);
  for (graph::Seat seat = 0; seat < 11; ++seat) {
    EXPECT_GE(seat, groups.first(groups.of(seat)));
    EXPECT_LT(seat, groups.end(groups.of(seat)));
  }
}

TEST(Groups, ASmallTeamServesTheLocalitiesByTurns) {
  constexpr std::uint32_t cpus[] = {4, 4, 4, 4};
  graph::Groups<P> groups(8, cpus, true);
  groups.divide(3);
  EXPECT_EQ(groups.count(), 3U);
  EXPECT_EQ(groups.serving(3), 0U);
  EXPECT_EQ(groups.of(2), 2U);
  groups.divide(8);
  EXPECT_EQ(groups.count(), 4U);
  EXPECT_EQ(groups.serving(3), 3U);
}

TEST(Numa, AStatedTaskGoesToItsGroupOnly) {
  std::vector<Task> t = tasks(4);
  Four team(k_at_once);
  for (Task& task : t) choose(task, {.group = 1, .stated = true});
  team.numa.put(t[0], 0);
  team.numa.put(t[1], 2);
  team.numa.put(t[2], graph::k_no_seat);
  t[3].priority = 1;
  team.numa.put(t[3], 0);
  for (int look = 0; look < 100; ++look)
    for (const graph::Seat seat : {0U, 1U}) {
      EXPECT_EQ(team.numa.take(seat), nullptr);
      EXPECT_FALSE(team.numa.has_work(seat, graph::Look::at_all));
    }
  EXPECT_TRUE(team.numa.has_work(graph::k_no_seat, graph::Look::at_all));
  EXPECT_TRUE(team.numa.has_work(3, graph::Look::at_all));
  EXPECT_EQ(team.numa.take(3), &t[3]) << "the urgent one first";
  EXPECT_EQ(team.numa.take(3), &t[0]) << "then what was put in from outside, the oldest first";
  EXPECT_EQ(team.numa.take(3), &t[2]);
  EXPECT_EQ(team.numa.take(3), &t[1]) << "then another's of the group";
  EXPECT_FALSE(team.numa.has_work(graph::k_no_seat, graph::Look::at_all));
  EXPECT_EQ(team.count(1).tasks, 4U);
  EXPECT_EQ(team.count(1).foreign + team.count(1).foreign_stated, 0U);
}

TEST(Numa, AnInheritedTaskLeavesItsGroupInTime) {
  std::vector<Task> t = tasks(2);
  Four team(k_at_once);
  for (Task& task : t) choose(task, {.group = 1, .stated = false});
  team.numa.put(t[0], 0);
  team.numa.put(t[1], 2);
  EXPECT_EQ(team.numa.take(0), &t[0]);
  EXPECT_EQ(team.numa.take(1), &t[1]);
  EXPECT_EQ(team.count(0).foreign, 2U);
  EXPECT_EQ(team.count(0).foreign_stated, 0U);
}

TEST(Numa, UntilThenItIsItsGroups) {
  std::vector<Task> t = tasks(2);
  Four team(k_hours);
  for (Task& task : t) choose(task, {.group = 1, .stated = false});
  team.numa.put(t[0], 0);
  team.numa.put(t[1], 2);
  EXPECT_EQ(team.numa.take(0), nullptr);
  EXPECT_TRUE(team.numa.has_work(0, graph::Look::at_all)) << "who may take it in time does not sleep";
  EXPECT_EQ(team.numa.take(3), &t[0]);
  EXPECT_EQ(team.numa.take(3), &t[1]);
}

TEST(Numa, WithoutAnyPlacedTaskGroupsOnlySayWhomToAskFirst) {
  std::vector<Task> t = tasks(2);
  Four team(k_hours);
  team.numa.put(t[0], 0);
  team.numa.put(t[1], 3);
  EXPECT_EQ(team.numa.take(1), &t[0]);
  EXPECT_EQ(team.numa.take(1), &t[1]);
}

TEST(Numa, WithoutPatienceNothingLeavesItsGroup) {
  std::vector<Task> t = tasks(2);
  Four team(Numa::k_never);
  choose(t[1], {.group = 1, .stated = false});
  team.numa.put(t[0], 3);
  team.numa.put(t[1], 0);
  EXPECT_EQ(team.numa.take(0), nullptr);
  EXPECT_FALSE(team.numa.has_work(0, graph::Look::at_all));
  EXPECT_EQ(team.numa.take(2), &t[1]);
  EXPECT_EQ(team.numa.take(2), &t[0]);
}

TEST(Numa, AStatedTaskIsRunByItsAncestorWhereAllOfItsGroupWait) {
  std::vector<Task> t = tasks(3);
  Four team(k_at_once);
  choose(t[1], {.group = 1, .stated = true});
  choose(t[2], {.group = 1, .stated = true});
  t[1].parent = &t[0];
  t[1].depth = 2;
  team.numa.put(t[2], 0);  // a stranger
  team.numa.put(t[1], 0);
  graph::Groups<P>& groups = *team.numa.groups();
  groups.begin_wait(0);
  EXPECT_EQ(team.numa.take_descendant(0, t[0]), nullptr);
  EXPECT_FALSE(groups.begin_wait(2));
  EXPECT_EQ(team.numa.take_descendant(0, t[0]), nullptr) << "seat 3 may come";
  EXPECT_TRUE(groups.begin_wait(3));
  EXPECT_EQ(team.numa.take_descendant(0, t[0]), &t[1]);
  EXPECT_EQ(team.numa.take_descendant(0, t[0]), nullptr) << "the stranger is nobody's here";
  EXPECT_EQ(team.count(0).foreign_stated, 1U);
  groups.end_wait(3);
  EXPECT_EQ(team.numa.take(3), &t[2]);
}

TEST(Numa, AWorkerThatMakesItsOwnWorkWithoutEndComesToTheInboxAllTheSame) {
  std::vector<Task> t = tasks(2);
  Four team(k_at_once);
  choose(t[0], {.group = 0, .stated = true});
  team.numa.put(t[0], 2);
  bool came = false;
  for (int turn = 0; turn < 200 && !came; ++turn) {
    team.numa.put(t[1], 0);
    came = team.numa.take(0) == &t[0];
  }
  EXPECT_TRUE(came);
}

TEST(Numa, TheOwnerTakesItsYoungestTaskAndAThiefOfItsGroupTheOldest) {
  std::vector<Task> t = tasks(3);
  Four team(k_at_once);
  for (Task& task : t) team.numa.put(task, 1);
  EXPECT_EQ(team.numa.backlog(1, 0), 3U);
  EXPECT_EQ(team.numa.take(1), &t[2]);
  EXPECT_EQ(team.numa.take(0), &t[0]);
  EXPECT_EQ(team.numa.take(1), &t[1]);
}

}  // namespace
