// Objects in regions: sizes, alignment, reuse, what cannot be freed, and that regions are freed by their slabs.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "platform/threads/threads.hpp"
#include "region/packing.hpp"
#include "region/tree.hpp"

namespace {

using namespace heddle::region;  // NOLINT
using P = heddle::platform::Threads;

struct RegionHeapTest : testing::Test {
  RegionHeapTest() : tree(store) {
    EXPECT_TRUE(store.begin(std::size_t{8} << 30, 2));
    root = tree.make(nullptr, 0);
  }
  void* make(std::size_t bytes) { return tree.heap().allocate(hands, *root, bytes); }
  FreeOutcome free(void* object) {
    return tree.heap().free_at_hand(hands, object) ? FreeOutcome::done : tree.heap().free(hands, object);
  }

  RegionStore<P> store;
  Tree<P> tree;
  Hands<P> hands;
  RegionRecord<P>* root = nullptr;
};

TEST_F(RegionHeapTest, objects_of_all_sizes_are_aligned_apart_and_whole) {
  std::vector<std::pair<unsigned char*, std::size_t>> objects;
  for (std::size_t bytes = 1; bytes < std::size_t{6} << 20; bytes = bytes * 3 / 2 + 1) {
    for (int twin = 0; twin < 3; ++twin) {
      auto* const object = static_cast<unsigned char*>(make(bytes));
      ASSERT_NE(object, nullptr) << bytes;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(object) % 64, 0U);
      std::memset(object, static_cast<int>(objects.size() % 251), (bytes + 63) & ~std::size_t{63});
      objects.emplace_back(object, bytes);
    }
  }
  for (std::size_t at = 0; at < objects.size(); ++at) {
    const auto [object, bytes] = objects[at];
    for (std::size_t byte = 0; byte < bytes; byte += 61) ASSERT_EQ(object[byte], at % 251) << bytes;
    std::size_t found = 0;
    EXPECT_EQ(tree.heap().object_around(object + bytes / 2, found), object);
    EXPECT_EQ(found, (bytes + 63) & ~std::size_t{63});
  }
  for (const auto& [object, bytes] : objects) EXPECT_EQ(free(object), FreeOutcome::done) << bytes;
}

TEST_F(RegionHeapTest, what_is_freed_is_used_again_over_thousands_of_rounds) {
  std::set<void*> places;
  for (int round = 0; round < 5000; ++round) {
    std::vector<void*> objects;
    for (std::size_t bytes : {64, 100, 2000, 2500, 9000}) objects.push_back(make(bytes));
    places.insert(objects.begin(), objects.end());
    for (void* object : objects) ASSERT_EQ(free(object), FreeOutcome::done);
  }
  EXPECT_LT(places.size(), 400U);
  EXPECT_LT(root->bytes, std::size_t{1} << 20);
}

TEST_F(RegionHeapTest, what_is_no_object_is_refused) {
  auto* const object = static_cast<char*>(make(200));
  auto* const large = static_cast<char*>(make(20000));
  int local = 0;
  EXPECT_EQ(free(&local), FreeOutcome::foreign);
  EXPECT_EQ(free(object + 8), FreeOutcome::inside);
  EXPECT_EQ(free(object + 64), FreeOutcome::inside);
  EXPECT_EQ(free(large + 4096), FreeOutcome::inside);
  EXPECT_EQ(free(object), FreeOutcome::done);
  EXPECT_EQ(free(object), FreeOutcome::twice);
  EXPECT_EQ(free(large), FreeOutcome::done);
  EXPECT_NE(free(large), FreeOutcome::done);
}

TEST_F(RegionHeapTest, within_an_object_of_chunks_nothing_of_before_is_taken_for_an_object) {
  RegionRecord<P>* const before = tree.make(root, 0);
  std::vector<char*> small;
  for (int at = 0; at < 20000; ++at) small.push_back(static_cast<char*>(tree.heap().allocate(hands, *before, 64)));
  tree.free(*before, [](auto&) {});
  RegionRecord<P>* const after = tree.make(root, 0);
  std::vector<std::pair<char*, std::size_t>> large;
  for (std::size_t bytes = 130'000; bytes < 1'100'000; bytes *= 2)
    large.emplace_back(static_cast<char*>(tree.heap().allocate(hands, *after, bytes)), bytes);
  int within = 0;
  for (char* const object : small) {
    for (const auto& [begin, bytes] : large) {
      if (object <= begin || object >= begin + bytes) continue;
      ++within;
      ASSERT_EQ(free(object), FreeOutcome::inside);
      std::size_t had = 0;
      ASSERT_EQ(tree.known_scope_at(object, had), nullptr);
    }
  }
  EXPECT_GT(within, 1000) << "chunks are used again";
  for (const auto& [begin, bytes] : large) EXPECT_EQ(free(begin), FreeOutcome::done) << bytes;
}

TEST_F(RegionHeapTest, what_tasks_know_is_found_where_an_object_begins_and_with_its_size) {
  RegionRecord<P>* const region = tree.make(root, 0);
  auto* const object = static_cast<char*>(tree.heap().allocate(hands, *region, 200));
  std::size_t had = 0;
  EXPECT_EQ(tree.known_scope_at(object, had), nullptr) << "no task has known it";
  OrderScope* const known = tree.scope_of(object);
  EXPECT_EQ(tree.known_scope_at(object, had), known);
  EXPECT_EQ(had, 256U);
  EXPECT_EQ(tree.known_scope_at(object + 8, had), nullptr);
  EXPECT_EQ(tree.known_scope_at(object + 64, had), nullptr);
  EXPECT_EQ(free(object), FreeOutcome::done);
  EXPECT_EQ(tree.known_scope_at(object, had), nullptr);
  tree.free(*region, [](auto&) {});  // and with it what tasks know
}

TEST_F(RegionHeapTest, many_at_once_are_as_one_by_one) {
  std::vector<void*> objects(1000);
  EXPECT_EQ(tree.heap().allocate_many(hands, *root, 64, {objects.data(), 1000}), 1000);
  EXPECT_EQ(std::set<void*>(objects.begin(), objects.end()).size(), 1000U);
  for (void* object : objects) EXPECT_EQ(free(object), FreeOutcome::done);
  EXPECT_EQ(tree.heap().allocate_many(hands, *root, 5000, {objects.data(), 100}), 100);
  EXPECT_EQ(std::set<void*>(objects.begin(), objects.begin() + 100).size(), 100U);
}

TEST_F(RegionHeapTest, ids_are_odd_and_never_used_again) {
  std::set<Id> ids;
  for (int round = 0; round < 1000; ++round) {
    RegionRecord<P>* const region = tree.make(root, round % 2);
    const Id id = region->id.load();
    EXPECT_EQ(id % 2, 1U);
    EXPECT_GE(id, 3U);
    EXPECT_TRUE(ids.insert(id).second);
    EXPECT_EQ(store.find(id), region);
    EXPECT_EQ(Name::node_of(id), static_cast<std::uint32_t>(round % 2));
    tree.free(*region, [](auto&) {});
    EXPECT_EQ(store.find(id), nullptr);
  }
}

TEST_F(RegionHeapTest, addresses_name_their_node) {
  for (std::uint32_t node = 0; node < 2; ++node) {
    RegionRecord<P>* const region = tree.make(root, node);
    EXPECT_EQ(store.node_of(tree.heap().allocate(hands, *region, 64)), node);
    EXPECT_EQ(store.node_of(tree.heap().allocate(hands, *region, std::size_t{3} << 20)), node);
  }
}

TEST_F(RegionHeapTest, a_region_goes_with_all_that_is_below_however_deep) {
  std::vector<Id> ids;
  RegionRecord<P>* at = tree.make(root, 0);
  RegionRecord<P>* const top = at;
  void* last = nullptr;
  for (int depth = 0; depth < 1000; ++depth) {
    ids.push_back(at->id.load());
    last = tree.heap().allocate(hands, *at, 64);
    at = tree.make(at, 0);
  }
  int gone = 0;
  tree.free(*top, [&](auto&) { ++gone; });
  EXPECT_EQ(gone, 1001);
  for (const Id id : ids) EXPECT_EQ(store.find(id), nullptr);
  EXPECT_EQ(free(last), FreeOutcome::foreign);
  EXPECT_EQ(root->first_child, nullptr);
}

TEST_F(RegionHeapTest, what_others_free_comes_back) {
  std::vector<void*> objects(6400);
  for (void*& object : objects) object = make(64);
  std::thread([&] {
    Hands<P> others;
    EXPECT_FALSE(tree.heap().free_at_hand(others, objects[0]));
    for (void* object : objects) EXPECT_EQ(tree.heap().free(others, object), FreeOutcome::done);
    tree.heap().put_down(others);
  }).join();
  EXPECT_LT(root->bytes, std::size_t{3} << 17) << "all but the slab at hand and the last run have gone back";
  const std::size_t before = root->bytes;
  for (int at = 0; at < 6400; ++at) ASSERT_NE(make(64), nullptr);
  EXPECT_LT(root->bytes, before + 6400 * 64 + 4096);
}

TEST_F(RegionHeapTest, two_threads_have_different_objects_of_one_region) {
  std::vector<std::uint64_t*> objects[2];
  std::vector<std::thread> threads;
  for (std::uint64_t number = 0; number < 2; ++number)
    threads.emplace_back([&, number] {
      Hands<P> own;
      for (int round = 0; round < 20000; ++round) {
        auto* const object = static_cast<std::uint64_t*>(tree.heap().allocate(own, *root, 64 * (1 + round % 5)));
        *object = number;
        objects[number].push_back(object);
        if (round % 3 != 0) continue;
        EXPECT_EQ(tree.heap().free(own, objects[number].back()), FreeOutcome::done);
        objects[number].pop_back();
      }
      tree.heap().put_down(own);
    });
  for (std::thread& thread : threads) thread.join();
  for (std::uint64_t number = 0; number < 2; ++number)
    for (const std::uint64_t* object : objects[number]) ASSERT_EQ(*object, number);
}

TEST_F(RegionHeapTest, a_freed_region_s_slab_at_hand_is_nobody_s) {
  RegionRecord<P>* const region = tree.make(root, 0);
  const Id id = region->id.load();
  void* const object = tree.heap().allocate(hands, *region, 64);
  tree.free(*region, [](auto&) {});
  std::set<void*> objects;
  for (int round = 0; round < 200; ++round)
    EXPECT_TRUE(objects.insert(tree.heap().allocate(hands, *tree.make(root, 0), 64)).second);
  EXPECT_NE(store.around(object) == nullptr ? 0 : store.around(object)->id.load(), id);
  tree.heap().put_down(hands);
}

TEST_F(RegionHeapTest, packing_is_few_ranges_that_hold_every_object) {
  RegionRecord<P>* const region = tree.make(root, 0);
  std::vector<char*> objects;
  for (int at = 0; at < 3000; ++at) objects.push_back(static_cast<char*>(tree.heap().allocate(hands, *region, 64)));
  objects.push_back(static_cast<char*>(tree.heap().allocate(hands, *tree.make(region, 0), 300000)));
  std::vector<PackedRange> ranges;
  pack(tree, *region, [&](const PackedRange& range) { ranges.push_back(range); });
  EXPECT_LE(ranges.size(), 8U);
  for (const char* object : objects) {
    bool held = false;
    for (const PackedRange& range : ranges)
      held = held || (object >= range.begin && object < range.begin + range.bytes);
    ASSERT_TRUE(held);
  }
}

TEST(RegionSpace, a_range_is_halved_until_the_system_grants_it) {
  Space space;
  ASSERT_TRUE(space.reserve(std::size_t{1} << 31));
  EXPECT_EQ(space.bytes(), std::size_t{1} << 31);
  EXPECT_EQ(space.base() % k_group_bytes, 0U);
  space.release();
  EXPECT_FALSE(space.stands());
}

}  // namespace
