// OCR's labels under the explorer; claims, programs and expected outcome: ocr_label_programs.hpp.
#include "ocr_label_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrLabelModel, one_object_at_a_time) { expect_holds<OneLabel<Check>>({.preemptions = 3}); }

}  // namespace
