// The schedule objects of a construct: made when a loop first needs them, kept for the next, and given what the team's
// loops have in common.
#include "omp/loop_schedules.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "loop/idws/history.hpp"
#include "omp/schedule_kind.hpp"

namespace heddle::omp {
namespace {

using process::Permission;

/// Runs a loop of so many iterations by this object on one thread that plays all seats in turn. @returns how often each
/// iteration has come
std::vector<int> iterations_of(LoopSchedule& schedule, const graph::LoopShape& shape) {
  std::vector<int> times(shape.trip);
  std::vector<graph::LoopCursor> cursors(shape.threads);
  schedule.open(shape);
  for (bool any = true; any;) {
    any = false;
    for (graph::Seat seat = 0; seat < shape.threads; ++seat) {
      const graph::Chunk chunk = schedule.take(seat, cursors[seat]);
      for (std::uint64_t i = chunk.first; i < chunk.last; ++i) ++times[i];
      any = any || !chunk.empty();
    }
  }
  return times;
}

TEST(ScheduleSlots, an_object_is_made_once_for_each_kind_and_kept) {
  const TeamLoops team = make_team_loops(3, Permission::denied);
  ScheduleSlots slots;
  std::set<const LoopSchedule*> made;
  for (const auto& policy : runtime::loop_schedules<platform::Threads>()) {
    LoopSchedule& first = slots.get(kind_named(policy.name), team);
    EXPECT_TRUE(made.insert(&first).second) << policy.name << " is another's";
    EXPECT_EQ(&slots.get(kind_named(policy.name), team), &first) << policy.name;
  }
  ScheduleSlots others;
  EXPECT_FALSE(made.contains(&others.get(ScheduleKind::dynamic, team))) << "another construct has its own";
}

TEST(ScheduleSlots, what_is_made_is_the_schedule_of_its_kind) {
  const TeamLoops team = make_team_loops(2, Permission::denied);
  ScheduleSlots slots;
  LoopSchedule& dynamic = slots.get(ScheduleKind::dynamic, team);
  graph::LoopCursor first, second;
  dynamic.open({10, 4, 2});
  EXPECT_EQ(dynamic.take(0, first).first, 0u);
  EXPECT_EQ(dynamic.take(0, first).first, 4u) << "whoever comes gets the next chunk";
  LoopSchedule& fixed = slots.get(ScheduleKind::static_chunks, team);
  graph::LoopCursor third, fourth;
  fixed.open({16, 4, 2});
  EXPECT_EQ(fixed.take(0, third).first, 0u);
  EXPECT_EQ(fixed.take(0, third).first, 8u) << "every second chunk is the other thread's";
  EXPECT_EQ(fixed.take(1, fourth).first, 4u);
}

TEST(ScheduleSlots, loops_of_all_kinds_and_sizes_on_the_same_objects_run_each_iteration_once) {
  const TeamLoops team = make_team_loops(4, Permission::denied);
  ScheduleSlots slots;
  for (const auto& policy : runtime::loop_schedules<platform::Threads>()) {
    for (const std::uint64_t trip : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000}}) {
      for (const std::uint32_t threads : {1u, 3u, 4u}) {
        LoopSchedule& schedule = slots.get(kind_named(policy.name), team);
        const std::vector<int> times = iterations_of(schedule, {trip, policy.traits.balances ? 0u : 2u, threads});
        EXPECT_EQ(times, std::vector<int>(trip, 1)) << policy.name << " of " << trip << " on " << threads;
      }
    }
  }
}

TEST(ScheduleSlots, a_kind_that_hands_out_nothing_has_an_object_all_the_same) {
  const TeamLoops team = make_team_loops(2, Permission::denied);
  ScheduleSlots slots;
  LoopSchedule& inlined = slots.get(ScheduleKind::inlined, team);
  inlined.open({0, 1, 2});
  graph::LoopCursor cursor;
  EXPECT_TRUE(inlined.take(0, cursor).empty());
}

TEST(TeamLoops, remember_their_loops_where_there_are_several_threads) {
  for (const Permission interrupts : {Permission::denied, Permission::granted}) {
    EXPECT_EQ(make_team_loops(1, interrupts).history, nullptr) << "nobody could be slower than the others";
    EXPECT_NE(make_team_loops(2, interrupts).history, nullptr);
  }
}

TEST(TeamLoops, threads_interrupt_each_other_where_the_user_allows_it_and_there_are_several) {
  EXPECT_FALSE(make_team_loops(1, Permission::granted).interrupts);
  EXPECT_FALSE(make_team_loops(8, Permission::denied).interrupts);
  EXPECT_TRUE(make_team_loops(8, Permission::granted).interrupts) << "a signal is free";
}

}  // namespace
}  // namespace heddle::omp
