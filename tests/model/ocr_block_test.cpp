// The lock of OCR's blocks under the explorer; claims, programs and expected outcome: ocr_block_programs.hpp.
#include "ocr_block_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrBlockModel, who_gives_up_waiting_is_let_in_or_out) { expect_holds<GivesUpWaiting<Check>>({.preemptions = 3}); }

}  // namespace
