// Epochs of OCR's blocks under the explorer; claim, programs and expected outcome: ocr_epoch_programs.hpp.
#include "ocr_epoch_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrEpochModel, a_block_stays_while_an_edt_reads_that_ends_elsewhere) {
  expect_holds<ReadWhileDestroyed<Check>>({.preemptions = 2});
}
TEST(OcrEpochModel, a_block_stays_while_another_moves_the_epoch) {
  expect_holds<ReadWhileMovedByAnother<Check>>({.preemptions = 3});
}
TEST(OcrEpochModel, what_a_running_edt_says_that_it_reads_is_not_freed) {
  expect_holds<SaysWhatItReads<Check>>({.preemptions = 2});
}

}  // namespace
