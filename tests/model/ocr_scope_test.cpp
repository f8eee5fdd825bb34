// Finish scopes of OCR under the explorer; claim, program and expected outcome: ocr_scope_programs.hpp.
#include "ocr_scope_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrScopeModel, it_ends_once_and_last) { expect_holds<SharesOfThree<Check>>({.preemptions = 4}); }

}  // namespace
