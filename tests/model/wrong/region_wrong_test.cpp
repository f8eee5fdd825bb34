// Seeded bugs in what barrier and region rely on: the explorer must find each in the whole engine, with the platform
// policy weakened and no line of the engine changed. The past bugs of these protocols that such a rule cannot bring
// back have tests of their own in tests/unit/runtime.
#include "tests/model/barrier_programs.hpp"
#include "tests/model/region_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class Rule, template <class> class Program>
void expect_in_engine(const std::string& failure) {
  expect_found<Broken<Engine, Rule, Program>>(failure);
}

TEST(WrongBarrier, an_arrival_publishes_nothing) { expect_in_engine<RelaxedExchanges, FlatBarriers>("data race"); }
TEST(WrongBarrier, a_counted_arrival_publishes_nothing) {
  expect_in_engine<RelaxedExchanges, CountedBarriers>("data race");
}
TEST(WrongBarrier, a_member_looks_at_the_sleepers_too_early) {
  expect_in_engine<NoOwnerFence, FlatBarriers>("deadlock");
}
TEST(WrongBarrier, the_last_member_looks_at_the_sleepers_too_early) {
  expect_in_engine<NoThiefFence, CountedBarriers>("deadlock");
}
TEST(WrongBarrier, the_release_wakes_nobody) { expect_in_engine<NoUnpark, CountedBarriers>("deadlock"); }

TEST(WrongRegion, leaving_publishes_nothing) { expect_in_engine<RelaxedExchanges, PlainRegions>("data race"); }
TEST(WrongRegion, the_master_looks_at_the_beds_too_early) { expect_in_engine<NoOwnerFence, PlainRegions>("deadlock"); }
TEST(WrongRegion, the_worker_looks_for_orders_too_early) { expect_in_engine<NoThiefFence, PlainRegions>("deadlock"); }
TEST(WrongRegion, the_master_misses_the_last_task) { expect_in_engine<NoOwnerFence, TaskLeftBehind>("deadlock"); }
TEST(WrongRegion, a_task_wakes_nobody) { expect_in_engine<NoUnpark, TaskLeftBehind>("deadlock"); }
TEST(WrongRegion, a_child_reports_too_early) { expect_in_engine<RelaxedExchanges, WaitForChild>("deadlock"); }

}  // namespace
