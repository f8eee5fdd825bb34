// The lock of OCR's blocks under the explorer; claims, programs and expected outcome: ocr_block_programs.hpp.
#include "ocr_block_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::ocr::Holding;
using heddle::platform::Check;

TEST(OcrBlockModel, exclusive_holders_come_in_one_by_one) {
  expect_holds<BlockHolders<Check, Holding::exclusive, Holding::exclusive, Holding::constant>>({.preemptions = 2});
}
TEST(OcrBlockModel, readers_of_one_class_come_in_together_and_keep_a_writer_out) {
  expect_holds<BlockHolders<Check, Holding::constant, Holding::exclusive, Holding::constant>>({.preemptions = 2});
}
TEST(OcrBlockModel, unordered_writers_keep_a_constant_reader_out) {
  expect_holds<BlockHolders<Check, Holding::read_write, Holding::constant, Holding::read_write>>({.preemptions = 2});
}
TEST(OcrBlockModel, who_gives_up_waiting_is_let_in_or_out) { expect_holds<GivesUpWaiting<Check>>({.preemptions = 3}); }

}  // namespace
