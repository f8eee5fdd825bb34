// Seeded bugs of a future's holders, each to be found as the failure it is. Program and claim: holders_programs.hpp.
#include "tests/model/holders_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

/// One holder too few is counted: two are the last.
template <class E>
struct OneShareForgotten : ThreeHolders<E> {
  OneShareForgotten() { this->outcome.held.drop(); }
};

TEST(WrongHolders, the_last_one_does_not_see_what_others_wrote) {
  expect_found<Broken<Engine, RelaxedExchanges, ThreeHolders>>("race");
}
TEST(WrongHolders, a_share_that_is_not_counted_destroys_it_too_early) { expect_found<OneShareForgotten<Engine>>(""); }

}  // namespace
