// HEDDLE_VERIFY, pair by pair: which two ranges are reported, in which words, and when a clause no longer counts.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/source_place.hpp"
#include "process/verify.hpp"
#include "process/verify_report.hpp"
#include "runtime/tasking.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using graph::Access;
using graph::Mode;
using Tasking = runtime::Tasking<P>;

char memory[256];

/// A place of its own, which is known: nobody has to look for its line.
const void* new_place() {
  static const char places[20'000] = {};
  static std::size_t next = 0;
  know_place(&places[next], "here");
  return &places[next++];
}

std::string said_of(const std::vector<std::vector<Access>>& clauses, NamedBy named = NamedBy::by_construct) {
  Worker& worker = runtime::current();
  testing::internal::CaptureStderr();
  for (const std::vector<Access>& accesses : clauses)
    verify(worker, {accesses.data(), static_cast<std::uint32_t>(accesses.size()), new_place(), nullptr, 0, named});
  verify_waits(worker);
  return testing::internal::GetCapturedStderr();
}

Access range(std::size_t first, std::size_t length, Mode mode = Mode::out) { return {memory + first, mode, length}; }

TEST(VerifyTable, two_ranges_are_reported_when_they_meet_without_being_the_same) {
  for (const std::size_t one_length : {1u, 4u, 10u}) {
    for (std::size_t other = 90; other < 115; ++other) {
      for (const std::size_t other_length : {1u, 4u, 10u}) {
        const bool meet = other < 100 + one_length && 100 < other + other_length;
        const bool same = other == 100 && other_length == one_length;
        const bool same_begin = other == 100;
        const std::vector<std::vector<Access>> clauses{{range(100, one_length)}, {range(other, other_length)}};
        const auto what = testing::Message() << one_length << " from 100, " << other_length << " from " << other;
        EXPECT_EQ(said_of(clauses) != "", meet && !same) << what;
        EXPECT_EQ(said_of(clauses, NamedBy::by_task) != "", meet && !same_begin) << "by task: " << what;
      }
    }
  }
}

TEST(VerifyTable, the_modes_do_not_matter_to_what_overlaps) {
  for (const Mode one : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset})
    for (const Mode other : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset})
      EXPECT_NE(said_of({{range(10, 8, one)}, {range(14, 8, other)}}), "");
}

TEST(VerifyTable, every_earlier_range_is_looked_at) {
  const std::string said = said_of({{range(0, 8)}, {range(20, 8)}, {range(40, 8)}, {range(4, 40)}});
  std::size_t count = 0;
  for (std::size_t at = said.find("overlap without"); at != said.npos; at = said.find("overlap without", at + 1))
    ++count;
  EXPECT_EQ(count, 3u) << said;
}

TEST(VerifyTable, one_clause_may_not_overlap_itself) {
  EXPECT_NE(said_of({{range(0, 8), range(4, 8)}}), "");
  EXPECT_EQ(said_of({{range(0, 8), range(8, 8)}}), "");
}

TEST(VerifyTable, what_has_been_waited_for_does_not_count) {
  Worker& worker = runtime::current();
  const std::vector<Access> one{range(0, 8)};
  const std::vector<Access> other{range(4, 8)};
  const auto look = [&](const std::vector<Access>& accesses) { verify(worker, {accesses.data(), 1, new_place()}); };
  testing::internal::CaptureStderr();
  look(one);
  verify_waits(worker);
  look(other);
  verify_waits(worker);
  Group& group = Tasking::open_group(worker);
  look(one);
  Tasking::close_group(worker);
  verify_waits_of(worker, &group);
  look(other);
  verify_waits(worker);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(VerifyTable, what_another_group_waits_for_still_counts) {
  Worker& worker = runtime::current();
  const std::vector<Access> one{range(0, 8)};
  const std::vector<Access> other{range(4, 8)};
  testing::internal::CaptureStderr();
  verify(worker, {one.data(), 1, new_place()});
  Group& group = Tasking::open_group(worker);
  Tasking::close_group(worker);
  verify_waits_of(worker, &group);
  verify(worker, {other.data(), 1, new_place()});
  verify_waits(worker);
  EXPECT_NE(testing::internal::GetCapturedStderr(), "") << "it was made outside of that group";
}

TEST(VerifyTable, twins_are_told_with_both_their_modes) {
  constexpr std::pair<Mode, const char*> k_modes[] = {
      {Mode::in, "in"}, {Mode::out, "out"}, {Mode::inoutset, "inoutset"}, {Mode::mutexinoutset, "mutexinoutset"}};
  for (const auto& [one, one_name] : k_modes) {
    for (const auto& [other, other_name] : k_modes) {
      const std::string said = said_of({{range(0, 8, one), range(0, 8, other)}});
      EXPECT_EQ(said.find(std::string(" twice, as ") + one_name + " and as " + other_name + ", at ") != said.npos,
                one != other)
          << said;
    }
  }
}

TEST(VerifyTable, a_finding_is_one_line_with_a_remedy) {
  const std::string by_construct = said_of({{range(0, 8)}, {range(4, 8)}});
  EXPECT_TRUE(by_construct.starts_with("heddle: warning: depend clauses overlap")) << by_construct;
  EXPECT_NE(by_construct.find("8 bytes from 0x"), std::string::npos) << by_construct;
  EXPECT_TRUE(by_construct.ends_with("name the same range in both, or ranges that are apart\n")) << by_construct;
  EXPECT_EQ(by_construct.find('\n'), by_construct.size() - 1) << by_construct;
  const std::string by_task = said_of({{range(0, 8)}, {range(4, 8)}}, NamedBy::by_task);
  EXPECT_NE(by_task.find("HEDDLE_TASK_RANGES"), std::string::npos) << by_task;
}

}  // namespace
