// The lending of seats under the explorer; claims, programs and expected outcome: ocr_seat_exchange_programs.hpp. Two
// members beside a spare from beginning to end are too many for it.
#include "ocr_seat_exchange_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(OcrSeatExchangeModel, a_seat_comes_back_from_a_spare) {
  expect_holds<LentSeats<Check, 1, SpareDoes::passes_on>>({.preemptions = 2});
}
TEST(OcrSeatExchangeModel, callers_come_to_their_end_before_members_go_home) {
  expect_holds<LentSeats<Check, 1, SpareDoes::waits_in_a_call>>({.preemptions = 1});
}
// With one preemption it holds, too, in 80 s.
TEST(OcrSeatExchangeModel, a_member_that_gives_its_seat_to_a_caller_gets_the_spares) {
  expect_holds<SeatsPassedRound<Check>>({.preemptions = 0});
}

}  // namespace
