// The orders of the IDWS paper that hold; the one that does not is in wrong/. Programs: idws_paper_programs.hpp.
#include "idws_paper_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;

TEST(IdwsPaperModel, publishing_before_the_test_runs_each_iteration_once) {
  expect_holds<PaperLoop<PaperOrder::publish_then_test, 4>>({.preemptions = 3});
  expect_holds<PaperLoop<PaperOrder::publish_then_test, 8>>({.preemptions = 2});
}
TEST(IdwsPaperModel, a_margin_of_one_makes_up_for_testing_first) {
  expect_holds<PaperLoop<PaperOrder::test_then_publish_with_margin, 4>>({.preemptions = 3});
  expect_holds<PaperLoop<PaperOrder::test_then_publish_with_margin, 8>>({.preemptions = 2});
}

}  // namespace
