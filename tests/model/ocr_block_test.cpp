// The lock of OCR's blocks under the explorer; claims, programs and expected outcome: ocr_block_programs.hpp.
#include "ocr_block_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::ocr::Holding;
using heddle::platform::Check;

TEST(OcrBlockModel, who_gives_up_waiting_is_let_in_or_out) { expect_holds<GivesUpWaiting<Check>>({.preemptions = 3}); }

// All pairs behind each class that is inside.
template <Holding first, Holding second>
void expect_all_thirds() {
  expect_holds<ThreeHolders<Check, first, second, Holding::read_write>>({.preemptions = 1});
  expect_holds<ThreeHolders<Check, first, second, Holding::constant>>({.preemptions = 1});
  expect_holds<ThreeHolders<Check, first, second, Holding::exclusive>>({.preemptions = 1});
}
template <Holding first>
void expect_all_behind() {
  expect_all_thirds<first, Holding::read_write>();
  expect_all_thirds<first, Holding::constant>();
  expect_all_thirds<first, Holding::exclusive>();
}

TEST(OcrBlockModel, three_behind_who_has_it_alone) { expect_all_behind<Holding::exclusive>(); }
TEST(OcrBlockModel, three_behind_who_writes_beside_others) { expect_all_behind<Holding::read_write>(); }
TEST(OcrBlockModel, three_behind_who_sees_no_change) { expect_all_behind<Holding::constant>(); }

}  // namespace
