// Pool threads that end, under the explorer; claims, programs and expected outcome: leaving_programs.hpp.
#include "leaving_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(LeavingModel, a_thread_that_ends_loses_no_order) { expect_holds<LeavingOnce<Check>>({.preemptions = 3}); }
TEST(LeavingModel, a_region_finds_its_worker_with_or_without_a_thread) {
  expect_holds<LeavingBeforeRegion<Check>>({.preemptions = 2});
}
TEST(LeavingModel, regions_and_ends_of_threads_alternate) {
  expect_holds<LeavingBetweenRegions<Check>>({.preemptions = 1});
}

}  // namespace
