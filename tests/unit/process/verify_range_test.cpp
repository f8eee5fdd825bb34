// What HEDDLE_VERIFY makes of lengths that a program gives, and of clauses that name no lengths at all.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "process/process.hpp"
#include "process/verify.hpp"
#include "process/verify_report.hpp"

namespace {

using namespace heddle;
using namespace heddle::process;
using graph::Access;
using graph::Mode;

char memory[1000];

const void* place() {
  static const char places[5000] = {};
  static std::size_t next = 0;
  return &places[next++];
}

/// While it lives, depend clauses are looked at.
class Verifying {
 public:
  Verifying() {
    runtime::current();  // starts the process, which reads its settings
    verify_depends = true;
  }
  ~Verifying() { verify_depends = false; }
  Verifying(const Verifying&) = delete;
  Verifying& operator=(const Verifying&) = delete;
};

template <class Body>
std::string said(Body body) {
  testing::internal::CaptureStderr();
  body(runtime::current());
  verify_waits(runtime::current());
  return testing::internal::GetCapturedStderr();
}

void clause(Worker& worker, std::vector<Access> accesses, NamedBy named = NamedBy::by_construct) {
  verify(worker, {accesses.data(), static_cast<std::uint32_t>(accesses.size()), place(), nullptr, 0, named});
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(VerifyRange, gives_the_length_of_just_this_address_for_just_the_next_clause) {
  const Verifying verifying;
  const std::string text = said([](Worker& worker) {
    verify_range(memory, 100);
    verify_range(memory + 200, 100);
    clause(worker, {{memory, Mode::out, 1}, {memory + 200, Mode::out, 1}, {memory + 400, Mode::out, 1}});
    clause(worker, {{memory + 99, Mode::out, 1}});
    clause(worker, {{memory + 100, Mode::out, 1}, {memory + 401, Mode::out, 1}});
    clause(worker, {{memory + 299, Mode::out, 1}});
  });
  EXPECT_EQ(count(text, "overlap without being the same"), 2) << text;
  EXPECT_EQ(count(text, "100 bytes from"), 2) << text;
}

TEST(VerifyRange, is_nothing_while_nobody_looks) {
  Worker& worker = runtime::current();
  verify_range(memory, 100);
  EXPECT_TRUE(Process::data(worker).next_ranges.empty());
}

TEST(VerifyRange, remembers_no_more_than_a_clause_can_need) {
  const Verifying verifying;
  Worker& worker = runtime::current();
  for (int i = 0; i < 10'500; ++i) verify_range(memory, 1);
  EXPECT_EQ(Process::data(worker).next_ranges.size(), 10'000u);
  said([](Worker& own) { clause(own, {{memory, Mode::in, 8}}); });
  EXPECT_TRUE(Process::data(worker).next_ranges.empty());
}

TEST(Verify, tasks_by_name_may_begin_at_one_address_with_different_lengths) {
  const std::string text = said([](Worker& worker) {
    clause(worker, {{memory, Mode::out, 100}}, NamedBy::by_task);
    clause(worker, {{memory, Mode::out, 50}}, NamedBy::by_task);
  });
  EXPECT_EQ(text, "");
  const std::string other = said([](Worker& worker) {
    clause(worker, {{memory, Mode::out, 100}}, NamedBy::by_task);
    clause(worker, {{memory + 1, Mode::out, 50}}, NamedBy::by_task);
  });
  EXPECT_EQ(count(other, "overlap without beginning at the same address"), 1) << other;
}

TEST(Verify, says_once_that_lengths_are_missing_and_not_of_tasks_by_name) {
  const std::string by_task = said([](Worker& worker) { clause(worker, {{memory, Mode::in, 0}}, NamedBy::by_task); });
  EXPECT_EQ(by_task, "");
  const std::string with =
      said([](Worker& worker) { clause(worker, {{memory, Mode::in, 0}, {memory + 9, Mode::in, 1}}); });
  EXPECT_EQ(with, "") << "one length is enough";
  const std::string first = said([](Worker& worker) { clause(worker, {{memory, Mode::in, 0}}); });
  EXPECT_EQ(count(first, "passes depend clauses as addresses without lengths"), 1);
  const std::string second = said([](Worker& worker) { clause(worker, {{memory, Mode::in, 0}}); });
  EXPECT_EQ(second, "");
}

TEST(Verify, twins_are_the_same_address_in_two_modes) {
  const auto twins = [](std::vector<Access> accesses) {
    return count(said([&](Worker& worker) { clause(worker, accesses); }), " twice, as ");
  };
  EXPECT_EQ(twins({{memory, Mode::in, 8}, {memory + 8, Mode::out, 8}}), 0) << "another address";
  EXPECT_EQ(twins({{memory, Mode::in, 8}, {memory, Mode::in, 8}}), 0) << "the same mode";
  EXPECT_EQ(twins({{memory, Mode::in, 8}, {memory + 8, Mode::in, 8}, {memory, Mode::out, 8}}), 1) << "first and last";
  EXPECT_EQ(twins({{memory + 8, Mode::in, 8}, {memory, Mode::in, 8}, {memory, Mode::inoutset, 8}}), 1);
}

TEST(Verify, an_address_below_or_behind_the_arguments_is_not_in_them) {
  char arguments[16] = {};
  const auto inside = [&](std::size_t at) {
    return count(said([&](Worker& worker) {
                   const Access access{arguments + at, Mode::out, 1};
                   verify(worker, {&access, 1, place(), arguments + 4, 8});
                 }),
                 "in its own arguments");
  };
  EXPECT_EQ(inside(3), 0);
  EXPECT_EQ(inside(4), 1);
  EXPECT_EQ(inside(11), 1);
  EXPECT_EQ(inside(12), 0);
}

TEST(Verify, behind_all_memory_nothing_overlaps) {
  const std::string text = said([](Worker& worker) {
    clause(worker, {{memory, Mode::out, 100}});
    clause(worker, {{graph::k_all_memory, Mode::out, 0}});
    clause(worker, {{memory + 50, Mode::out, 100}});
    clause(worker, {}, NamedBy::by_task);
  });
  EXPECT_EQ(text, "");
}

TEST(VerifyReport, counts_a_pair_of_places_once_whichever_comes_first) {
  const void* const one = place();
  const void* const other = place();
  const auto report = [](const void* first, const void* second) {
    testing::internal::CaptureStderr();
    report_overlap({.first = 16, .bytes = 8, .place = first}, {.first = 20, .bytes = 8, .place = second},
                   NamedBy::by_construct);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_NE(report(one, other), "");
  EXPECT_EQ(report(one, other), "");
  EXPECT_EQ(report(other, one), "") << "the same pair";
  EXPECT_NE(report(one, one), "") << "another pair";
  EXPECT_NE(report(other, other), "");
}

TEST(VerifyReport, names_ranges_by_their_first_address_in_sixteens) {
  testing::internal::CaptureStderr();
  report_overlap({.first = 0xabc, .bytes = 1, .place = place()}, {.first = 0xdef, .bytes = 0, .place = place()},
                 NamedBy::by_construct);
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(count(text, ": 1 bytes from 0xabc named at "), 1) << text;
  EXPECT_EQ(count(text, ", and 0xdef named at "), 1) << text;
}

}  // namespace
