// The loop schedule `@name@` cuts a loop as it says. What every schedule must keep is tested in tests/unit/loop.
#include "loop/@name@/@name@.hpp"

#include <gtest/gtest.h>

#include "platform/threads/threads.hpp"

namespace heddle::loop {
namespace {

TEST(@Name@, ChunksHaveTheSizeAskedForButForTheLast) {
  @Name@<platform::Threads> schedule;
  schedule.open({10, 4, 2});
  graph::LoopCursor cursor;
  for (const std::uint64_t last : {4u, 8u, 10u}) EXPECT_EQ(schedule.take(0, cursor).last, last);
  EXPECT_TRUE(schedule.take(0, cursor).empty());
}

TEST(@Name@, ALoopThatAsksForNoSizeIsCutIntoThirtyTwoChunksAThread) {
  @Name@<platform::Threads> schedule;
  schedule.open({6400, 0, 2});
  graph::LoopCursor cursor;
  EXPECT_EQ(schedule.take(1, cursor).last, 100u);
}

}  // namespace
}  // namespace heddle::loop
