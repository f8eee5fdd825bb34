// The word of an OCR object under the explorer; claims, programs and expected outcome: ocr_object_programs.hpp.
#include "ocr_object_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrObjectModel, a_stale_guid_locks_no_later_object) { expect_holds<PlaceUsedAgain<Check>>({.preemptions = 3}); }
TEST(OcrObjectModel, a_stale_guid_locks_no_later_object_in_spite_of_spurious_failures) {
  expect_holds<PlaceUsedAgain<Check>>({.preemptions = 2, .spurious = 2});
}
TEST(OcrObjectModel, an_object_with_a_name_is_complete) {
  expect_holds<GuidToldWithoutOrder<Check>>({.preemptions = 3});
}

}  // namespace
