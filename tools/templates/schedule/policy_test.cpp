// The scheduler `@name@` gives each task once, and to those only who may run it.
#include "schedule/@name@/@name@.hpp"

#include <gtest/gtest.h>

#include "platform/threads/threads.hpp"

namespace heddle::schedule {
namespace {

using P = platform::Threads;
using Task = graph::Task<P>;

TEST(@Name@, EachTaskThatWasPutIsTakenOnce) {
  @Name@<P> scheduler(2);
  Task first{}, second{};
  scheduler.put(first, 0);
  scheduler.put(second, 1);
  EXPECT_TRUE(scheduler.has_work(0, graph::Look::at_all));
  Task* const one = scheduler.take(1);
  Task* const two = scheduler.take(0);
  EXPECT_TRUE((one == &first && two == &second) || (one == &second && two == &first));
  EXPECT_EQ(scheduler.take(0), nullptr);
  EXPECT_FALSE(scheduler.has_work(0, graph::Look::at_all));
}

TEST(@Name@, WhoWaitsForAnAncestorGetsOnlyItsDescendants) {
  @Name@<P> scheduler(1);
  Task ancestor{}, child{}, stranger{};
  child.parent.store(&ancestor);
  child.depth.store(1);
  stranger.depth.store(1);
  scheduler.put(stranger, 0);
  scheduler.put(child, 0);
  EXPECT_EQ(scheduler.take_descendant(0, ancestor), &child);
  EXPECT_EQ(scheduler.take_descendant(0, ancestor), nullptr);
  EXPECT_EQ(scheduler.take(0), &stranger);
}

}  // namespace
}  // namespace heddle::schedule
