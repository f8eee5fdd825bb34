// Seeded bugs of the strand and its announcements, each to be found as the failure it is. The programs and claims:
// tests/model/strand_programs.hpp.
#include "tests/model/strand_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class Rule, int k_servers, int k_items>
void expect_in_strand(const std::string& failure) {
  expect_found<OwnerAndServers<Seeded<Engine, Rule>, k_servers, k_items>>(failure);
}

/// The owner looks whether the strand is at rest without acquire.
struct RelaxedLook : Faithful {
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};
TEST(WrongStrand, relaxed_exchanges) { expect_in_strand<RelaxedExchanges, 1, 2>("data race"); }
TEST(WrongStrand, relaxed_look_at_rest) { expect_in_strand<RelaxedLook, 1, 2>("data race"); }
// The server reads what has come in and then marks it taken: what is pushed between is lost. Two servers that read the
// same announcement both believe it theirs.
TEST(WrongStrand, torn_exchange_loses_what_is_pushed_meanwhile) {
  expect_in_strand<Torn, 1, 2>("every item is satisfied");
}
TEST(WrongStrand, torn_take_lets_two_servers_in) { expect_in_strand<Torn, 2, 1>("data race"); }

}  // namespace
