// Seeded bugs of the strand and its announcements, each to be found as the failure it is. The programs and claims:
// tests/model/strand_programs.hpp.
#include "tests/model/run_check.hpp"
#include "tests/model/strand_programs.hpp"
#include "tests/model/wrong/seeded.hpp"

namespace {

using namespace heddle::model;

struct Engine : heddle::platform::Check {
  static constexpr int k_first_thread = 1;
};

template <class Rule, int k_servers, int k_items>
void expect_found(const std::string& failure) {
  using Program = OwnerAndServers<Seeded<Engine, Rule>, k_servers, k_items>;
  const heddle::platform::check::Result result = run_check<Program>({});
  EXPECT_FALSE(result.passed) << "the seeded bug was not found in " << result.runs << " runs";
  EXPECT_NE(result.failure.find(failure), std::string::npos) << result.text();
}

/// Items are pushed without release, taken without acquire.
struct RelaxedExchanges : Faithful {
  template <class T>
  static Order exchange(Order, int) {
    return Order::relaxed;
  }
};
/// The owner looks whether the strand is at rest without acquire.
struct RelaxedLook : Faithful {
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};
/// The server reads what has come in and then marks it taken: what is pushed between is lost. Two servers that read the
/// same announcement both believe it theirs.
struct Torn : Faithful {
  static constexpr bool k_torn = true;
};

TEST(WrongStrand, relaxed_exchanges) { expect_found<RelaxedExchanges, 1, 2>("data race"); }
TEST(WrongStrand, relaxed_look_at_rest) { expect_found<RelaxedLook, 1, 2>("data race"); }
TEST(WrongStrand, torn_exchange_loses_what_is_pushed_meanwhile) { expect_found<Torn, 1, 2>("every item is satisfied"); }
TEST(WrongStrand, torn_take_lets_two_servers_in) { expect_found<Torn, 2, 1>("data race"); }

}  // namespace
