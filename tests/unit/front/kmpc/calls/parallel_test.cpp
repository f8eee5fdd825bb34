// Regions as Clang opens them: any number of captured variables, clauses that come in calls of their own, leagues.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "front/gomp/exports.hpp"
#include "front/kmpc/pushed.hpp"
#include "tests/unit/front/kmpc/calls/interface.hpp"

namespace heddle::kmpc {
namespace {

using test::as_microtask;
using test::parallel;
using test::seat;
using test::team_size;

// A region's code with so many captured variables: adds up their places, weighted, so that an exchange shows.
template <std::size_t... index>
void call_with(std::index_sequence<index...>, std::array<long, 1024>& values) {
  void (*code)(ThreadNumber*, ThreadNumber*, std::conditional_t<index != sizeof...(index), long*, void>...) =
      [](ThreadNumber* number, ThreadNumber* seat_in_team, auto*... captured) {
        EXPECT_EQ(*number, heddle___kmpc_global_thread_num(nullptr));
        EXPECT_EQ(*seat_in_team, seat());
        long weight = 0;
        (__atomic_fetch_add(captured, ++weight, __ATOMIC_RELAXED), ...);
        EXPECT_EQ(weight, static_cast<long>(sizeof...(captured)));
      };
  heddle___kmpc_push_num_threads(nullptr, 0, 2);
  heddle___kmpc_fork_call(nullptr, static_cast<std::int32_t>(sizeof...(index)), as_microtask(code), &values[index]...);
}

template <std::size_t count>
void expect_each_variable_in_its_place() {
  std::array<long, 1024> values{};
  call_with(std::make_index_sequence<count>(), values);
  for (std::size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(values[i], i < count ? 2 * static_cast<long>(i + 1) : 0) << count << " captured, of these " << i;
}

TEST(KmpcParallel, captured_variables_come_in_their_order_however_many_there_are) {
  expect_each_variable_in_its_place<0>();
  expect_each_variable_in_its_place<1>();
  expect_each_variable_in_its_place<2>();
  expect_each_variable_in_its_place<3>();
  expect_each_variable_in_its_place<4>();
  expect_each_variable_in_its_place<5>();
  expect_each_variable_in_its_place<8>();
  expect_each_variable_in_its_place<9>();
  expect_each_variable_in_its_place<16>();
  expect_each_variable_in_its_place<17>();
  expect_each_variable_in_its_place<33>();
  expect_each_variable_in_its_place<65>();
  expect_each_variable_in_its_place<130>();
}

TEST(KmpcParallel, a_thousand_captured_variables_arrive_and_one_more_than_1024_is_refused) {
  expect_each_variable_in_its_place<300>();
  expect_each_variable_in_its_place<1024>();
  void (*code)(ThreadNumber*, ThreadNumber*) = [](ThreadNumber*, ThreadNumber*) {};
  EXPECT_DEATH(heddle___kmpc_fork_call(nullptr, 1025, as_microtask(code), nullptr), "more than 1024 variables");
}

TEST(KmpcParallel, a_pushed_number_of_threads_counts_for_one_region) {
  std::atomic<int> ran{0};
  parallel(3, [&] {
    EXPECT_EQ(team_size(), 3);
    ++ran;
  });
  EXPECT_EQ(ran, 3);
  heddle___kmpc_push_num_threads(nullptr, 0, 3);
  heddle___kmpc_pop_num_threads(nullptr, 0);
  EXPECT_EQ(pushed.threads, 0U);
  heddle___kmpc_push_num_threads(nullptr, 0, -3);
  EXPECT_EQ(pushed.threads, 0U) << "a number that means nothing is no clause";
  heddle___kmpc_push_num_threads(nullptr, 0, 4);
  heddle___kmpc_serialized_parallel(nullptr, 0);  // takes it, and has one thread all the same
  EXPECT_EQ(team_size(), 1);
  EXPECT_EQ(pushed.threads, 0U);
  heddle___kmpc_end_serialized_parallel(nullptr, 0);
}

TEST(KmpcParallel, each_seat_is_taken_once_and_numbers_of_threads_are_their_own) {
  std::array<std::atomic<int>, 4> seats{};
  std::array<std::atomic<int>, 4> numbers{};
  for (auto& number : numbers) number = -1;
  parallel(4, [&] {
    ++seats[static_cast<std::size_t>(seat())];
    numbers[static_cast<std::size_t>(seat())] = heddle___kmpc_global_thread_num(nullptr);
    test::barrier();
    EXPECT_EQ(heddle___kmpc_in_parallel(nullptr), 1);
  });
  for (const auto& each : seats) EXPECT_EQ(each, 1);
  const std::set<int> different(numbers.begin(), numbers.end());
  EXPECT_EQ(different.size(), 4U);
  for (const int number : different) {
    EXPECT_GE(number, 0);
    EXPECT_LT(number, heddle___kmpc_global_num_threads(nullptr));
  }
  EXPECT_EQ(numbers[0], heddle___kmpc_global_thread_num(nullptr)) << "the master keeps its own";
}

TEST(KmpcParallel, an_if_clause_decides_between_a_team_and_the_thread_alone) {
  struct Seen {
    std::atomic<int> calls{0};
    int size = 0;
    int active = -1;
  } seen;
  void (*code)(ThreadNumber*, ThreadNumber*, Seen*) = [](ThreadNumber*, ThreadNumber* place, Seen* it) {
    ++it->calls;
    if (*place != 0) return;
    it->size = team_size();
    it->active = heddle___kmpc_in_parallel(nullptr);
  };
  heddle___kmpc_push_num_threads(nullptr, 0, 3);
  heddle___kmpc_fork_call_if(nullptr, 1, as_microtask(code), 1, &seen);
  EXPECT_EQ(seen.calls, 3);
  EXPECT_EQ(seen.size, 3);
  EXPECT_EQ(seen.active, 1);
  seen.calls = 0;
  heddle___kmpc_push_num_threads(nullptr, 0, 3);
  heddle___kmpc_fork_call_if(nullptr, 1, as_microtask(code), 0, &seen);
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.size, 1);
  EXPECT_EQ(seen.active, 0) << "a region of one thread is not active";
  EXPECT_EQ(heddle_omp_get_level(), 0);
}

TEST(KmpcParallel, a_region_without_captured_variables_gets_none) {
  static std::atomic<int> calls{0};
  void (*code)(ThreadNumber*, ThreadNumber*, void*) = [](ThreadNumber*, ThreadNumber*, void* captured) {
    EXPECT_EQ(captured, nullptr);
    ++calls;
  };
  for (const int condition : {0, 1}) {
    calls = 0;
    heddle___kmpc_push_num_threads(nullptr, 0, 2);
    heddle___kmpc_fork_call_if(nullptr, 0, as_microtask(code), condition, nullptr);
    EXPECT_EQ(calls, 1 + condition);
  }
}

TEST(KmpcParallel, serialized_regions_nest_and_count_as_levels) {
  EXPECT_EQ(heddle_omp_get_level(), 0);
  for (int level = 1; level <= 3; ++level) {
    heddle___kmpc_serialized_parallel(nullptr, 0);
    EXPECT_EQ(heddle_omp_get_level(), level);
    EXPECT_EQ(heddle_omp_get_active_level(), 0);
    EXPECT_EQ(seat(), 0);
  }
  for (int level = 3; level >= 1; --level) {
    EXPECT_EQ(heddle_omp_get_level(), level);
    heddle___kmpc_end_serialized_parallel(nullptr, 0);
  }
  EXPECT_EQ(heddle_omp_get_level(), 0);
}

TEST(KmpcParallel, a_list_of_numbers_counts_level_by_level_and_for_one_region) {
  heddle_omp_set_max_active_levels(3);
  const std::int32_t list[] = {2, 3, 0};
  std::atomic<int> outer{0}, middle{0}, inner{0};
  std::atomic<int> wrong{0};
  void (*innermost)(ThreadNumber*, ThreadNumber*, std::atomic<int>*) = [](ThreadNumber*, ThreadNumber*,
                                                                          std::atomic<int>* count) { ++*count; };
  struct All {
    std::atomic<int>&outer, &middle, &inner, &wrong;
    void (*innermost)(ThreadNumber*, ThreadNumber*, std::atomic<int>*);
  } all{outer, middle, inner, wrong, innermost};
  void (*in_the_middle)(ThreadNumber*, ThreadNumber*, All*) = [](ThreadNumber*, ThreadNumber*, All* it) {
    ++it->middle;
    if (team_size() != 3) ++it->wrong;
    heddle___kmpc_fork_call(nullptr, 1, as_microtask(it->innermost), &it->inner);
  };
  static All* known;
  known = &all;
  static void (*second)(ThreadNumber*, ThreadNumber*, All*);
  second = in_the_middle;
  void (*first)(ThreadNumber*, ThreadNumber*, All*) = [](ThreadNumber*, ThreadNumber*, All* it) {
    ++it->outer;
    if (team_size() != 2) ++it->wrong;
    heddle___kmpc_fork_call(nullptr, 1, as_microtask(second), known);
  };
  heddle___kmpc_push_num_threads_list(nullptr, 0, 3, list);
  heddle___kmpc_fork_call(nullptr, 1, as_microtask(first), &all);
  EXPECT_EQ(outer, 2);
  EXPECT_EQ(middle, 2 * 3);
  EXPECT_EQ(inner, 2 * 3 * 1) << "what means nothing is one thread";
  EXPECT_EQ(wrong, 0);
  EXPECT_FALSE(pushed.list);
  heddle___kmpc_push_num_threads_list(nullptr, 0, 0, list);
  EXPECT_EQ(pushed.threads, 0U) << "an empty list is no clause";
  heddle_omp_set_max_active_levels(1);
}

TEST(KmpcParallel, a_strict_number_that_can_be_had_is_silent) {
  std::atomic<int> ran{0};
  void (*code)(ThreadNumber*, ThreadNumber*, std::atomic<int>*) = [](ThreadNumber*, ThreadNumber*,
                                                                     std::atomic<int>* count) { ++*count; };
  testing::internal::CaptureStderr();
  heddle___kmpc_push_num_threads_strict(nullptr, 0, 2, 2, "must not be said");
  heddle___kmpc_fork_call(nullptr, 1, as_microtask(code), &ran);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(ran, 2);
  EXPECT_FALSE(pushed.strict);
}

// Inside a region there is no further level: one thread can be had.
void ask_strictly_inside(std::int32_t severity, const char* message) {
  heddle_omp_set_max_active_levels(1);
  static std::int32_t how;
  static const char* text;
  how = severity;
  text = message;
  parallel(2, [] {
    if (seat() != 0) return;
    const std::int32_t list[] = {3, 2};
    void (*code)(ThreadNumber*, ThreadNumber*) = [](ThreadNumber*, ThreadNumber*) { EXPECT_EQ(team_size(), 1); };
    heddle___kmpc_push_num_threads_list_strict(nullptr, 0, 2, list, how, text);
    heddle___kmpc_fork_call(nullptr, 0, as_microtask(code));
  });
}

TEST(KmpcParallelDeathTest, a_strict_number_that_cannot_be_had_warns_or_ends_the_program) {
  testing::internal::CaptureStderr();
  ask_strictly_inside(1, "only one here");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("only one here"), std::string::npos);
  testing::internal::CaptureStderr();
  ask_strictly_inside(1, nullptr);
  const std::string ours = testing::internal::GetCapturedStderr();
  EXPECT_NE(ours.find("asks for more threads than 1"), std::string::npos) << ours;
  EXPECT_NE(ours.find("strict: 3"), std::string::npos) << ours;
#if !defined(__SANITIZE_THREAD__)  // whose children of a fork start no threads
  EXPECT_DEATH(ask_strictly_inside(2, "the end"), "the end");
#endif
}

TEST(KmpcParallel, places_are_asked_for_by_clangs_numbers) {
  heddle___kmpc_push_proc_bind(nullptr, 0, 5);
  EXPECT_EQ(pushed.bind, 2U) << "primary";
  heddle___kmpc_push_proc_bind(nullptr, 0, 4);
  EXPECT_EQ(pushed.bind, 4U) << "spread";
  heddle___kmpc_push_proc_bind(nullptr, 0, -1);
  EXPECT_EQ(pushed.bind, 0U);
  heddle___kmpc_push_proc_bind(nullptr, 0, 3);
  parallel(2, [] {});
  EXPECT_EQ(pushed.bind, 0U) << "taken by the region";
}

struct League {
  std::atomic<int> calls{0};
  std::atomic<int> sum{0};
  std::atomic<int> most{-1};
};

void run_league(League& league) {
  void (*code)(ThreadNumber*, ThreadNumber*, League*) = [](ThreadNumber*, ThreadNumber*, League* it) {
    ++it->calls;
    it->sum += heddle_omp_get_team_num();
    it->most = heddle_omp_get_num_teams();
  };
  heddle___kmpc_fork_teams(nullptr, 1, as_microtask(code), &league);
}

TEST(KmpcParallel, a_league_has_the_teams_that_were_pushed_once) {
  League four;
  heddle___kmpc_push_num_teams(nullptr, 0, 4, 1);
  run_league(four);
  EXPECT_EQ(four.calls, 4);
  EXPECT_EQ(four.sum, 0 + 1 + 2 + 3);
  EXPECT_EQ(four.most, 4);
  EXPECT_EQ(pushed.teams, 0U);
  EXPECT_EQ(pushed.thread_limit, 0U);
  League three;
  heddle___kmpc_push_num_teams_51(nullptr, 0, 2, 3, 0);
  run_league(three);
  EXPECT_EQ(three.calls, 3) << "the upper bound";
  League two;
  heddle___kmpc_push_num_teams_51(nullptr, 0, 2, 0, 0);
  run_league(two);
  EXPECT_EQ(two.calls, 2) << "the lower one where there is no upper";
  heddle___kmpc_push_num_teams(nullptr, 0, -1, -1);
  EXPECT_EQ(pushed.teams, 0U);
  EXPECT_EQ(pushed.thread_limit, 0U);
}

TEST(KmpcParallel, a_teams_threads_are_limited_by_its_clause) {
  static std::atomic<int> most{0};
  void (*code)(ThreadNumber*, ThreadNumber*) = [](ThreadNumber*, ThreadNumber*) {
    parallel(4, [] {
      if (team_size() > most) most = team_size();
    });
  };
  heddle___kmpc_push_num_teams(nullptr, 0, 1, 2);
  heddle___kmpc_fork_teams(nullptr, 0, as_microtask(code));
  EXPECT_EQ(most, 2);
  const int before = heddle_omp_get_thread_limit();
  heddle___kmpc_serialized_parallel(nullptr, 0);
  heddle___kmpc_set_thread_limit(nullptr, 0, 0);
  EXPECT_EQ(heddle_omp_get_thread_limit(), before);
  heddle___kmpc_set_thread_limit(nullptr, 0, 3);
  EXPECT_EQ(heddle_omp_get_thread_limit(), 3);
  heddle___kmpc_end_serialized_parallel(nullptr, 0);
  EXPECT_EQ(heddle_omp_get_thread_limit(), before) << "of the region's task alone";
}

TEST(KmpcParallel, beginning_and_ending_the_library_changes_nothing) {
  heddle___kmpc_begin(nullptr, 0);
  heddle___kmpc_end(nullptr);
  EXPECT_EQ(heddle___kmpc_ok_to_fork(nullptr), 1);
  std::atomic<int> ran{0};
  parallel(2, [&] { ++ran; });
  EXPECT_EQ(ran, 2);
}

}  // namespace
}  // namespace heddle::kmpc
