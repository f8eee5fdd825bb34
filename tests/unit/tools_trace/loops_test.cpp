// What a thread ran of a worksharing loop, as the command reads it from records.
#include <gtest/gtest.h>
#include <initializer_list>

#include "tools/heddle/trace/history.hpp"

namespace {

using heddle::format::Event;
using heddle::format::Record;
using heddle::format::WaitReason;
using namespace heddle::tools;

/// One thread of a region, task 1, that begins at 0.
TaskHistory history_of_thread(std::initializer_list<Record> records) {
  RawTrace trace;
  trace.processes.emplace_back();
  TracedWorker& worker = trace.workers.emplace_back();
  worker.records.push_back({.time_ns = 0, .task = 1, .b = 1, .event = Event::region_begin});
  worker.records.insert(worker.records.end(), records);
  return history_of(trace).tasks.at(0);
}

Record begin(std::uint64_t time, std::uint64_t trip) {
  return {
      .time_ns = time, .a = trip, .b = 4, .event = Event::loop_begin, .detail = 6, .extra = heddle::format::k_rising};
}
Record chunk(std::uint64_t time, std::uint64_t first, std::uint64_t last) {
  return {.time_ns = time, .a = first, .b = last, .event = Event::loop_chunk};
}
Record end(std::uint64_t time) { return {.time_ns = time, .event = Event::loop_end, .extra = 1}; }

TEST(Loops, a_part_lasts_until_the_next_one_or_until_there_are_no_more) {
  const TaskHistory thread =
      history_of_thread({begin(100, 90), chunk(110, 0, 30), chunk(5110, 60, 90), chunk(12'110, 0, 0), end(13'000)});
  ASSERT_EQ(thread.loops.size(), 1u);
  const TaskLoop& loop = thread.loops[0];
  EXPECT_EQ(loop.offset_ns, 100u);
  EXPECT_EQ(loop.trip, 90u);
  EXPECT_EQ(loop.chunk, 4u);
  EXPECT_EQ(loop.schedule, 6u);
  EXPECT_EQ(loop.traits, heddle::format::k_rising);
  EXPECT_TRUE(loop.nowait);
  ASSERT_EQ(loop.parts.size(), 2u);
  EXPECT_EQ(loop.parts[0].ns, 5000u);
  EXPECT_EQ(loop.parts[1].first, 60u);
  EXPECT_EQ(loop.parts[1].ns, 7000u);
}

TEST(Loops, what_the_thread_waits_meanwhile_is_not_the_loops) {
  const TaskHistory thread = history_of_thread(
      {begin(0, 10),
       chunk(0, 0, 10),
       {.time_ns = 2000, .event = Event::wait_begin, .detail = static_cast<std::uint16_t>(WaitReason::children)},
       {.time_ns = 9000, .event = Event::wait_end},
       chunk(10'000, 0, 0),
       end(10'000)});
  ASSERT_EQ(thread.loops.size(), 1u);
  EXPECT_EQ(thread.loops[0].parts.at(0).ns, 3000u);
}

TEST(Loops, short_parts_that_follow_each_other_are_one) {
  const TaskHistory thread = history_of_thread({begin(0, 40), chunk(0, 0, 10), chunk(200, 10, 20), chunk(400, 30, 40),
                                                chunk(600, 20, 30), chunk(800, 0, 0), end(800)});
  ASSERT_EQ(thread.loops.size(), 1u);
  ASSERT_EQ(thread.loops[0].parts.size(), 3u);
  EXPECT_EQ(thread.loops[0].parts[0].last, 20u);
  EXPECT_EQ(thread.loops[0].parts[0].ns, 400u);
}

TEST(Loops, a_thread_that_comes_too_late_has_a_loop_without_parts_and_sections_are_no_loop) {
  EXPECT_EQ(history_of_thread({begin(0, 40), chunk(5, 0, 0), end(6)}).loops.size(), 1u);
  EXPECT_TRUE(history_of_thread({begin(0, 3), end(6)}).loops.empty());
}

TEST(Loops, records_without_a_beginning_are_passed_over) {
  EXPECT_TRUE(history_of_thread({chunk(5, 0, 10), end(6)}).loops.empty());
}

}  // namespace
