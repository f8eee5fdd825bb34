// EDTs that OCR's workers keep for themselves, under the explorer; claims, programs and expected outcome:
// ocr_next_edt_programs.hpp.
#include "ocr_next_edt_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrNextEdtModel, kept_edts_are_begun_once) { expect_holds<KeptOrStolen<Check>>({.preemptions = 4}); }
TEST(OcrNextEdtModel, nobody_sleeps_beside_a_kept_edt) { expect_holds<KeptWhileOneSleeps<Check>>({.preemptions = 4}); }

}  // namespace
