// Which seats have left something for others: a bit per seat, in as many words as the team needs.
#include "dependence/adaptive/announcements.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using Announcements = dependence::Announcements<platform::Threads>;

TEST(Announcements, of_each_seat_is_taken_once_in_teams_of_any_size) {
  for (const std::uint32_t seats : {1u, 2u, 63u, 64u, 65u, 128u, 129u, 513u}) {
    Announcements announcements(seats);
    EXPECT_FALSE(announcements.any());
    EXPECT_EQ(announcements.take_any(0), graph::k_no_seat);
    for (graph::Seat seat = 0; seat < seats; ++seat) {
      EXPECT_FALSE(announcements.take(seat)) << seat;
      announcements.announce(seat);
      EXPECT_TRUE(announcements.any()) << seat;
      if (seats > 1) {
        EXPECT_FALSE(announcements.take((seat + 1) % seats)) << seat;
      }
      EXPECT_TRUE(announcements.take(seat)) << seat << " of " << seats;
      EXPECT_FALSE(announcements.take(seat)) << "taken already";
      EXPECT_FALSE(announcements.any()) << seat;
    }
  }
}

TEST(Announcements, twice_announced_is_once_taken) {
  Announcements announcements(70);
  announcements.announce(69);
  announcements.announce(69);
  EXPECT_TRUE(announcements.take(69));
  EXPECT_FALSE(announcements.take(69));
}

TEST(Announcements, taking_one_leaves_the_others) {
  constexpr std::uint32_t k_seats = 200;
  Announcements announcements(k_seats);
  for (graph::Seat seat = 0; seat < k_seats; ++seat) announcements.announce(seat);
  for (graph::Seat seat = 0; seat < k_seats; seat += 3) EXPECT_TRUE(announcements.take(seat));
  for (graph::Seat seat = 0; seat < k_seats; ++seat) EXPECT_EQ(announcements.take(seat), seat % 3 != 0) << seat;
}

TEST(Announcements, any_is_found_wherever_the_looker_sits_and_whichever_word_it_is_in) {
  constexpr std::uint32_t k_seats = 200;  // four words
  for (const graph::Seat announced : {0u, 63u, 64u, 127u, 128u, 191u, 192u, 199u}) {
    for (const graph::Seat from : {0u, 1u, 63u, 64u, 130u, 199u}) {
      Announcements announcements(k_seats);
      announcements.announce(announced);
      EXPECT_EQ(announcements.take_any(from), announced) << "from " << from;
      EXPECT_EQ(announcements.take_any(from), graph::k_no_seat);
    }
  }
}

TEST(Announcements, those_of_the_lookers_own_word_come_first_then_of_the_next_ones_around_the_end) {
  Announcements announcements(200);
  for (const graph::Seat seat : {5u, 9u, 70u, 130u, 195u}) announcements.announce(seat);
  std::vector<graph::Seat> order;
  for (graph::Seat seat = announcements.take_any(140); seat != graph::k_no_seat; seat = announcements.take_any(140))
    order.push_back(seat);
  EXPECT_EQ(order, (std::vector<graph::Seat>{130, 195, 5, 9, 70}));
}

}  // namespace
