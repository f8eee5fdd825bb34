// To which child of a scheduler node a task goes.
#include "schedule/balance/child_choice.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace {

using heddle::schedule::BalanceChild;
using heddle::schedule::ChildChoice;

std::uint32_t best(const ChildChoice& balance, const std::vector<BalanceChild>& children, std::uint32_t last) {
  return balance.best(static_cast<std::uint32_t>(children.size()), last,
                      [&](std::uint32_t index) { return children[index]; });
}

TEST(ChildChoice, the_score_is_that_of_the_paper) {
  const ChildChoice balance(20, 400);
  EXPECT_EQ(balance.total({100, 3}, 1, 5), 20U * 256 + 80U * 512);
  EXPECT_EQ(balance.total({400, 5}, 1, 5), 20U * 1024);
  EXPECT_EQ(balance.total({0, 1}, 1, 5), 80U * 1024);
  EXPECT_EQ(balance.total({0, 4}, 4, 4), 0U) << "equal loads are no balance";
  EXPECT_EQ(ChildChoice(20, 0).total({0, 1}, 1, 5), 80U * 1024) << "no data are no locality";
}

TEST(ChildChoice, at_the_ends_one_of_both_decides_alone) {
  const std::vector<BalanceChild> children = {{10, 0}, {90, 9}, {0, 1}};
  EXPECT_EQ(best(ChildChoice(100, 100), children, 0), 1U);
  EXPECT_EQ(best(ChildChoice(0, 100), children, 0), 0U);
}

TEST(ChildChoice, ties_are_won_in_turn_from_the_last_winner) {
  const std::vector<BalanceChild> equal(3);
  const ChildChoice balance(20, 0);
  EXPECT_EQ(best(balance, equal, UINT32_MAX), 0U) << "nobody has won yet";
  EXPECT_EQ(best(balance, equal, 0), 1U);
  EXPECT_EQ(best(balance, equal, 1), 2U);
  EXPECT_EQ(best(balance, equal, 2), 0U);
}

TEST(ChildChoice, loads_that_move_while_they_are_compared_do_no_harm) {
  EXPECT_EQ(ChildChoice(0, 0).total({0, 9}, 1, 5), 0U);
  EXPECT_EQ(ChildChoice(0, 0).total({0, 0}, 1, 5), 100U * 1024);
}

}  // namespace
