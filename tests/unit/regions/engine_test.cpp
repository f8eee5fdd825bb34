// Tasks on regions: order, overlap, waits.
#include "regions/engine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "regions/leaves.hpp"
#include "regions/settings.hpp"
#include "regions/state.hpp"
#include "runtime/current.hpp"

namespace {

using namespace heddle::regions;  // NOLINT

using Function = void (*)(const std::uint64_t*);
void call(void* code, const std::uint64_t* words, unsigned /*count*/) { reinterpret_cast<Function>(code)(words); }

void run_program(Function main, std::vector<std::uint64_t> words = {}) {
  CallError error;
  ASSERT_TRUE(run(call, reinterpret_cast<void*>(main), {words.data(), static_cast<unsigned>(words.size())}, error))
      << error.text;
}
void make(Function function, std::vector<std::uint64_t> words, std::vector<std::uint32_t> types) {
  CallError error;
  EXPECT_TRUE(spawn({call,
                     reinterpret_cast<void*>(function),
                     {words.data(), types.data(), static_cast<unsigned>(words.size())},
                     {__FILE__, __LINE__}},
                    error))
      << error.text;
}
void wait_on(std::vector<std::uint64_t> words) {
  CallError error;
  EXPECT_TRUE(wait({words.data(), nullptr, static_cast<unsigned>(words.size())}, {__FILE__, __LINE__}, error))
      << error.text;
}
template <class T>
T* object(Id region) {
  CallError error;
  void* const made = allocate(sizeof(T), region, error);
  EXPECT_NE(made, nullptr) << error.text;
  return static_cast<T*>(made);
}
Id child(Id parent) {
  CallError error;
  const Id made = make_region(parent, 0, error);
  EXPECT_NE(made, 0U) << error.text;
  return made;
}
template <class T>
std::uint64_t word(T* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}
template <class T>
T* pointer(std::uint64_t value) {
  return reinterpret_cast<T*>(value);
}

constexpr std::uint32_t k_inout = k_in | k_out;
constexpr std::uint32_t k_value = k_in | k_safe;

// fib(n) with a region a call.
void fib(const std::uint64_t* words) {
  const auto region = static_cast<Id>(words[0]);
  auto* const result = pointer<long>(words[1]);
  const std::uint64_t n = words[2];
  if (n < 2) {
    *result = static_cast<long>(n);
    return;
  }
  const Id left = child(region);
  const Id right = child(region);
  long* const a = object<long>(left);
  long* const b = object<long>(right);
  make(fib, {left, word(a), n - 1}, {k_inout | k_region, k_inout | k_safe, k_value});
  make(fib, {right, word(b), n - 2}, {k_inout | k_region, k_inout | k_safe, k_value});
  wait_on({left, right});
  *result = *a + *b;
  CallError error;
  EXPECT_TRUE(free_region(left, {}, error)) << error.text;
  EXPECT_TRUE(free_region(right, {}, error)) << error.text;
}

long fib_result;
void fib_main(const std::uint64_t* words) {
  const Id region = child(0);
  long* const result = object<long>(region);
  make(fib, {region, word(result), words[0]}, {k_inout | k_region, k_inout | k_safe, k_value});
  wait_on({region});
  fib_result = *result;
}

TEST(RegionEngine, recursion_with_a_region_a_call_is_right) {
  run_program(fib_main, {16});
  EXPECT_EQ(fib_result, 987);
}

// A tree whose nodes lie in regions: tasks on parts and on the whole in turns.
struct Node {
  long value;
  Node* left;
  Node* right;
  Id region;
};
Node* grow(Id region, int depth) {
  Node* const node = object<Node>(region);
  *node = {1, nullptr, nullptr, region};
  if (depth == 0) return node;
  node->left = grow(child(region), depth - 1);
  node->right = grow(child(region), depth - 1);
  return node;
}
void add(const std::uint64_t* words) {
  Node* const node = pointer<Node>(words[1]);
  node->value = node->value * 3 + static_cast<long>(words[2]);
  for (Node* below : {node->left, node->right}) {
    if (below == nullptr) continue;
    make(add, {below->region, word(below), words[2] + 1}, {k_inout | k_region, k_inout | k_safe, k_value});
  }
}
void add_serially(Node& node, long more) {
  node.value = node.value * 3 + more;
  if (node.left == nullptr) return;
  add_serially(*node.left, more + 1);
  add_serially(*node.right, more + 1);
}
long sum(const Node* node) { return node == nullptr ? 0 : node->value * 7 + sum(node->left) * 3 + sum(node->right); }
void sum_task(const std::uint64_t* words) { *pointer<long>(words[1]) = sum(pointer<Node>(words[2])); }

long tree_sums[4];
void tree_main(const std::uint64_t* words) {
  const Id top = child(0);
  Node* const tree = grow(top, static_cast<int>(words[0]));
  long* results[4];
  for (long*& result : results) result = object<long>(0);
  for (std::uint64_t round = 0; round < 4; ++round) {
    make(add, {top, word(tree), round}, {k_inout | k_region, k_inout | k_safe, k_value});
    make(sum_task, {top, word(results[round]), word(tree)}, {k_in | k_region, k_out, k_in | k_safe});
  }
  wait_on({top, word(results[0]), word(results[1]), word(results[2]), word(results[3])});
  for (int round = 0; round < 4; ++round) tree_sums[round] = *results[round];
  Node* const twin = grow(child(0), static_cast<int>(words[0]));
  for (long round = 0; round < 4; ++round) {
    add_serially(*twin, round);
    EXPECT_EQ(tree_sums[round], sum(twin)) << round;
  }
}
TEST(RegionEngine, a_tree_and_its_parts_in_turns_are_as_in_the_serial_program) {
  for (int round = 0; round < 20; ++round) run_program(tree_main, {6});
}

void append(const std::uint64_t* words) {
  auto* const list = pointer<std::uint64_t>(words[0]);
  list[1 + list[0]++] = words[1];
}
void chain_main(const std::uint64_t* words) {
  CallError error;
  const std::uint64_t count = words[0];
  auto* const list = static_cast<std::uint64_t*>(allocate((count + 1) * 8, child(0), error));
  list[0] = 0;
  for (std::uint64_t at = 0; at < count; ++at) make(append, {word(list), at}, {k_inout, k_value});
  wait_on({word(list)});
  EXPECT_EQ(list[0], count);
  for (std::uint64_t at = 0; at < count; ++at) ASSERT_EQ(list[1 + at], at);
}
TEST(RegionEngine, thousands_of_tasks_on_one_object_keep_their_order) { run_program(chain_main, {20000}); }

// The published rules get this wrong: the holder of a region hands on the whole, then a part.
void whole(const std::uint64_t* words) {
  auto* const part = pointer<long>(words[1]);
  for (int spin = 0; spin < 20000; ++spin) asm volatile("");
  *part = *part * 2 + 1;
}
void holder(const std::uint64_t* words) {
  make(whole, {words[0], words[1]}, {k_inout | k_region, k_inout | k_safe});
  make(whole, {words[1], words[1]}, {k_inout, k_inout | k_safe});
  make(whole, {words[0], words[1]}, {k_inout | k_region, k_inout | k_safe});
}
void cure_main(const std::uint64_t* /*words*/) {
  const Id region = child(0);
  long* const part = object<long>(region);
  *part = 0;
  for (int round = 0; round < 5; ++round) make(holder, {region, word(part)}, {k_inout | k_region, k_inout | k_safe});
  wait_on({word(part)});
  EXPECT_EQ(*part, (1L << 15) - 1);
}
TEST(RegionEngine, the_whole_and_then_a_part_are_in_order) {
  for (int round = 0; round < 50; ++round) run_program(cure_main);
}

void nest(const std::uint64_t* words) {
  const Id region = words[0];
  auto* const count = pointer<long>(words[1]);
  if (words[2] == 0) return;
  make(nest, {region, words[1], words[2] - 1}, {k_inout | k_region, k_inout | k_safe, k_value});
  wait_on({region});
  ++*count;
}
void nest_main(const std::uint64_t* words) {
  const Id region = child(0);
  long* const count = object<long>(region);
  *count = 0;
  make(nest, {region, word(count), words[0]}, {k_inout | k_region, k_inout | k_safe, k_value});
  wait_on({region});
  EXPECT_EQ(*count, static_cast<long>(words[0]));
}
TEST(RegionEngine, waits_are_nested_a_thousand_deep) { run_program(nest_main, {1000}); }

void blocks_main(const std::uint64_t* /*words*/) {
  heddle::process::Worker& worker = heddle::runtime::current();
  EngineTask* const task = make_task(worker, 1, 4);
  ASSERT_NE(task, nullptr);
  const auto* const address = reinterpret_cast<const char*>(task);
  bool among_tasks = false;
  worker.slab.for_each_block([&](const char* block) { among_tasks |= block == address; });
  EXPECT_FALSE(among_tasks) << "thieves and the report of a standstill take what lies there for an engine's task";
  forget_task(*task);
}
TEST(RegionEngine, a_task_lies_in_no_block_of_the_engines_tasks) { run_program(blocks_main, {}); }

// The tree of scheduler nodes, and under which of its leaves a task goes.
std::vector<std::uint32_t> widths_for(const std::vector<std::uint32_t>& cpus) {
  RegionSettings settings;
  make_tree(cpus, settings);
  return {settings.widths, settings.widths + settings.levels};
}
TEST(RegionTree, a_leaf_serves_a_cache_and_at_most_16_workers) {
  using Widths = std::vector<std::uint32_t>;
  EXPECT_EQ(widths_for({}), Widths({1}));
  EXPECT_EQ(widths_for({16}), Widths({1}));
  EXPECT_EQ(widths_for({8, 8}), Widths({1, 2}));
  EXPECT_EQ(widths_for({64, 17}), Widths({1, 6}));
  EXPECT_EQ(widths_for(Widths(40, 8)), Widths({1, 3, 40}));
  EXPECT_EQ(widths_for({100'000}), Widths({1, 15, 240}));
}

// What is said of a value; nothing: it is taken.
std::string said_of(const char* name, const char* value) {
  setenv(name, value, 1);
  testing::internal::CaptureStderr();
  (void)read_settings();
  unsetenv(name);
  return testing::internal::GetCapturedStderr();
}
TEST(RegionSettings, nonsense_is_told_of_once_with_what_to_give) {
  for (const char* const tree :
       {"", "0", "-1", ",", "2,", ",2", "2,,2", "dedicated,", "99999999999999999999", "1,256"}) {
    const std::string said = said_of("HEDDLE_SCHEDULERS", tree);
    EXPECT_NE(said.find("the machine's tree is used; give workers of a leaf"), std::string::npos) << tree << said;
    EXPECT_EQ(said.find('\n'), said.size() - 1) << said;
  }
  for (const char* const tree : {"256", "2,2", "dedicated", "2,2,dedicated"})
    EXPECT_EQ(said_of("HEDDLE_SCHEDULERS", tree), "");
  for (const char* const locality : {"", "-1", "101", "5,", "99999999999"})
    EXPECT_NE(said_of("HEDDLE_LOCALITY", locality).find("20 is used; give 0 to 100"), std::string::npos) << locality;
}

struct Nobody final : heddle::dependence::RegionPort<P> {
  void ready(heddle::dependence::RegionTask<P>&) noexcept override {}
  void over(heddle::dependence::RegionTask<P>&) noexcept override {}
};
// A tree with four leaves under two nodes; a region, and an object in it.
struct RegionLeaves : testing::Test {
  Nobody nobody;
  heddle::dependence::Regions<P> manager{nobody};
  Leaves leaves;
  RegionsData worker;
  OrderScope region;
  OrderScope object;
  QueueEntry entry;
  EngineTask task;

  RegionLeaves() {
    constexpr std::uint32_t k_widths[] = {1, 2, 4};
    EXPECT_TRUE(manager.begin(k_widths, 3, false));
    object.up = &region;
    entry.target = &object;
    entry.units = 2;
    task.entries = &entry;
    task.entry_count = 1;
  }
  std::vector<std::uint32_t> choices(int count) {
    std::vector<std::uint32_t> found;
    for (int at = 0; at < count; ++at) found.push_back(leaves.choose(*leaves.view_of(worker), task));
    return found;
  }
};
TEST_F(RegionLeaves, what_has_no_better_place_goes_round) {
  leaves.begin(manager, 0);
  const std::vector<std::uint32_t> found = choices(8);
  for (std::uint32_t leaf = 0; leaf < 4; ++leaf)
    EXPECT_EQ(std::count(found.begin(), found.end(), leaf), 2) << "of leaf " << leaf;
}
TEST_F(RegionLeaves, a_task_goes_where_its_data_were_written_last) {
  leaves.begin(manager, 100);
  for (std::uint32_t leaf = 0; leaf < 4; ++leaf) {
    Leaves::locate(object, leaf);
    EXPECT_EQ(choices(2), std::vector<std::uint32_t>(2, leaf));
  }
  object.written -= 1000;
  Leaves::locate(region, 1);
  EXPECT_EQ(choices(2), std::vector<std::uint32_t>(2, 1)) << "as a part of the region, later";
}
TEST_F(RegionLeaves, a_task_stays_below_its_home) {
  leaves.begin(manager, 100);
  Leaves::locate(object, 0);
  task.home = 2;
  for (const std::uint32_t leaf : choices(4)) EXPECT_GE(leaf, 2U);
  task.home = 5;
  EXPECT_EQ(choices(2), std::vector<std::uint32_t>(2, 2));
}

TEST_F(RegionLeaves, a_load_is_the_sum_of_what_all_workers_count) {
  leaves.begin(manager, 0);
  RegionsData other;
  for (int at = 0; at < 3; ++at) leaves.count(*leaves.view_of(worker), task, 2);
  EXPECT_EQ(leaves.load(2), 3U);
  leaves.over(other, task);
  EXPECT_EQ(leaves.load(2), 2U) << "whoever runs the end counts it";
  leaves.over(other, task);
  EXPECT_EQ(leaves.load(2), 2U) << "once";
  const std::vector<std::uint32_t> found = choices(6);
  EXPECT_EQ(std::count(found.begin(), found.end(), 2U), 0) << "where there is most to do";
}
TEST_F(RegionLeaves, what_the_child_of_a_fork_ends_was_not_counted_there) {
  leaves.begin(manager, 0);
  leaves.count(*leaves.view_of(worker), task, 2);
  leaves.forget_all();
  leaves.over(worker, task);
  EXPECT_EQ(leaves.load(2), 0U);
  leaves.count(*leaves.view_of(worker), task, 2);
  EXPECT_EQ(leaves.load(2), 1U) << "and one that it makes is";
}

}  // namespace
