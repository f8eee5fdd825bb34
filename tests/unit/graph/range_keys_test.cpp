// Which keys stand for what came before, and whose keys are whose: the memory of a parent that has ended may be
// another's.
#include "graph/range_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "graph/same_address.hpp"

namespace {

using namespace heddle::graph;

constexpr auto k_all_run = [](const void*) { return true; };

std::vector<Access> named_by(RangeKeys& keys, std::initializer_list<Access> ranges) {
  std::vector<Access> named;
  for (const Access& range : ranges) keys.add(range, named);
  join_same(named);
  return named;
}
bool names(const std::vector<Access>& keys, const void* address) {
  return std::any_of(keys.begin(), keys.end(), [address](const Access& key) { return key.address == address; });
}

TEST(RangeKeys, of_a_writer_that_does_not_come_to_be_stand_for_nobody) {
  char data[64];
  RangeKeys keys;
  keys.settle(named_by(keys, {{data, Mode::out, 64}}));
  named_by(keys, {{data + 32, Mode::out, 32}});  // refused
  EXPECT_TRUE(names(named_by(keys, {{data + 32, Mode::in, 32}}), data));
  keys.settle(named_by(keys, {{data + 32, Mode::out, 32}}));
  EXPECT_FALSE(names(named_by(keys, {{data + 32, Mode::in, 32}}), data));
}

TEST(RangeKeys, of_a_piece_that_its_writer_has_cut_off_by_reading_it_name_the_writer) {
  char data[64];
  RangeKeys keys;
  keys.settle(named_by(keys, {{data, Mode::out, 64}, {data + 32, Mode::in, 32}}));
  EXPECT_TRUE(names(named_by(keys, {{data + 32, Mode::in, 32}}), data));
}

TEST(RangeKeysOfParents, live_on_when_a_task_begins_at_the_address_of_one_that_ended_before_them) {
  int first = 0;
  int second = 0;
  char data[64];
  RangeKeysOfParents keys;
  std::vector<Access> named;
  keys.of(&first, true, 0, k_all_run).add({data, Mode::out, 64}, named);
  keys.of(&second, true, 0, k_all_run).add({data, Mode::out, 64}, named);
  keys.of(&second, false, 0, k_all_run).add({data, Mode::out, 16}, named);
  EXPECT_EQ(keys.of(&second, false, 0, k_all_run).pieces(), 2u);
  EXPECT_EQ(keys.of(&first, true, 0, k_all_run).pieces(), 0u) << "another task, above the second one";
  EXPECT_EQ(keys.of(&second, false, 0, k_all_run).pieces(), 2u);
}

TEST(RangeKeysOfParents, are_kept_from_a_childless_parent_only_for_who_goes_by_its_number) {
  alignas(64) char data[64] = {};
  int parent = 0;
  std::vector<Access> named;
  RangeKeysOfParents keys;
  keys.of(&parent, true, 1, k_all_run).add({data, Mode::out, 16}, named);
  keys.of(&parent, false, 1, k_all_run).add({data, Mode::out, 64}, named);
  EXPECT_EQ(keys.of(&parent, true, 1, k_all_run).pieces(), 2u) << "the same parent, between two children";
  EXPECT_EQ(keys.of(&parent, true, 2, k_all_run).pieces(), 0u) << "another one at its address";
  keys.of(&parent, true, 0, k_all_run).add({data, Mode::out, 16}, named);
  EXPECT_EQ(keys.of(&parent, true, 0, k_all_run).pieces(), 0u) << "nobody goes by it";
}

TEST(RangeKeysOfParents, that_have_ended_are_forgotten_when_there_are_very_many) {
  std::vector<int> parents(5000);
  char data[64];
  RangeKeysOfParents keys;
  std::vector<Access> named;
  const auto runs = [&](const void* parent) { return parent == &parents[0]; };
  for (const int& parent : parents) keys.of(&parent, true, 0, runs).add({data, Mode::out, 64}, named);
  EXPECT_EQ(keys.of(&parents[0], false, 0, runs).pieces(), 1u);
  EXPECT_EQ(keys.of(&parents[1], false, 0, runs).pieces(), 0u);
}

}  // namespace
