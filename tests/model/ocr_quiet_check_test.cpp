// QuietCheck of OCR sessions under the explorer; claims, programs and expected outcome: ocr_quiet_check_programs.hpp.
#include "ocr_quiet_check_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrQuietCheckModel, nothing_is_left_of_what_tasks_have_made) {
  expect_holds<MadeByTasks<Check>>({.preemptions = 2});
}
TEST(OcrQuietCheckModel, nothing_is_left_of_what_others_have_put) {
  expect_holds<PutByAThird<Check>>({.preemptions = 1});
}
TEST(OcrQuietCheckModel, nothing_is_left_of_what_was_taken_over) { expect_holds<TakenOver<Check>>({.preemptions = 3}); }
TEST(OcrQuietCheckModel, who_sleeps_last_says_that_all_is_still) {
  expect_holds<SaidBeforeSleep<Check>>({.preemptions = 4});
}
TEST(OcrQuietCheckModel, a_spare_does_not_sleep_past_its_caller) {
  expect_holds<SaidByASpare<Check>>({.preemptions = 4});
}
TEST(OcrQuietCheckModel, a_caller_that_was_told_will_go_on) { expect_holds<ToldInACall<Check>>({.preemptions = 2}); }

}  // namespace
