// heddle/region.hpp: regions as accesses of plain tasks, beside addresses and OpenMP's regions.
#include "heddle/region.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory_resource>
#include <string>
#include <vector>

#include "heddle/heddle.hpp"

namespace {

using heddle::in;
using heddle::inout;

struct Node {
  long value = 0;
  heddle::region_pointer<Node> next{};
};

// value * factor + 1, by the arithmetic that may wrap.
long step(long value, unsigned long factor) {
  return static_cast<long>(static_cast<unsigned long>(value) * factor + 1);
}

TEST(RegionsInCpp, tasks_on_a_region_and_its_objects_are_in_order) {
  heddle::region tree;
  const auto one = tree.make<Node>();
  const auto two = tree.make<Node>();
  const heddle::region_ref name = tree;
  for (int round = 0; round < 200; ++round) {
    heddle::spawn([one] { one->value = step(one->value, 3); }, inout(one));
    heddle::spawn([two] { two->value = step(two->value, 5); }, inout(*two));
    heddle::spawn([one, two] { std::swap(one->value, two->value); }, inout(name));
  }
  heddle::wait_for(in(tree));
  long a = 0;
  long b = 0;
  for (int round = 0; round < 200; ++round) {
    a = step(a, 3);
    b = step(b, 5);
    std::swap(a, b);
  }
  EXPECT_EQ(one->value, a);
  EXPECT_EQ(two->value, b);
}

TEST(RegionsInCpp, a_task_may_name_an_address_and_a_region) {
  heddle::region tree;
  long* const count = tree.make<long>(0);
  long plain = 0;
  for (int round = 0; round < 300; ++round) {
    heddle::spawn([&plain] { ++plain; }, inout(plain));
    heddle::spawn([&plain, count] { *count += plain; }, in(plain), inout(tree));
    heddle::spawn([&plain, count] { plain += *count % 2; }, inout(plain), in(*count));
  }
  heddle::wait_for(inout(plain), inout(tree));
  long expected_plain = 0;
  long expected = 0;
  for (int round = 0; round < 300; ++round) {
    ++expected_plain;
    expected += expected_plain;
    expected_plain += expected % 2;
  }
  EXPECT_EQ(*count, expected);
  EXPECT_EQ(plain, expected_plain);
}

TEST(RegionsInCpp, pmr_containers_grow_in_tasks) {
  heddle::region tree;
  auto* const index = tree.make<std::pmr::map<std::pmr::string, std::pmr::vector<int>>>(tree.resource()).get();
  for (int round = 0; round < 100; ++round)
    heddle::spawn(
        [index, round] {
          (*index)["a name that is long enough to be stored apart " + std::pmr::string(std::to_string(round % 7))]
              .push_back(round);
        },
        inout(tree));
  std::vector<int, heddle::region_allocator<int>> classic{heddle::region_allocator<int>(tree)};
  heddle::wait_for(inout(tree));
  classic.assign(1000, 7);
  EXPECT_EQ(heddle_region_of(classic.data()), tree.id());
  EXPECT_EQ(index->size(), 7U);
  int sum = 0;
  for (const auto& [name, rounds] : *index)
    for (const int round : rounds) sum += round;
  EXPECT_EQ(sum, 4950);
  EXPECT_GT(tree.bytes(), 0U);
}

TEST(RegionsInCpp, nested_tasks_name_parts_of_what_they_hold) {
  heddle::region tree;
  heddle::region left(tree, {});
  heddle::region right(tree, {.level = 0});
  EXPECT_EQ(left.parent().id(), tree.id());
  long* const a = left.make<long>(1);
  long* const b = right.make<long>(1);
  const heddle::region_ref left_name = left;
  const heddle::region_ref right_name = right;
  for (int round = 0; round < 30; ++round) {
    heddle::spawn(
        [=] {
          heddle::spawn([a] { *a = *a * 7 % 10007; }, inout(left_name));
          heddle::spawn([b] { *b = *b * 3 % 10007; }, inout(right_name));
          heddle::spawn([a, b] { *a += *b; }, inout(left_name), in(right_name));
        },
        inout(tree));
    heddle::spawn([a] { *a += 1; }, inout(*a));
  }
  heddle::wait_for(inout(tree));
  long x = 1;
  long y = 1;
  for (int round = 0; round < 30; ++round) {
    x = x * 7 % 10007;
    y = y * 3 % 10007;
    x += y + 1;
  }
  EXPECT_EQ(*a, x);
  EXPECT_EQ(*b, y);
}

TEST(RegionsInCpp, what_tasks_wait_for_is_not_freed) {
  heddle::region tree;
  long* const object = tree.make<long>(0);
  std::atomic<bool> go{false};
  heddle::spawn(
      [&go] {
        while (!go) {
        }
      },
      inout(*object));
  EXPECT_THROW(tree.free(), heddle::region_busy);
  EXPECT_EQ(heddle_region_free_object(object), HEDDLE_REGION_BUSY);
  go = true;
  heddle::wait_for(inout(tree));
  tree.free();
  EXPECT_EQ(tree.id(), 0U);
}

TEST(RegionsInCpp, what_lies_outside_of_the_parent_is_refused) {
  heddle::region mine;
  heddle::region other;
  std::string what;
  const heddle::region_ref name = other;
  const heddle::region_ref own = mine;
  heddle::spawn(
      [&] {
        try {
          heddle::spawn([] {}, inout(name));
        } catch (const heddle::error& error) {
          what = error.what();
        }
        if (!what.empty()) return;
        what = heddle_region_failure();
      },
      in(mine));
  heddle::wait_for(inout(mine));
  EXPECT_NE(what.find("argument"), std::string::npos) << what;
  heddle::spawn(
      [&] {
        EXPECT_THROW(heddle::spawn([] {}, inout(own)), heddle::error);
        what = heddle_region_failure();
      },
      in(mine));
  heddle::wait_for(inout(mine));
  EXPECT_NE(what.find("read only"), std::string::npos) << what;
}

TEST(RegionsInCpp, a_group_waits_for_tasks_on_regions) {
  heddle::region tree;
  long* const count = tree.make<long>(0);
  heddle::task_group group;
  for (int round = 0; round < 100; ++round) group.run([count] { ++*count; }, inout(tree));
  group.wait();
  EXPECT_EQ(*count, 100);
}

}  // namespace
