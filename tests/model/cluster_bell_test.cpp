// Waiting for messages and fetches of other ranks under the explorer; claims and programs: cluster_bell_programs.hpp.
#include "cluster_bell_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ClusterBellModel, a_message_is_not_slept_past) { expect_holds<TwoParcels<Check>>({.preemptions = 1}); }
TEST(ClusterBellModel, what_is_fetched_is_not_slept_past) { expect_holds<TwoPartsOfAFetch<Check>>({.preemptions = 1}); }

}  // namespace
