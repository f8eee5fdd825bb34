// Regions, their implicit tasks and the threads that run them: who is told of what, in which order, with which numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/listener.hpp"

namespace heddle::ompt::test {
namespace {

using Lines = std::vector<std::string>;

Lines of_kind(const Lines& all, const std::string& beginning) {
  Lines found;
  for (const std::string& line : all)
    if (line.starts_with(beginning)) found.push_back(line);
  return found;
}

TEST(OmptRegions, a_region_of_one_thread_is_told_from_its_begin_to_its_end) {
  parallel(1, [] {});  // the thread has begun
  forget();
  parallel(1, [] {});
  EXPECT_EQ(told(), (Lines{"parallel_begin R1 in initial asks 1 team|runtime",
                           "implicit begin t1 of R1 0/1 implicit|undeferred", "sync barrier_parallel begin t1 of R1",
                           "wait barrier_parallel begin t1 of R1", "wait barrier_parallel end t1 of -",
                           "sync barrier_parallel end t1 of -", "implicit end t1 of - 0/0 implicit|undeferred",
                           "parallel_end R1 in initial team|runtime"}));
}

TEST(OmptRegions, a_region_that_the_program_runs_itself_says_so) {
  forget();
  CALL(__kmpc_serialized_parallel)(nullptr, 0);
  CALL(__kmpc_end_serialized_parallel)(nullptr, 0);
  const Lines all = told();
  ASSERT_EQ(all.size(), 8U);
  EXPECT_EQ(all.front(), "parallel_begin R1 in initial asks 1 team|program");
  EXPECT_EQ(all.back(), "parallel_end R1 in initial team|program");
  forget();
  parallel(1, [] {});
  EXPECT_EQ(told().front(), "parallel_begin R1 in initial asks 1 team|runtime") << "that was said of the one before";
}

TEST(OmptRegions, the_call_that_opened_a_region_is_told_at_both_its_ends) {
  forget();
  parallel(1, [] {});
  const void* at_begin = nullptr;
  for (const Line& line : lines()) {
    if (line.event == ompt_callback_parallel_begin) at_begin = line.caller;
    if (line.event == ompt_callback_parallel_end) {
      EXPECT_EQ(line.caller, at_begin);
    }
  }
  EXPECT_NE(at_begin, nullptr);
}

TEST(OmptRegions, each_thread_of_a_team_tells_its_implicit_task_and_its_barrier) {
  constexpr int k_threads = 4;
  std::atomic<int> together{0};
  std::array<std::atomic<int>, k_threads> thread_in_seat{};
  forget();
  parallel(k_threads, [&] {
    thread_in_seat[static_cast<std::size_t>(seat())] = this_threads_number();
    ++together;
    while (together < k_threads) {
    }
  });
  // Those of the pool tell the end with their next order at the latest.
  parallel(k_threads, [] {});
  EXPECT_EQ(told_of_kind("parallel_begin R1"), (Lines{"parallel_begin R1 in initial asks 4 team|runtime"}));
  EXPECT_EQ(told_of_kind("parallel_end R1"), (Lines{"parallel_end R1 in initial team|runtime"}));
  std::set<std::string> tasks;
  for (int place = 0; place < k_threads; ++place) {
    Lines mine = told_of(thread_in_seat[static_cast<std::size_t>(place)]);
    const std::string last = place == 0 ? "parallel_end R1" : "implicit end";
    const auto end = std::ranges::find_if(mine, [&last](const std::string& line) { return line.starts_with(last); });
    ASSERT_NE(end, mine.end());
    mine.erase(end + 1, mine.end());
    if (place == 0) {
      EXPECT_EQ(mine.front(), "parallel_begin R1 in initial asks 4 team|runtime");
      EXPECT_EQ(mine.back(), "parallel_end R1 in initial team|runtime");
    }
    mine = of_kind(mine, "thread_begin").empty() ? mine : Lines(mine.begin() + 1, mine.end());
    if (place == 0) mine = Lines(mine.begin() + 1, mine.end() - 1);
    const std::string first = mine.front();
    const std::string task = first.substr(std::string("implicit begin ").size(), 2);
    tasks.insert(task);
    const std::string part = std::to_string(place);
    EXPECT_EQ(mine,
              (Lines{"implicit begin " + task + " of R1 " + part + "/4 implicit",
                     "sync barrier_parallel begin " + task + " of R1", "wait barrier_parallel begin " + task + " of R1",
                     "wait barrier_parallel end " + task + " of -", "sync barrier_parallel end " + task + " of -",
                     "implicit end " + task + " of - " + part + "/0 implicit"}));
  }
  EXPECT_EQ(tasks.size(), 4U) << "each has its own";
}

TEST(OmptRegions, a_worker_tells_the_end_of_one_region_before_the_begin_of_the_next) {
  forget();
  constexpr int k_rounds = 50;
  for (int round = 0; round < k_rounds; ++round) parallel(3, [] {});
  std::vector<int> open(64);
  for (const Line& line : lines()) {
    int& of_thread = open.at(static_cast<std::size_t>(line.thread));
    if (line.text.starts_with("implicit begin")) {
      EXPECT_EQ(++of_thread, 1) << line.text;
    } else if (line.text.starts_with("implicit end")) {
      EXPECT_EQ(--of_thread, 0) << line.text;
    }
  }
  EXPECT_EQ(told_of_kind("implicit begin").size(), 3U * k_rounds);
  EXPECT_GE(told_of_kind("implicit end").size(), 3U * (k_rounds - 1));
}

TEST(OmptRegions, threads_begin_once_and_before_all_else) {
  static int most = 8;  // more than any region here has had
  most += 2;
  std::set<int> begun;
  forget();
  parallel(most, [] {});
  for (const Line& line : lines()) {
    if (line.text.starts_with("thread_begin")) {
      EXPECT_EQ(line.text, "thread_begin worker");
      EXPECT_TRUE(begun.insert(line.thread).second) << "again";
    }
  }
  for (const int thread : begun) EXPECT_EQ(told_of(thread).front(), "thread_begin worker");
  EXPECT_GE(begun.size(), 1U) << "these threads are more than there were";
}

TEST(OmptRegions, inner_regions_belong_to_the_task_that_met_them) {
  heddle_omp_set_max_active_levels(2);
  forget();
  parallel(1, [] { parallel(1, [] { spawn([] { parallel(1, [] {}); }); }); });
  EXPECT_EQ(told_of_kind("parallel_begin"),
            (Lines{"parallel_begin R1 in initial asks 1 team|runtime", "parallel_begin R2 in t1 asks 1 team|runtime",
                   "parallel_begin R3 in t3 asks 1 team|runtime"}));
  EXPECT_EQ(told_of_kind("parallel_end"),
            (Lines{"parallel_end R3 in t3 team|runtime", "parallel_end R2 in t1 team|runtime",
                   "parallel_end R1 in initial team|runtime"}));
  heddle_omp_set_max_active_levels(1);
}

TEST(OmptRegions, more_threads_than_can_be_had_are_told_as_asked_for) {
  heddle_omp_set_max_active_levels(1);
  forget();
  parallel(2, [] {
    if (seat() == 0) parallel(5, [] {});
  });
  EXPECT_EQ(told_of_kind("parallel_begin R2").size(), 1U);
  EXPECT_NE(told_of_kind("parallel_begin R2").at(0).find(" asks 5 "), std::string::npos);
  bool alone = false;
  for (const std::string& line : told_of_kind("implicit begin"))
    alone = alone || line.find("of R2 0/1 implicit|undeferred") != std::string::npos;
  EXPECT_TRUE(alone);
}

TEST(OmptRegions, a_league_is_told_with_an_initial_task_for_each_team) {
  forget();
  void (*code)(ThreadNumber*, ThreadNumber*) = [](ThreadNumber*, ThreadNumber*) {};
  heddle___kmpc_push_num_teams(nullptr, 0, 2, 1);
  CALL(__kmpc_fork_teams)(nullptr, 0, as_microtask(code));
  EXPECT_EQ(told(), (Lines{"parallel_begin R1 in initial asks 2 league|program", "implicit begin t1 of R1 0/2 initial",
                           "implicit end t1 of - 0/0 initial", "implicit begin t2 of R1 1/2 initial",
                           "implicit end t2 of - 1/0 initial", "parallel_end R1 in initial league|program"}));
}

TEST(OmptRegions, a_teams_region_belongs_to_its_initial_task) {
  forget();
  void (*code)(ThreadNumber*, ThreadNumber*) = [](ThreadNumber*, ThreadNumber*) { parallel(1, [] {}); };
  heddle___kmpc_push_num_teams(nullptr, 0, 1, 1);
  CALL(__kmpc_fork_teams)(nullptr, 0, as_microtask(code));
  const Lines all = told();
  ASSERT_GE(all.size(), 4U);
  EXPECT_EQ(all[2], "parallel_begin R2 in t1 asks 1 team|runtime");
  EXPECT_EQ(all[all.size() - 3], "parallel_end R2 in t1 team|runtime");
}

TEST(OmptRegions, gccs_regions_are_told_alike) {
  forget();
  parallel_of_gcc(1, [] {});
  const Lines of_gcc = told();
  forget();
  parallel(1, [] {});
  EXPECT_EQ(of_gcc, told());
  forget();
  CALL(GOMP_parallel_start)([](void*) {}, nullptr, 1);
  CALL(GOMP_parallel_end)();
  EXPECT_EQ(told().front(), "parallel_begin R1 in initial asks 1 team|program");
}

TEST(OmptRegions, what_is_open_when_the_region_ends_is_closed_before_its_barrier) {
  forget();
  parallel(1, [] { EXPECT_EQ(CALL(__kmpc_single)(nullptr, 0), 1); });  // and nobody ends it
  const Lines all = told();
  const auto place = [&all](const std::string& line) { return std::ranges::find(all, line) - all.begin(); };
  EXPECT_LT(place("work single_executor begin t1 of R1 1"), place("work single_executor end t1 of R1 1"));
  EXPECT_LT(place("work single_executor end t1 of R1 1"), place("sync barrier_parallel begin t1 of R1"));
  EXPECT_LT(place("sync barrier_parallel begin t1 of R1"), static_cast<std::ptrdiff_t>(all.size()));
}

}  // namespace
}  // namespace heddle::ompt::test
