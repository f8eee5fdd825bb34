// The strand under the explorer; claims, programs and expected outcome: strand_programs.hpp.
#include "run_check.hpp"
#include "strand_programs.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(StrandModel, one_server_keeps_the_order_and_loses_nothing) {
  expect_holds<OwnerAndServers<Check, 1, 3>>({.preemptions = 4});
}
TEST(StrandModel, two_servers_never_serve_at_a_time) { expect_holds<OwnerAndServers<Check, 2, 2>>(); }
TEST(StrandModel, weak_exchanges_may_fail_without_reason) {
  expect_holds<OwnerAndServers<Check, 1, 2>>({.preemptions = 3, .spurious = 2});
}

}  // namespace
