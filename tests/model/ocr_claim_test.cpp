// Slots of OCR's EDTs, connected while the EDT goes, under the explorer; see ocr_claim_programs.hpp.
#include "ocr_claim_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrClaimModel, a_slot_is_never_a_later_edts) { expect_holds<ConnectedWhileDestroyed<Check>>({.preemptions = 3}); }
TEST(OcrClaimModel, an_edt_that_ends_while_it_is_locked_stays_dead) {
  expect_holds<EndsWhileLocked<Check>>({.preemptions = 3});
}

}  // namespace
