// Linking and reduction: the order that accesses ask for, no more waits than needed, circles named.
#include <gtest/gtest.h>

#include "plan/reduce.hpp"
#include "random_graph.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using plans::Laps;
using plans::Match;

constexpr std::uint64_t k_seeds = 150;

plans::Graph linked(const Description& description, Laps laps) { return plans::link(description, laps).value(); }

void expect_the_order_of_the_accesses(Match match) {
  for (std::uint64_t seed = 1; seed <= k_seeds; ++seed) {
    const Description description = random_description(seed, 14, match);
    plans::Graph graph = linked(description, Laps::one);
    const Reach wanted = reach_by_definition(description, 1);
    EXPECT_EQ(reach_by_graph(graph, 1), wanted) << "seed " << seed;
    plans::reduce(graph);
    EXPECT_EQ(reach_by_graph(graph, 1), wanted) << "reduced, seed " << seed;
  }
}

TEST(PlanLink, orders_tasks_as_equal_addresses_ask_for) { expect_the_order_of_the_accesses(Match::addresses); }
TEST(PlanLink, orders_tasks_as_overlapping_ranges_ask_for) { expect_the_order_of_the_accesses(Match::ranges); }

void expect_the_order_over_laps(Match match) {
  constexpr std::uint32_t k_laps = 3;
  for (std::uint64_t seed = 1; seed <= k_seeds; ++seed) {
    const Description description = random_description(seed, 9, match);
    plans::Graph graph = linked(description, Laps::many);
    const Reach wanted = reach_by_definition(description, k_laps);
    EXPECT_EQ(reach_by_graph(graph, k_laps), wanted) << "seed " << seed;
    plans::reduce(graph);
    EXPECT_EQ(reach_by_graph(graph, k_laps), wanted) << "reduced, seed " << seed;
  }
}

TEST(PlanLink, laps_are_ordered_as_if_all_had_been_written_out) { expect_the_order_over_laps(Match::addresses); }
TEST(PlanLink, laps_with_ranges_are_ordered_as_if_all_had_been_written_out) {
  expect_the_order_over_laps(Match::ranges);
}

TEST(PlanLink, no_wait_is_left_that_follows_from_others) {
  for (std::uint64_t seed = 1; seed <= k_seeds; ++seed) {
    plans::Graph graph = linked(random_description(seed, 20, Match::addresses), Laps::one);
    plans::reduce(graph);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      for (const std::uint32_t before : graph.before.of(node)) {
        plans::Graph without = graph;
        plans::Numbers items;
        for (std::uint32_t list = 0, item = 0; list < graph.size(); ++list) {
          for (; item < graph.before.first[list + 1]; ++item) {
            if (list != node || graph.before.items[item] != before) items.push_back(graph.before.items[item]);
          }
          without.before.first[list + 1] = static_cast<std::uint32_t>(items.size());
        }
        without.before.items = items;
        EXPECT_FALSE(reach_by_graph(without, 1) == reach_by_graph(graph, 1) && graph.task_of[node] != plans::k_none &&
                     graph.task_of[before] != plans::k_none)
            << "seed " << seed << ": " << node << " waits for " << before << " in vain";
      }
    }
  }
}

TEST(PlanLink, a_long_chain_keeps_one_wait_per_task) {
  constexpr std::uint32_t k_tasks = 10'000;
  Description description;
  const graph::Access first[] = {{&g_bytes[0], Mode::out}, {&g_bytes[1], Mode::out}};
  const graph::Access others[] = {{&g_bytes[0], Mode::out}, {&g_bytes[1], Mode::in}};
  description.add({}, first);
  for (std::uint32_t task = 1; task < k_tasks; ++task) description.add({}, others);
  plans::Graph graph = linked(description, Laps::one);
  EXPECT_GT(graph.before.items.size(), 2 * k_tasks - 10);
  plans::reduce(graph);
  EXPECT_EQ(graph.before.items.size(), k_tasks - 1);
}

TEST(PlanLink, many_between_two_sets_need_a_sum_of_waits_not_a_product) {
  constexpr std::uint32_t k_members = 500;
  Description description;
  for (const Mode mode : {Mode::in, Mode::inoutset, Mode::in}) {
    const graph::Access access[] = {{&g_bytes[0], mode}};
    for (std::uint32_t task = 0; task < k_members; ++task) description.add({}, access);
  }
  const plans::Graph graph = linked(description, Laps::one);
  EXPECT_LT(graph.before.items.size(), 8 * k_members);
}

TEST(PlanLink, orders_named_outright_count_whichever_task_comes_first_in_the_description) {
  Description description;
  for (int task = 0; task < 3; ++task) description.add({}, {});
  description.precede(2, 0);
  description.precede(0, 1);
  const plans::Graph graph = linked(description, Laps::one);
  const Reach reach = reach_by_graph(graph, 1);
  EXPECT_TRUE(reach[2][0] && reach[0][1] && reach[2][1]);
  EXPECT_FALSE(reach[0][2] || reach[1][0]);
}

TEST(PlanLink, a_circle_is_reported_with_the_names_of_its_tasks) {
  Description description;
  description.add({.name = description.intern("read")}, {});
  description.add({.name = description.intern("fold")}, {});
  description.add({.name = description.intern("write")}, {});
  description.add({}, {});
  description.precede(0, 1);
  description.precede(1, 2);
  description.precede(2, 1);
  description.precede(2, 3);
  const auto result = plans::link(description, Laps::one);
  ASSERT_FALSE(result.ok());
  EXPECT_NE(result.error().what.find("\"fold\" before "), std::string::npos) << result.error().what;
  EXPECT_NE(result.error().what.find("\"write\" before "), std::string::npos) << result.error().what;
  EXPECT_EQ(result.error().what.find("read"), std::string::npos) << result.error().what;
}

}  // namespace
