// The mutex (and with it the spin lock) under the explorer; claim, programs and expected outcome: mutex_programs.hpp.
#include "mutex_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(MutexModel, two_threads_exclude_each_other_twice) { expect_holds<Counting<Check, 2, 2>>({.preemptions = 3}); }
TEST(MutexModel, three_threads_exclude_each_other_and_no_sleeper_is_forgotten) {
  expect_holds<Counting<Check, 3, 1>>();
}
TEST(MutexModel, wake_ups_without_reason_do_no_harm) { expect_holds<Counting<Check, 2, 1>>({.spurious = 2}); }
TEST(MutexModel, try_lock_excludes_without_waiting) { expect_holds<TryLock<Check>>({.preemptions = 4}); }

}  // namespace
