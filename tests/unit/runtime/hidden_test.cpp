// Tasks that lie below others' in the queue of a worker that waits by itself.
#include <gtest/gtest.h>

#include <atomic>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

// A manager at its outermost level puts what it makes ready on its own queue, of whatever family, and then runs a task
// that waits for one of these.
TEST(HiddenTasks, who_waits_for_its_own_finds_them_below_a_strangers_before_it_sleeps) {
  Engine engine(sleepy_settings());
  std::atomic<bool> made{false}, taken{false}, ran{false}, gave_up{false};
  parallel(2, [&] {
    if (seat() == 1) {
      spawn([&ran] { ran = true; });
      made = true;
      spin_until([&] { return taken.load(); });
      taskwait();
      return;
    }
    Team& team = *self().member->team;
    spin_until([&] { return made.load(); });
    Task* const child = team.ready->take(0);  // the other worker's
    ASSERT_NE(child, nullptr);
    spawn([] {});
    team.ready->put(*child, 0);  // below it nobody looks who may not run the task above
    taken = true;
    const std::uint64_t end = P::now_ns() + 10'000'000'000;
    spin_until([&] { return ran.load() || P::now_ns() > end; });
    gave_up = !ran;
  });
  EXPECT_FALSE(gave_up) << "the child was run by its parent's worker while this one did nothing";
}

}  // namespace
