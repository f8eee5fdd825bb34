// Seeded bugs of waiting for other ranks, each to be found as the failure it is.
#include "tests/model/cluster_bell_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

struct NobodyIsWoken : Faithful {
  static bool keeps_unpark() { return false; }
};

TEST(WrongClusterBell, a_ring_wakes_nobody) {
  expect_found<Broken<Engine, NobodyIsWoken, TwoParcels>>("deadlock");
  expect_found<Broken<Engine, NobodyIsWoken, TwoPartsOfAFetch>>("deadlock");
}
TEST(WrongClusterBell, what_came_is_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, TwoParcels>>("race");
}

}  // namespace
