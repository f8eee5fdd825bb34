// Slots given under the EDT's lock, and blocks read without an order, in OCR's own engine under the explorer; claims,
// programs and expected outcome: ocr_given_programs.hpp.
#include "ocr_given_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using P = OcrPlatform<heddle::platform::Check>;

TEST(OcrGivenModel, a_slot_given_while_its_edt_is_destroyed) {
  expect_holds<GivenWhileDestroyed<P>>({.preemptions = 3});
}
TEST(OcrGivenModel, an_edt_runs_when_two_have_given_its_slots) { expect_holds<GivenByTwo<P>>({.preemptions = 3}); }
TEST(OcrGivenModel, one_of_two_gives_a_slot) { expect_holds<GivenTwice<P>>({.preemptions = 3}); }
TEST(OcrGivenModel, what_is_read_without_an_order_is_not_freed) {
  expect_holds<ReadWithoutOrder<P>>({.preemptions = 2});
}

}  // namespace
