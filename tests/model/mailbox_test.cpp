// The mailbox under the explorer; claim, programs and expected outcome: mailbox_programs.hpp.
#include "mailbox_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(MailboxModel, one_producer_keeps_its_order) {
  expect_holds<ProducersAndConsumer<Check, 1, 3>>({.preemptions = 4});
}
TEST(MailboxModel, two_producers_lose_nothing) { expect_holds<ProducersAndConsumer<Check, 2, 2>>(); }
TEST(MailboxModel, weak_exchanges_may_fail_without_reason) {
  expect_holds<ProducersAndConsumer<Check, 2, 1>>({.preemptions = 3, .spurious = 2});
}

}  // namespace
