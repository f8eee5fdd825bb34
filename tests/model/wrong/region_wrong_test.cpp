// Seeded bugs in what barrier and region rely on: the explorer must find each in the whole engine, with the platform
// policy weakened and no line of the engine changed. The past bugs of these protocols that such a rule cannot bring
// back have tests of their own in tests/unit/runtime.
#include "tests/model/barrier_programs.hpp"
#include "tests/model/region_programs.hpp"
#include "tests/model/run_check.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

/// Check, with its first model thread counted as 0: the master; the pool worker is 1.
struct Engine : heddle::platform::Check {
  static constexpr int k_first_thread = 1;
};
template <class Rule, template <class> class Program>
void expect_found(const std::string& failure) {
  const heddle::platform::check::Result result = run_check<Broken<Engine, Rule, Program>>({});
  EXPECT_FALSE(result.passed) << "the seeded bug was not found in " << result.runs << " runs";
  EXPECT_NE(result.failure.find(failure), std::string::npos) << result.text();
  testing::Test::RecordProperty("runs", std::to_string(result.runs));
}

TEST(WrongBarrier, an_arrival_publishes_nothing) { expect_found<RelaxedExchanges, FlatBarriers>("data race"); }
TEST(WrongBarrier, a_counted_arrival_publishes_nothing) {
  expect_found<RelaxedExchanges, CountedBarriers>("data race");
}
TEST(WrongBarrier, a_member_looks_at_the_sleepers_too_early) { expect_found<NoOwnerFence, FlatBarriers>("deadlock"); }
TEST(WrongBarrier, the_last_member_looks_at_the_sleepers_too_early) {
  expect_found<NoThiefFence, CountedBarriers>("deadlock");
}
TEST(WrongBarrier, the_release_wakes_nobody) { expect_found<NoUnpark, CountedBarriers>("deadlock"); }

TEST(WrongRegion, leaving_publishes_nothing) { expect_found<RelaxedExchanges, PlainRegions>("data race"); }
TEST(WrongRegion, the_master_looks_at_the_beds_too_early) { expect_found<NoOwnerFence, PlainRegions>("deadlock"); }
TEST(WrongRegion, the_worker_looks_for_orders_too_early) { expect_found<NoThiefFence, PlainRegions>("deadlock"); }
TEST(WrongRegion, the_master_misses_the_last_task) { expect_found<NoOwnerFence, TaskLeftBehind>("deadlock"); }
TEST(WrongRegion, a_task_wakes_nobody) { expect_found<NoUnpark, TaskLeftBehind>("deadlock"); }
TEST(WrongRegion, a_child_reports_too_early) { expect_found<RelaxedExchanges, WaitForChild>("deadlock"); }

}  // namespace
