// Plans with branches: what runs is what a program with if and while would have run, whatever the workers, laps and
// placements.
#include "heddle/plan.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using heddle::in;
using heddle::inout;
using heddle::out;

constexpr heddle::placement k_placements[] = {heddle::placement::locality, heddle::placement::critical_path,
                                              heddle::placement::round_robin, heddle::placement::random};

/// `check(plan)` for plans on several workers, by all placements, with and without taking over.
template <class Check>
void on_many_plans(Check check) {
  for (const unsigned workers : {1u, 2u, 3u, 5u}) {
    for (const heddle::placement placement : k_placements) {
      for (const bool rebalance : {false, true}) {
        SCOPED_TRACE(std::to_string(workers) + " workers, placement " + std::to_string(static_cast<int>(placement)) +
                     (rebalance ? ", taking over" : ""));
        heddle::plan plan({.workers = workers, .placement = placement, .rebalance = rebalance});
        check(plan);
      }
    }
  }
}

TEST(PlanBranch, a_way_runs_in_those_laps_only_in_which_it_is_chosen) {
  on_many_plans([](heddle::plan& plan) {
    int lap = 0;
    std::array<int, 4> taken{};
    int always = 0;
    const heddle::plan_branch third = plan.branch([&] { return lap++ % 3; });
    for (int way = 0; way < 4; ++way) plan.when(third, way, [&] { plan.task([&taken, way] { ++taken[way]; }); });
    plan.task([&] { ++always; });
    plan.replay();
    plan.replay(9);
    EXPECT_EQ(taken, (std::array{4, 3, 3, 0}));
    EXPECT_EQ(always, 10);
  });
}

TEST(PlanBranch, both_ways_meet_what_comes_before_and_behind_them_in_the_order_of_the_description) {
  on_many_plans([](heddle::plan& plan) {
    std::uint64_t value = 1;
    std::vector<std::uint64_t> seen;
    plan.task([&] { value = value * 3 + 1; }, inout(value));
    const auto odd = plan.branch([&] { return value % 2 == 1; }, in(value));
    plan.when(odd, true, [&] { plan.task([&] { value += 5; }, inout(value)); });
    plan.when(odd, false, [&] { plan.task([&] { value /= 2; }, inout(value)); });
    plan.task([&] { seen.push_back(value); }, in(value), inout(seen));
    plan.replay(40);
    std::uint64_t expected = 1;
    for (int lap = 0; lap < 40; ++lap) {
      expected = expected * 3 + 1;
      expected = expected % 2 == 1 ? expected + 5 : expected / 2;
      EXPECT_EQ(seen.at(lap), expected) << "lap " << lap;
    }
  });
}

TEST(PlanBranch, a_branch_within_a_way_chooses_only_where_that_way_is_taken) {
  on_many_plans([](heddle::plan& plan) {
    int lap = 0, inner = 0, both = 0;
    const auto even = plan.branch([&] { return ++lap % 2 == 0; });
    plan.when(even, true, [&] {
      const auto fourth = plan.branch([&] { return ++inner % 2 == 0; });
      plan.when(fourth, true, [&] { plan.task([&] { ++both; }, inout(both)); });
    });
    plan.replay(13);
    EXPECT_EQ(lap, 13);
    EXPECT_EQ(inner, 6);
    EXPECT_EQ(both, 3);
  });
}

TEST(PlanBranch, a_task_within_two_ways_runs_where_both_are_taken_whether_one_lies_on_the_other_or_not) {
  on_many_plans([](heddle::plan& plan) {
    int lap = 0, late = 0, both = 0, chain = 0;
    std::array<int, 4> inner{};
    const auto b = plan.branch([&] { return lap / 2 % 2 == 1; }, in(lap));
    const auto a = plan.branch([&] { return lap % 2 == 1; }, in(lap), out(late));
    plan.when(a, true, [&] {
      plan.when(b, true, [&] {
        plan.task([&] { ++both; }, inout(both));
        const auto c = plan.branch([&] { return ++inner[0] % 2 == 1; }, inout(inner));
        plan.when(c, true, [&] { plan.task([&] { ++inner[1]; }, inout(inner)); });
      });
      plan.task([&] { ++chain; }, inout(chain));
    });
    plan.task([&] { ++lap; }, inout(lap));
    plan.replay(16);  // lap 3, 7, 11, 15 takes both
    EXPECT_EQ(both, 4);
    EXPECT_EQ(chain, 8);
    EXPECT_EQ(inner, (std::array{4, 2, 0, 0}));
  });
}

TEST(PlanBranch, a_task_on_a_way_that_its_branch_is_never_reached_on_does_not_run) {
  on_many_plans([](heddle::plan& plan) {
    int lap = 0, asked = 0, never = 0;
    std::vector<heddle::plan_branch> b;
    const auto a = plan.branch([&] { return 1 + lap++ % 2; });
    plan.when(a, 1, [&] { b.push_back(plan.branch([&] { return ++asked; })); });
    plan.when(a, 2, [&] {
      for (int way = 0; way <= 4; ++way) plan.when(b[0], way, [&] { plan.task([&] { ++never; }, inout(never)); });
    });
    plan.replay(8);
    EXPECT_EQ(asked, 4);
    EXPECT_EQ(never, 0);
  });
}

TEST(PlanBranch, a_task_within_two_ways_waits_for_both_branches) {
  for (const unsigned workers : {1u, 4u}) {
    heddle::plan plan({.workers = workers});
    const auto a = plan.branch({.name = "a"}, [] { return 1; });
    const auto b = plan.branch({.name = "b"}, [] { return 1; });
    plan.when(a, 1, [&] {
      plan.when(b, 1, [&] { plan.task({.name = "solve"}, [] {}); });
      plan.when(a, 1, [&] { plan.task({.name = "twice"}, [] {}); });
    });
    const std::string dot = plan.print(heddle::plan_format::dot);
    EXPECT_NE(dot.find("n0 -> n2;"), std::string::npos) << dot;
    EXPECT_NE(dot.find("n1 -> n2;"), std::string::npos) << dot;
    EXPECT_NE(dot.find("n0 -> n3;"), std::string::npos) << dot;
    EXPECT_EQ(dot.find("n1 -> n3;"), std::string::npos) << dot;
    EXPECT_NE(dot.find("solve if b is 1 and a is 1"), std::string::npos) << dot;
    EXPECT_NE(dot.find("twice if a is 1"), std::string::npos) << dot;
    EXPECT_EQ(dot.find("twice if a is 1 and"), std::string::npos) << dot;
  }
}

TEST(PlanBranch, laps_follow_each_other_without_an_end_where_all_lies_within_the_way_asked_for) {
  // Such laps are replayed by 2, 4, 8 at a time: those behind the last pass everything over, what lies within two ways
  // too.
  on_many_plans([](heddle::plan& plan) {
    int left = 9, asked = 0, steps = 0;
    const auto more = plan.branch([&] { return ++asked, left > 0; }, in(left));
    std::vector<heddle::plan_branch> odd;
    plan.when(more, true, [&] { odd.push_back(plan.branch([&] { return left % 2 == 1; }, in(left))); });
    plan.when(odd[0], true, [&] { plan.when(more, true, [&] { plan.task([&] { ++steps; }, inout(steps)); }); });
    plan.when(more, true, [&] { plan.task([&] { --left; }, inout(left)); });
    EXPECT_EQ(plan.replay_while(more), 9u);
    EXPECT_EQ(asked, 10);
    EXPECT_EQ(steps, 5);
  });
}

TEST(PlanBranch, laps_end_with_the_lap_in_which_the_branch_gives_no) {
  on_many_plans([](heddle::plan& plan) {
    double error = 1;
    int asked = 0, steps = 0, last = 0;
    const auto more = plan.branch(
        [&] {
          ++asked;
          return error > 1e-3;
        },
        in(error));
    plan.when(more, true, [&] {
      plan.task([&] { ++steps; }, inout(steps));
      plan.task([&] { error /= 2; }, inout(error));
    });
    plan.when(more, false, [&] { plan.task([&] { ++last; }); });
    for (int again = 1; again <= 3; ++again) {
      error = 1;
      asked = steps = 0;
      EXPECT_EQ(plan.replay_while(more), 10u);
      EXPECT_EQ(asked, 11);
      EXPECT_EQ(steps, 10);
      EXPECT_EQ(last, again);
    }
  });
}

TEST(PlanBranch, tasks_on_no_way_run_in_the_last_lap_and_not_behind_it) {
  on_many_plans([](heddle::plan& plan) {
    int left = 7, always = 0;
    const auto more = plan.branch([&] { return left-- > 0; });
    plan.task([&] { ++always; });
    EXPECT_EQ(plan.replay_while(more), 7u);
    EXPECT_EQ(always, 8);
  });
}

TEST(PlanBranch, laps_end_at_the_most_that_is_allowed) {
  on_many_plans([](heddle::plan& plan) {
    int laps = 0;
    const auto more = plan.branch([] { return true; });
    plan.when(more, true, [&] { plan.task([&] { ++laps; }); });
    EXPECT_EQ(plan.replay_while(more, 0), 0u);
    EXPECT_EQ(plan.replay_while(more, 37), 37u);
    EXPECT_EQ(laps, 37);
  });
}

enum class Phase { over, read, work, write };

TEST(PlanBranch, phases_of_a_state_machine_follow_each_other_as_chosen) {
  on_many_plans([](heddle::plan& plan) {
    Phase phase = Phase::read;
    int left = 3;
    std::string said;
    const auto now = plan.branch([&] { return phase; }, in(phase));
    plan.when(now, Phase::read, [&] {
      plan.task(
          [&] {
            said += "r";
            phase = Phase::work;
          },
          inout(said), out(phase));
    });
    plan.when(now, Phase::work, [&] {
      plan.task([&] { said += "w"; }, inout(said));
      plan.task([&] { phase = --left > 0 ? Phase::work : Phase::write; }, out(phase));
    });
    plan.when(now, Phase::write, [&] {
      plan.task([&] { said += "."; }, inout(said));
      plan.task([&] { phase = Phase::over; }, out(phase));
    });
    EXPECT_EQ(plan.replay_while(now), 5u);
    EXPECT_EQ(said, "rwww.");
  });
}

TEST(PlanBranch, a_loop_lies_on_a_way_chunk_by_chunk) {
  on_many_plans([](heddle::plan& plan) {
    std::vector<double> u(1000, 1.0);
    double left = 5;
    const auto more = plan.branch([&] { return left > 0; }, in(left));
    plan.when(more, true, [&] {
      plan.loop({0, 1000}, {.chunk = 64}, [&](std::int64_t i) { u[i] *= 2; }, heddle::out_chunk(u));
      plan.task([&] { left -= 1; }, inout(left));
    });
    EXPECT_EQ(plan.replay_while(more), 5u);
    EXPECT_EQ(u, std::vector<double>(1000, 32.0));
  });
}

TEST(PlanBranch, what_a_choice_throws_comes_out_and_no_way_is_taken) {
  on_many_plans([](heddle::plan& plan) {
    bool fails = true;
    int ran = 0;
    const auto more = plan.branch(
        [&]() -> bool {
          if (fails) throw std::runtime_error("no choice");
          return ran < 3;
        },
        in(ran));
    plan.when(more, true, [&] { plan.task([&] { ++ran; }, inout(ran)); });
    plan.when(more, false, [&] { plan.task([&] { ran += 0; }, inout(ran)); });
    EXPECT_THROW(plan.replay(), std::runtime_error);
    EXPECT_THROW(plan.replay_while(more), std::runtime_error);
    EXPECT_EQ(ran, 0);
    fails = false;
    EXPECT_EQ(plan.replay_while(more), 3u);
    EXPECT_EQ(ran, 3);
  });
}

TEST(PlanBranch, a_recording_takes_over_what_branches_choose_by) {
  heddle::plan plan({.workers = 2});
  int ran = 0;
  std::vector<heddle::plan_branch> kept;
  const auto describe = [&](int limit) {
    plan.record([&](heddle::plan& described) {
      const auto more = described.branch([&ran, limit] { return ran < limit; }, in(ran));
      described.when(more, true, [&] { described.task([&ran] { ++ran; }, inout(ran)); });
      kept.push_back(more);
    });
  };
  describe(3);
  EXPECT_EQ(plan.replay_while(kept[0]), 3u);
  describe(8);
  EXPECT_EQ(plan.replay_while(kept[0]), 5u);
  ran = 0;
  EXPECT_EQ(plan.replay_while(kept[1]), 8u);
}

TEST(PlanBranch, print_says_on_which_way_a_task_lies) {
  heddle::plan plan;
  const auto converged = plan.branch({.name = "converged"}, [] { return true; });
  plan.when(converged, true, [&] { plan.task({.name = "write"}, [] {}); });
  EXPECT_NE(plan.print().find("write if converged is 1"), std::string::npos) << plan.print();
}

/// What the call throws: its code and its sentence.
template <class Call>
std::pair<int, std::string> refusal(Call call) {
  try {
    call();
  } catch (const heddle::error& error) {
    return {error.code(), error.what()};
  }
  return {0, "nothing is thrown"};
}

TEST(PlanBranch, one_that_is_refused_is_not_counted_when_a_recording_is_made_without_it) {
  heddle::plan plan({.workers = 2});
  int value = 0, taken = 0;
  bool wrong = true;
  std::vector<heddle::plan_branch> odd;
  const auto describe = [&](heddle::plan& described) {
    if (wrong) {
      EXPECT_THROW(described.branch([] { return 1; }, out(value), out(value)), heddle::plan_error);
    }
    const auto branch = described.branch([&] { return ++value % 2 == 1; }, inout(value));
    if (odd.empty()) odd.push_back(branch);
    described.when(odd[0], true, [&] { described.task([&] { ++taken; }, inout(taken)); });
  };
  plan.record(describe);
  wrong = false;
  plan.record(describe);
  plan.replay(5);
  EXPECT_EQ(taken, 3);
}

TEST(PlanBranch, wrong_calls_are_refused_by_name) {
  heddle::plan plan, other;
  const auto mine = plan.branch({.name = "mine"}, [] { return 1; });
  const auto its = other.branch([] { return true; });
  auto [code, sentence] = refusal([&] { plan.when(its, true, [] {}); });
  EXPECT_EQ(code, HEDDLE_PLAN_NO_TASK);
  EXPECT_NE(sentence.find("is not one of this plan"), std::string::npos) << sentence;
  EXPECT_EQ(refusal([&] { plan.replay_while(its); }).first, HEDDLE_PLAN_NO_TASK);
  heddle::plan_branch inner = mine;
  plan.when(mine, 1, [&] { inner = plan.branch({.name = "inner"}, [] { return false; }); });
  std::tie(code, sentence) = refusal([&] { plan.replay_while(inner); });
  EXPECT_EQ(code, HEDDLE_BAD_OPTION);
  EXPECT_NE(sentence.find("'inner' lies on a way of another"), std::string::npos) << sentence;
  EXPECT_EQ(refusal([&] { plan.branch(static_cast<bool (*)()>(nullptr)); }).first, HEDDLE_NULL_BODY);
  plan.replay();
  EXPECT_EQ(refusal([&] { plan.branch([] { return true; }); }).first, HEDDLE_PLAN_FROZEN);
}

TEST(PlanBranch, a_block_that_throws_leaves_its_way) {
  heddle::plan plan;
  int ran = 0;
  const auto never = plan.branch([] { return false; });
  EXPECT_THROW(plan.when(never, true, [] { throw std::runtime_error("while describing"); }), std::runtime_error);
  plan.task([&] { ++ran; });
  plan.replay();
  EXPECT_EQ(ran, 1);
}

}  // namespace
