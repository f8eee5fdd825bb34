// OCR's bell under the explorer; claims, programs and expected outcome: ocr_bell_programs.hpp.
#include "ocr_bell_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrBellModel, who_listens_is_woken_by_what_was_done_meanwhile) { expect_holds<Rung<Check>>({.preemptions = 3}); }

}  // namespace
