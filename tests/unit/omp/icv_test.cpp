// What the tasks of a region inherit from the task around it, and what the numbers of schedules mean.
#include "omp/icv.hpp"

#include <gtest/gtest.h>

#include <string>

#include "omp/schedule_kind.hpp"

namespace {

using namespace heddle::omp;

TEST(NestedIcv, a_region_is_one_level_deeper_and_else_as_its_parent) {
  TaskIcv parent;
  parent.nthreads = 7;
  parent.thread_limit = 9;
  parent.bind = Bind::close;
  parent.dynamic = true;
  parent.level = 3;
  const TaskIcv child = nested_icv(parent, {});
  EXPECT_EQ(child.level, 4);
  EXPECT_EQ(child.nthreads, 7u);
  EXPECT_EQ(child.thread_limit, 9u);
  EXPECT_EQ(child.bind, Bind::close);
  EXPECT_TRUE(child.dynamic);
}

TEST(NestedIcv, the_next_element_of_a_list_counts_and_behind_its_end_the_last) {
  GlobalIcv global;
  global.nthreads_list = {4, 3, 2};
  global.bind_list = {Bind::spread, Bind::close};
  TaskIcv icv;
  icv.nthreads = 4;
  icv.bind = Bind::spread;
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.nthreads, 3u);
  EXPECT_EQ(icv.bind, Bind::close);
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.nthreads, 2u);
  EXPECT_EQ(icv.bind, Bind::close);
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.nthreads, 2u);
  icv.nthreads = 11;  // omp_set_num_threads
  EXPECT_EQ(nested_icv(icv, global).nthreads, 11u) << "nothing in the list says otherwise";
}

TEST(NestedIcv, a_list_of_the_region_goes_before_the_one_of_the_process) {
  GlobalIcv global;
  global.nthreads_list = {9, 9, 9, 9, 9};
  InnerThreads inner;
  inner.each = {5, 6};
  inner.level = 2;
  TaskIcv icv;
  icv.inner_threads = &inner;
  icv.level = 1;
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.level, 2);
  EXPECT_EQ(icv.nthreads, 5u);
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.nthreads, 6u);
  icv = nested_icv(icv, global);
  EXPECT_EQ(icv.nthreads, 6u) << "the last one counts for deeper levels, too";
}

TEST(NestedIcv, the_deepest_level_is_not_passed) {
  TaskIcv icv;
  icv.level = UINT16_MAX;
  EXPECT_EQ(nested_icv(icv, {}).level, UINT16_MAX);
  icv.level = UINT16_MAX - 1;
  EXPECT_EQ(nested_icv(icv, {}).level, UINT16_MAX);
}

TEST(RunSchedule, without_a_modifier_only_static_rises) {
  RunSchedule schedule;
  for (const ScheduleKind kind : {ScheduleKind::static_chunks, ScheduleKind::dynamic, ScheduleKind::guided}) {
    schedule.kind = kind;
    schedule.modifier = Monotonicity::unsaid;
    EXPECT_EQ(schedule.monotonic(), kind == ScheduleKind::static_chunks);
    schedule.modifier = Monotonicity::monotonic;
    EXPECT_TRUE(schedule.monotonic());
    schedule.modifier = Monotonicity::nonmonotonic;
    EXPECT_FALSE(schedule.monotonic());
  }
}

TEST(ScheduleKind, names_and_numbers_go_both_ways) {
  for (unsigned number = 0; number < heddle::runtime::k_loop_numbers; ++number) {
    if (!is_loop_schedule(number)) continue;
    const std::string name(name_of(static_cast<ScheduleKind>(number)));
    EXPECT_EQ(kind_named(name), static_cast<ScheduleKind>(number)) << name;
  }
  EXPECT_EQ(name_of(ScheduleKind::static_chunks), "static");
  EXPECT_EQ(name_of(ScheduleKind::runtime), "runtime");
  EXPECT_EQ(name_of(ScheduleKind::automatic), "auto");
  EXPECT_EQ(name_of(ScheduleKind::inlined), "inlined");
  EXPECT_EQ(name_of(static_cast<ScheduleKind>(15)), "unknown");
}

TEST(ScheduleKind, only_rows_of_the_table_are_loop_schedules) {
  EXPECT_TRUE(is_loop_schedule(1));
  EXPECT_TRUE(is_loop_schedule(2));
  EXPECT_TRUE(is_loop_schedule(3));
  EXPECT_FALSE(is_loop_schedule(0));
  EXPECT_FALSE(is_loop_schedule(4));
  EXPECT_FALSE(is_loop_schedule(5));
  EXPECT_FALSE(is_loop_schedule(1000));
  EXPECT_EQ(kind_named("no such schedule"), ScheduleKind::runtime);
  EXPECT_EQ(kind_named(""), ScheduleKind::runtime);
}

TEST(ScheduleKind, a_loop_without_a_chunk_size_gets_one_iteration_or_what_the_schedule_likes) {
  EXPECT_EQ(default_chunk(ScheduleKind::dynamic), 1);
  EXPECT_EQ(default_chunk(ScheduleKind::guided), 1);
  EXPECT_EQ(default_chunk(ScheduleKind::static_chunks), 0);
  EXPECT_EQ(default_chunk(kind_named("idws")), 0);
}

}  // namespace
