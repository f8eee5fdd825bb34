// The arithmetic of Children, without concurrency: halves, folding, closing, and counts near their limits.
#include "graph/children.hpp"

#include <gtest/gtest.h>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle::graph;
using Count = Children<heddle::platform::Threads>;

Count& fresh(Count& count, std::uint32_t children) {
  count.reset();
  count.created(children);
  return count;
}

TEST(Children, an_owner_without_children_is_its_own_last) {
  Count count;
  EXPECT_TRUE(count.none());
  EXPECT_TRUE(count.close());
}

TEST(Children, bodies_and_subtrees_are_counted_apart) {
  Count count;
  fresh(count, 3);
  count.leave_local(k_finished);
  EXPECT_EQ(count.unfinished(), 2u);
  EXPECT_EQ(count.unretired(), 3u);
  EXPECT_EQ(count.leave_remote(k_leaf_done), AfterReport::nothing);
  EXPECT_EQ(count.unfinished(), 1u);
  EXPECT_EQ(count.unretired(), 2u);
  count.leave_local(k_leaf_done);
  EXPECT_EQ(count.unfinished(), 0u);
  EXPECT_FALSE(count.none());
  EXPECT_EQ(count.leave_remote(k_retired), AfterReport::nothing);
  EXPECT_TRUE(count.none());
}

TEST(Children, after_close_the_last_report_says_so) {
  Count count;
  fresh(count, 3);
  count.leave_local(k_leaf_done);
  EXPECT_EQ(count.leave_remote(k_finished), AfterReport::nothing);
  EXPECT_FALSE(count.close());
  EXPECT_EQ(count.leave_remote(k_retired), AfterReport::nothing);
  EXPECT_EQ(count.leave_remote(k_finished), AfterReport::nothing);
  EXPECT_EQ(count.leave_remote(k_retired), AfterReport::last);
}

TEST(Children, a_waiting_owner_is_to_be_woken_by_every_report_until_it_has_stopped_waiting) {
  Count count;
  fresh(count, 3);
  count.announce_wait();
  EXPECT_EQ(count.leave_remote(k_leaf_done), AfterReport::wake_owner);
  EXPECT_EQ(count.leave_remote(k_leaf_done), AfterReport::wake_owner);
  EXPECT_EQ(count.unretired(), 1u);
  count.end_wait();
  EXPECT_EQ(count.leave_remote(k_leaf_done), AfterReport::nothing);
  EXPECT_TRUE(count.none());
}

TEST(Children, several_reports_add_up_to_one) {
  Count count;
  fresh(count, 40);
  EXPECT_EQ(count.leave_remote(32 * k_leaf_done), AfterReport::nothing);
  EXPECT_EQ(count.unfinished(), 8u);
  EXPECT_FALSE(count.close());
  EXPECT_EQ(count.leave_remote(8 * k_leaf_done), AfterReport::last);
}

TEST(Children, folding_changes_no_count_and_makes_room_for_any_number_of_reports) {
  Count count;
  count.reset();
  constexpr std::uint32_t k_many = 1u << 28;  // half of what fits between two folds
  for (int round = 0; round < 64; ++round) {
    count.created(k_many);
    EXPECT_EQ(count.leave_remote(Departure{k_many} * k_finished), AfterReport::nothing);
    EXPECT_EQ(count.unfinished(), 0u);
    EXPECT_EQ(count.unretired(), k_many);
    count.announce_wait();
    EXPECT_EQ(count.leave_remote(Departure{k_many - 1} * k_retired), AfterReport::wake_owner);
    count.end_wait();
    count.fold();
    EXPECT_EQ(count.unretired(), 1u);
    count.leave_local(k_retired);
    EXPECT_TRUE(count.none());
  }
  count.created(2);
  EXPECT_FALSE(count.close());
  EXPECT_EQ(count.leave_remote(2 * k_leaf_done), AfterReport::last);
}

}  // namespace
