// Seeded bugs of a scheduler node's token, which the explorer must find.
#include "tests/model/regions_token_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

/// Nobody fences between leaving a message and looking at the token, or between letting go and looking at the inbox.
struct NoFences : Faithful {
  static bool keeps_fence(int /*thread*/) { return false; }
};
/// Letting go of the token does not show what its holder has done.
struct RelaxedStores : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order, int /*thread*/) {
    return Order::relaxed;
  }
};
template <class Rule, class E>
using BrokenSenders = Restarting<Rule, TwoSenders<Seeded<E, Rule>>>;

TEST(WrongRegionsToken, no_fence_between_message_and_token) {
  expect_found<BrokenSenders<NoFences, Engine>>("every message is handled");
}
TEST(WrongRegionsToken, relaxed_stores) { expect_found<BrokenSenders<RelaxedStores, Engine>>("data race"); }

}  // namespace
