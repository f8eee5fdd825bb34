// The ring of construct slots, one call at a time. Its interleavings: tests/model/construct_ring_test.cpp.
#include "omp/construct_ring.hpp"

#include <gtest/gtest.h>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle::omp;
using Ring = ConstructRing<heddle::platform::Threads, int, 4>;

constexpr auto k_all = [](ConstructNumber) { return true; };
constexpr auto k_not_all = [](ConstructNumber) { return false; };

TEST(ConstructNumber, grows_within_a_region_also_when_the_count_wraps) {
  EXPECT_TRUE(has_reached(construct_number(3, 5), construct_number(3, 5)));
  EXPECT_TRUE(has_reached(construct_number(3, 6), construct_number(3, 5)));
  EXPECT_FALSE(has_reached(construct_number(3, 4), construct_number(3, 5)));
  EXPECT_TRUE(has_reached(construct_number(3, 2), construct_number(3, UINT32_MAX)));
  EXPECT_FALSE(has_reached(construct_number(3, UINT32_MAX), construct_number(3, 2)));
}

TEST(ConstructNumber, of_another_region_has_never_been_reached) {
  EXPECT_FALSE(has_reached(construct_number(4, 9), construct_number(3, 5)));
  EXPECT_FALSE(has_reached(construct_number(2, 9), construct_number(3, 5)));
}

TEST(ConstructRing, the_first_sets_up_and_the_others_join) {
  Ring ring;
  const ConstructNumber number = construct_number(1, 1);
  EXPECT_EQ(ring.try_enter(number, k_not_all), Entry::first);
  EXPECT_EQ(ring.try_enter(number, k_not_all), Entry::setting_up);
  ring.content(number) = 7;
  ring.publish(number);
  EXPECT_EQ(ring.try_enter(number, k_not_all), Entry::joined);
  EXPECT_EQ(ring.content(number), 7);
}

TEST(ConstructRing, a_thread_may_be_as_many_constructs_ahead_as_there_are_slots) {
  Ring ring;
  for (std::uint32_t count = 1; count <= 4; ++count) {
    EXPECT_EQ(ring.try_enter(construct_number(1, count), k_not_all), Entry::first);
    ring.publish(construct_number(1, count));
  }
  EXPECT_EQ(ring.try_enter(construct_number(1, 5), k_not_all), Entry::occupied);
  EXPECT_EQ(ring.try_enter(construct_number(1, 1), k_not_all), Entry::joined)
      << "the slow one still finds its construct";
  EXPECT_EQ(ring.try_enter(construct_number(1, 5), k_all), Entry::first);
}

TEST(ConstructRing, asks_whether_that_construct_was_left_which_the_slot_held) {
  Ring ring;
  ring.try_enter(construct_number(1, 2), k_not_all);
  ConstructNumber asked = 0;
  ring.try_enter(construct_number(1, 6), [&](ConstructNumber number) {
    asked = number;
    return false;
  });
  EXPECT_EQ(asked, construct_number(1, 2));
}

TEST(ConstructRing, what_an_earlier_region_left_behind_is_in_nobodys_way) {
  Ring ring;
  ring.try_enter(construct_number(1, 1), k_not_all);  // never published: its region was cancelled
  EXPECT_EQ(ring.try_enter(construct_number(2, 1), k_not_all), Entry::first);
  EXPECT_EQ(ring.try_enter(construct_number(3, 5), k_not_all), Entry::first);
}

}  // namespace
