// A scheduler node's token under the explorer; claims, programs and expected outcome: regions_token_programs.hpp.
#include "regions_token_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(RegionsTokenModel, what_two_senders_leave_is_handled) { expect_holds<TwoSenders<Check>>({.preemptions = 2}); }
TEST(RegionsTokenModel, peace_leaves_no_message_behind) { expect_holds<PeaceAndSender<Check>>({.preemptions = 2}); }

}  // namespace
