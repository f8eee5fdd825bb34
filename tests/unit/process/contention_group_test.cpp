// How many threads the regions of one initial thread may have: the arithmetic, on teams that no thread runs.
#include "process/contention_group.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "process/process.hpp"

namespace {

using namespace heddle::process;

/// A worker in seat 0 of the innermost of some teams, each opened by seat 0 of the one around it.
class Nest {
 public:
  /// @param sizes  of the teams, the initial thread's first: it is alone
  explicit Nest(std::initializer_list<unsigned> sizes) {
    Member* around = nullptr;
    for (const unsigned size : sizes) {
      auto& team = *teams_.emplace_back(std::make_unique<Team>());
      team.size = size;
      team.members = std::make_unique<Member[]>(1);
      team.members[0].team = &team;
      team.outer = around;
      around = &team.members[0];
    }
    worker_->member = around;
    RoomData<WorkerData, Keeper::process>::make(*worker_);
  }
  ~Nest() { delete &Process::data(*worker_); }
  Nest(const Nest&) = delete;
  Nest& operator=(const Nest&) = delete;

  Worker& worker() { return *worker_; }
  unsigned deeper() const { return teams_.front()->deeper_threads.load(); }
  void set_deeper(unsigned threads) { teams_.front()->deeper_threads.store(threads); }
  /// The initial thread keeps a region of so many open for tasks made outside of regions.
  void keep_standing(unsigned threads) {
    standing_.size = threads;
    Process::data(*worker_).standing = &standing_;
  }

 private:
  std::vector<std::unique_ptr<Team>> teams_;
  std::unique_ptr<Worker> worker_ = std::make_unique<Worker>();
  Team standing_;
};

TEST(ContentionGroup, outside_of_regions_all_places_are_free) {
  Nest nest{1};
  EXPECT_EQ(places_in_group(nest.worker(), 8), 8u);
  EXPECT_EQ(places_in_group(nest.worker(), 2), 2u);
  EXPECT_EQ(places_in_group(nest.worker(), 1), 1u);
  EXPECT_EQ(places_in_group(nest.worker(), k_no_limit), k_no_limit);
}

TEST(ContentionGroup, in_a_region_its_other_threads_have_places) {
  Nest nest{1, 3};
  EXPECT_EQ(places_in_group(nest.worker(), 8), 6u);
  EXPECT_EQ(places_in_group(nest.worker(), 4), 2u);
  EXPECT_EQ(places_in_group(nest.worker(), 3), 1u);
  EXPECT_EQ(places_in_group(nest.worker(), 2), 1u) << "itself, in any case";
}

TEST(ContentionGroup, deeper_regions_are_counted_where_all_see_it) {
  Nest nest{1, 3, 4};
  nest.set_deeper(3);
  EXPECT_EQ(places_in_group(nest.worker(), 8), 3u) << "three of the outer region, three below it, one asks";
  nest.set_deeper(6);
  EXPECT_EQ(places_in_group(nest.worker(), 8), 1u);
  EXPECT_EQ(places_in_group(nest.worker(), 10), 2u);
}

TEST(ContentionGroup, a_region_takes_what_is_left_and_gives_it_back) {
  Nest nest{1, 3};
  PlacesInGroup some;
  EXPECT_EQ(some.take(nest.worker(), 8, 4), 4u);
  EXPECT_EQ(nest.deeper(), 3u) << "its master has a place already";
  PlacesInGroup more;
  EXPECT_EQ(more.take(nest.worker(), 8, 100), 3u);
  EXPECT_EQ(nest.deeper(), 5u);
  PlacesInGroup none;
  EXPECT_EQ(none.take(nest.worker(), 8, 2), 1u);
  EXPECT_EQ(nest.deeper(), 5u);
  none.give_back();
  more.give_back();
  EXPECT_EQ(nest.deeper(), 3u);
  some.give_back();
  EXPECT_EQ(nest.deeper(), 0u);
}

TEST(ContentionGroup, a_region_that_got_fewer_threads_keeps_fewer_places) {
  Nest nest{1, 2};
  PlacesInGroup places;
  EXPECT_EQ(places.take(nest.worker(), 8, 5), 5u);
  places.keep(5);
  EXPECT_EQ(nest.deeper(), 4u) << "it got them all";
  places.keep(3);
  EXPECT_EQ(nest.deeper(), 2u);
  places.keep(7);
  EXPECT_EQ(nest.deeper(), 2u) << "never more than were taken";
  places.keep(2);
  EXPECT_EQ(nest.deeper(), 1u);
  places.give_back();
  EXPECT_EQ(nest.deeper(), 0u);
  places.give_back();
  EXPECT_EQ(nest.deeper(), 0u) << "once";
}

TEST(ContentionGroup, what_was_never_taken_is_not_given_back) {
  Nest nest{1, 2};
  nest.set_deeper(3);
  PlacesInGroup places;
  places.give_back();
  places.keep(0);
  EXPECT_EQ(nest.deeper(), 3u);
}

TEST(ContentionGroup, places_are_needed_only_beside_others_and_under_a_limit) {
  Nest outside{1};
  EXPECT_FALSE(PlacesInGroup::needed(outside.worker(), 4));
  outside.keep_standing(1);
  EXPECT_FALSE(PlacesInGroup::needed(outside.worker(), 4));
  outside.keep_standing(2);
  EXPECT_TRUE(PlacesInGroup::needed(outside.worker(), 4));
  EXPECT_FALSE(PlacesInGroup::needed(outside.worker(), k_no_limit));
  Nest inside{1, 1};
  EXPECT_TRUE(PlacesInGroup::needed(inside.worker(), 4));
  EXPECT_FALSE(PlacesInGroup::needed(inside.worker(), k_no_limit));
}

TEST(ContentionGroup, helpers_of_tasks_outside_of_regions_take_the_place_of_threads) {
  Nest nest{1};
  PlacesInGroup places;
  EXPECT_EQ(places.take(nest.worker(), 8, 100), 8u);
  nest.keep_standing(4);
  EXPECT_EQ(places.take(nest.worker(), 8, 100), 5u);
  EXPECT_EQ(places.take(nest.worker(), 8, 2), 2u);
  EXPECT_EQ(places.take(nest.worker(), 4, 100), 1u);
  EXPECT_EQ(places.take(nest.worker(), 5, 100), 2u);
  EXPECT_EQ(nest.deeper(), 0u) << "they are gone when the next region asks";
}

TEST(ContentionGroup, in_a_forked_child_only_the_teams_around_the_thread_are_left) {
  Nest outside{1};
  outside.set_deeper(7);
  forget_group(outside.worker());
  EXPECT_EQ(outside.deeper(), 0u);
  Nest first{1, 3};
  first.set_deeper(7);
  forget_group(first.worker());
  EXPECT_EQ(first.deeper(), 0u) << "the outer region's threads are not counted there";
  Nest second{1, 3, 4};
  second.set_deeper(9);
  forget_group(second.worker());
  EXPECT_EQ(second.deeper(), 3u);
  Nest third{1, 3, 4, 2};
  third.set_deeper(9);
  forget_group(third.worker());
  EXPECT_EQ(third.deeper(), 4u);
}

}  // namespace
