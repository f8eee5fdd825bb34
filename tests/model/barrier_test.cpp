// The barrier under the explorer; claim, programs and expected outcome: barrier_programs.hpp.
#include "barrier_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(BarrierModel, members_that_look_at_each_other_leave_together) { expect_holds<FlatBarriers<Check>>(); }
TEST(BarrierModel, members_that_are_counted_leave_together) { expect_holds<CountedBarriers<Check>>(); }

}  // namespace
