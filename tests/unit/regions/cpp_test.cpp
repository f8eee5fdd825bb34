// heddle/region.hpp: regions as accesses of plain tasks, beside addresses and OpenMP's regions.
#include "heddle/region.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory_resource>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "heddle/heddle.hpp"
#include "process/verifying.hpp"
#include "tests/unit/forks.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::out;

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

TEST(RegionsInCpp, an_address_within_an_object_stands_for_the_object) {
  struct Row {
    long cells[16];
  };
  heddle::region tree;
  const auto row = tree.make<Row>();
  for (long& cell : row->cells) cell = 1;
  for (int round = 0; round < 100; ++round) {
    heddle::spawn([row] { row->cells[3] = step(row->cells[3], 3); }, inout(row->cells[3]));
    heddle::spawn([row] { std::swap(row->cells[3], row->cells[4]); }, inout(std::span(row->cells).subspan(4)));
    heddle::spawn([row] { row->cells[3] = step(row->cells[4], 5); }, inout(*row), in(row->cells[1]));
  }
  heddle::wait_for(in(tree));
  long a = 1;
  long b = 1;
  for (int round = 0; round < 100; ++round) {
    a = step(a, 3);
    std::swap(a, b);
    a = step(b, 5);
  }
  EXPECT_EQ(row->cells[3], a);
  EXPECT_EQ(row->cells[4], b);
  EXPECT_THROW(heddle::spawn([] {}, inout(std::span(row->cells, 17))), heddle::error);
  EXPECT_NE(std::string(heddle_region_failure()).find("8 bytes behind the object"), std::string::npos);
  heddle_access wrapped = inout(row->cells[1]).data;
  wrapped.bytes = SIZE_MAX;  // its end is the object's begin again
  EXPECT_THROW(heddle::spawn([] {}, heddle::access{wrapped, false}), heddle::error);
}

TEST(RegionsInCpp, what_is_fresh_safe_or_only_handed_on_is_in_order_as_ever) {
  heddle::region tree;
  const auto one = tree.make<Node>();
  const auto two = tree.make<Node>();
  const heddle::region_ref name = tree;
  for (int round = 0; round < 50; ++round) {
    heddle::spawn([one] { one->value = 7; }, heddle::fresh(out(*one)));
    heddle::spawn([=] { heddle::spawn([=] { two->value = step(two->value, 3) + one->value; }, inout(two), in(one)); },
                  heddle::notransfer(inout(name)));
    heddle::spawn([=] { one->value += two->value; }, inout(name), heddle::safe(inout(*one)));
  }
  heddle::wait_for(in(tree));
  long b = 0;
  for (int round = 0; round < 50; ++round) b = step(b, 3) + 7;
  EXPECT_EQ(two->value, b);
  EXPECT_EQ(one->value, 7 + b);
  EXPECT_THROW(heddle::spawn([] {}, heddle::fresh(in(*one))), heddle::error);
  EXPECT_NE(std::string(heddle_region_failure()).find("fresh"), std::string::npos);
  heddle_access unknown = in(*one).data;
  unknown.mode |= 1U << 20;
  EXPECT_THROW(heddle::spawn([] {}, heddle::access{unknown, false}), heddle::error);
  long plain = 0;
  EXPECT_THROW(heddle::spawn([] {}, heddle::safe(inout(plain))), heddle::error) << "it would be in no order";
}

// What a child of fork() finds; 0: all is well.
int use_regions_in_child(const heddle::region_ref& tree, const heddle::region_pointer<Node>& node) {
  alarm(60);
  if (node->value != 3) return 1;
  for (int round = 0; round < 100; ++round) heddle::spawn([node] { node->value = step(node->value, 3); }, inout(*node));
  const heddle::region_ref name = tree;
  heddle::spawn([=] { name.make<Node>()->next = node; }, inout(name));
  heddle::wait_for(in(name));
  long expected = 3;
  for (int round = 0; round < 100; ++round) expected = step(expected, 3);
  return node->value == expected ? 0 : 2;
}
TEST(RegionsInCpp, the_child_of_a_fork_has_the_data_and_none_of_the_tasks) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  heddle::region tree;
  const auto node = tree.make<Node>();
  node->value = 3;
  std::atomic<bool> go{false};
  heddle::spawn([&go] { go.wait(false); }, inout(tree));
  heddle::spawn([node] { node->value = 7; }, inout(*node));
  const pid_t child = fork();
  if (child == 0) _exit(use_regions_in_child(tree, node));
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << WIFSIGNALED(status) << ", " << WEXITSTATUS(status);
  go = true;
  go.notify_all();
  heddle::wait_for(in(tree));
  EXPECT_EQ(node->value, 7);
}

// In a process that has no regions yet: forks while a thread makes the first one.
[[noreturn]] void fork_while_regions_begin() {
  std::atomic<bool> begins{false};
  std::thread first([&begins] {
    begins = true;
    const heddle::region tree;
  });
  while (!begins) sched_yield();
  int failed = 0;
  for (int round = 0; round < 30 && failed == 0; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(10);
      const heddle::region tree;
      _exit(*tree.make<long>(3) == 3 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    failed = status;
  }
  first.join();
  _exit(failed == 0 ? 0 : 1);
}
TEST(RegionsInCpp, the_child_of_a_fork_while_regions_begin_has_its_own) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  HEDDLE_SKIP_IF_CHILDREN_START_NO_THREADS();
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a new process
  EXPECT_EXIT(fork_while_regions_begin(), testing::ExitedWithCode(0), "");
}

// HEDDLE_VERIFY=1, from here on.
struct Verifying {
  Verifying() { heddle::process::verify_depends = heddle::detail::verifies_regions = true; }
  Verifying(const Verifying&) = delete;
  Verifying& operator=(const Verifying&) = delete;
  ~Verifying() { heddle::process::verify_depends = heddle::detail::verifies_regions = false; }
};

TEST(RegionsInCpp, what_is_safe_and_not_covered_is_refused_when_verified) {
  heddle::region tree;
  heddle::region other;
  const auto one = tree.make<Node>();
  const Verifying verifying;
  EXPECT_THROW(heddle::spawn([] {}, in(other), heddle::safe(in(*one))), heddle::error);
  EXPECT_THROW(heddle::spawn([] {}, in(tree), heddle::safe(inout(*one))), heddle::error);
  EXPECT_NE(std::string(heddle_region_failure()).find("covers"), std::string::npos);
  heddle::spawn([] {}, inout(tree), heddle::safe(inout(*one)));
  heddle::wait_for(inout(tree));
}

TEST(RegionsInCpp, pointers_that_lead_where_they_may_not_are_told_of_when_verified) {
  heddle::region tree;
  heddle::region other;
  const auto mine = tree.make<Node>();
  const auto foreign = other.make<Node>();
  std::atomic<bool> go{false};
  const Verifying verifying;

  testing::internal::CaptureStderr();
  heddle::spawn([mine] { mine->value = 1; }, inout(tree));
  heddle::wait_for(inout(tree));
  mine->value += foreign->value;
  heddle::spawn([=] { EXPECT_EQ(mine->value, 1); }, in(*mine));
  heddle::spawn([=] { EXPECT_EQ(mine->value, 1); }, in(tree));
  EXPECT_EQ(mine->value, 1) << "readers do not mind";
  heddle::wait_for(inout(tree));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");

  testing::internal::CaptureStderr();
  heddle::spawn([=] { (void)foreign->value; }, in(tree));
  heddle::wait_for(inout(tree));
  const std::string outside = testing::internal::GetCapturedStderr();
  EXPECT_NE(outside.find("and names neither that nor what it lies in"), std::string::npos) << outside;

  testing::internal::CaptureStderr();
  heddle::spawn([&go] { go.wait(false); }, inout(tree));
  (void)mine->value;
  (void)mine->value;
  go = true;
  go.notify_all();
  heddle::wait_for(inout(tree));
  (void)mine->value;
  const std::string behind = testing::internal::GetCapturedStderr();
  EXPECT_NE(behind.find("behind the back of the task of "), std::string::npos) << behind;
  EXPECT_NE(behind.find("cpp_test.cpp:"), std::string::npos) << behind;
  EXPECT_EQ(behind.find('\n'), behind.size() - 1) << "once: " << behind;
}

TEST(RegionsInCpp, a_task_holds_its_region_until_its_event) {
  heddle::region tree;
  const auto one = tree.make<Node>();
  heddle::event arrived;
  std::atomic<bool> begun{false};
  std::atomic<long> arriving{0};
  long seen = -1;
  heddle::spawn({.until = &arrived}, [&begun] { begun = true; }, inout(tree));
  heddle::spawn(
      [one, &seen, &arriving] {
        seen = arriving.load();
        one->value = 1;
      },
      inout(tree));
  std::thread other([&] {
    while (!begun.load()) sched_yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // the second one would run meanwhile
    arriving = 5;
    arrived.complete();
  });
  heddle::wait_for(in(tree));
  other.join();
  EXPECT_EQ(seen, 5);
  EXPECT_EQ(one->value, 1);
}

TEST(RegionsInCpp, an_event_that_has_happened_before_the_body_ends_holds_nobody) {
  heddle::region tree;
  const auto one = tree.make<Node>();
  for (long round = 0; round < 100; ++round) {
    heddle::event arrived;
    heddle::spawn(
        {.until = &arrived},
        [&arrived, one] {
          ++one->value;
          arrived.complete();
        },
        inout(*one));
    heddle::spawn([one] { ++one->value; }, inout(*one));
    heddle::wait_for(in(*one));
    EXPECT_EQ(one->value, 2 * round + 2);
  }
}

// Those that name its regions wait for its children anyway; those that name an address beside these do not.
TEST(RegionsInCpp, a_task_with_its_children_is_over_when_they_are) {
  heddle::region tree;
  const auto one = tree.make<Node>();
  long beside = 0;
  std::atomic<bool> child_over{false};
  bool child_was_over = false;
  struct Words {
    Node* one;
    std::atomic<bool>* over;
  } words{one.get(), &child_over};
  const heddle_access accesses[] = {{one.get(), sizeof(Node), HEDDLE_IN | HEDDLE_OUT},
                                    {&beside, sizeof beside, HEDDLE_OUT}};
  heddle_task task = HEDDLE_TASK;
  task.body = [](void* argument) {
    const Words own = *static_cast<Words*>(argument);
    const auto slow = [own] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      *own.over = true;
    };
    heddle::spawn(slow, inout(*own.one));
  };
  task.argument = &words;
  task.argument_bytes = sizeof words;
  task.argument_alignment = alignof(Words);
  task.accesses = accesses;
  task.access_count = 2;
  task.flags = HEDDLE_TASK_WITH_CHILDREN;
  ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
  heddle::spawn([&] { child_was_over = child_over.load(); }, in(beside));
  heddle::wait();  // for the one that reads, too
  EXPECT_TRUE(child_was_over);
}

}  // namespace
