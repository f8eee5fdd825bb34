// The binary heap: what comes first is on top, and every item knows where it stands.
#include "graph/heap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using namespace heddle;

struct Item {
  int rank;
  std::uint32_t name;
};

std::vector<std::uint32_t> places;  // by name

struct LowestFirst {
  static bool before(const Item& one, const Item& other) { return one.rank < other.rank; }
  static void moved(const Item& item, std::uint32_t index) { places[item.name] = index; }
};

using Heap = graph::Heap<Item, LowestFirst>;

/// A heap of these ranks; names are their places in the list.
void fill(Heap& heap, const std::vector<int>& ranks) {
  places.assign(ranks.size(), UINT32_MAX);
  for (std::uint32_t name = 0; name < ranks.size(); ++name) heap.put({ranks[name], name});
}

/// Takes everything out, from the top.
std::vector<int> emptied(Heap& heap) {
  std::vector<int> ranks;
  while (!heap.empty()) {
    ranks.push_back(heap.top().rank);
    EXPECT_EQ(places[heap.top().name], 0u);
    heap.remove(0);
  }
  return ranks;
}

TEST(Heap, is_empty_until_something_is_put_and_after_all_is_taken) {
  Heap heap;
  EXPECT_TRUE(heap.empty());
  fill(heap, {5});
  EXPECT_FALSE(heap.empty());
  EXPECT_EQ(heap.top().rank, 5);
  heap.remove(0);
  EXPECT_TRUE(heap.empty());
}

// All orders of seven items: two full levels below the top, so every comparison has both outcomes.
TEST(Heap, any_order_comes_out_sorted) {
  std::vector<int> ranks = {0, 1, 2, 3, 4, 5, 6};
  do {
    Heap heap;
    fill(heap, ranks);
    ASSERT_EQ(emptied(heap), (std::vector<int>{0, 1, 2, 3, 4, 5, 6}));
  } while (std::next_permutation(ranks.begin(), ranks.end()));
}

TEST(Heap, many_items_come_out_sorted_and_their_room_grows) {
  std::mt19937 random(3);
  for (const std::size_t count : {8u, 9u, 16u, 17u, 1000u}) {
    std::vector<int> ranks(count);
    for (int& rank : ranks) rank = static_cast<int>(random() % 100);
    Heap heap;
    fill(heap, ranks);
    std::sort(ranks.begin(), ranks.end());
    EXPECT_EQ(emptied(heap), ranks);
  }
}

TEST(Heap, an_item_is_told_of_each_place_it_comes_to) {
  Heap heap;
  fill(heap, {4, 2, 3, 1});
  EXPECT_EQ(places[3], 0u) << "the lowest";
  std::vector<std::uint32_t> sorted = places;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_EQ(sorted, (std::vector<std::uint32_t>{0, 1, 2, 3})) << "each at a place of its own";
}

// Taking an item out of the middle puts the last one there: it may have to rise, to sink, or to stay.
TEST(Heap, an_item_can_be_taken_from_anywhere) {
  const std::vector<int> orders[] = {{0, 10, 1, 11, 12, 2, 3}, {0, 1, 10, 2, 3, 11, 12}, {6, 5, 4, 3, 2, 1, 0}};
  for (const std::vector<int>& ranks : orders) {
    for (std::uint32_t gone = 0; gone < ranks.size(); ++gone) {
      Heap heap;
      fill(heap, ranks);
      heap.remove(places[gone]);
      std::vector<int> left = ranks;
      left.erase(left.begin() + gone);
      std::sort(left.begin(), left.end());
      EXPECT_EQ(emptied(heap), left) << gone;
    }
  }
}

/// A heap whose ranks can be changed from outside, as those of parents are (urgent_place.hpp).
std::vector<int> ranks_outside;
struct ByRankOutside {
  static bool before(std::uint32_t one, std::uint32_t other) { return ranks_outside[one] < ranks_outside[other]; }
  static void moved(std::uint32_t item, std::uint32_t index) { places[item] = index; }
};

TEST(Heap, an_item_that_changes_finds_its_place) {
  std::mt19937 random(7);
  constexpr std::uint32_t k_count = 15;
  graph::Heap<std::uint32_t, ByRankOutside> heap;
  ranks_outside.assign(k_count, 0);
  places.assign(k_count, 0);
  for (std::uint32_t item = 0; item < k_count; ++item) {
    ranks_outside[item] = static_cast<int>(item) * 10;
    heap.put(item);
  }
  for (int change = 0; change < 3000; ++change) {
    const auto item = static_cast<std::uint32_t>(random() % k_count);
    ranks_outside[item] = static_cast<int>(random() % 200);
    heap.changed(places[item]);
    const int lowest = *std::min_element(ranks_outside.begin(), ranks_outside.end());
    ASSERT_EQ(ranks_outside[heap.top()], lowest) << change;
  }
  std::vector<int> sorted = ranks_outside;
  std::sort(sorted.begin(), sorted.end());
  for (const int rank : sorted) {
    ASSERT_EQ(ranks_outside[heap.top()], rank);
    heap.remove(0);
  }
}

TEST(Heap, does_not_move_what_need_not_move) {
  static int moves = 0;
  struct Counting {
    static bool before(int one, int other) { return one < other; }
    static void moved(int, std::uint32_t) { ++moves; }
  };
  graph::Heap<int, Counting> heap;
  for (const int rank : {1, 2, 3, 4, 5, 6, 7}) heap.put(rank);
  EXPECT_EQ(moves, 7) << "in order already: each is set once";
  heap.changed(6);
  EXPECT_EQ(moves, 8);
  heap.remove(6);
  EXPECT_EQ(moves, 8) << "the last one leaves no gap";
  heap.put(1);
  EXPECT_EQ(moves, 10) << "equal ranks stay in order: it passes one item, not the one that is as good";
}

}  // namespace
