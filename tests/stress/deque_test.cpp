// The deque on real threads: many items, few slots, thieves that outnumber the cores. Run it under the tsan preset too.
#include "sync/deque.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

#include "platform/threads/threads.hpp"
#include "stress.hpp"

namespace {

using namespace heddle;
using platform::Threads;

struct Item {
  int payload = 0;
  std::atomic<int> taken{0};
};
using Deque = sync::Deque<Threads, Item*>;

constexpr int k_items = 30'000;

struct Tally {
  std::atomic<int> wrong_payload{0};
  std::atomic<int> taken{0};

  void take(Item* item) {
    if (item == nullptr) return;
    if (item->payload != 42) ++wrong_payload;
    ++item->taken;
    ++taken;
  }
};

void expect_each_once(const std::vector<Item>& items, const Tally& tally) {
  EXPECT_EQ(tally.wrong_payload, 0);
  for (const Item& item : items) ASSERT_EQ(item.taken, 1);
}

class DequeStress : public testing::TestWithParam<int> {};

TEST_P(DequeStress, every_item_is_taken_once_while_thieves_steal) {
  std::vector<Item> items(k_items);
  Deque deque(4);
  Tally tally;
  stress::run_together(1 + GetParam(), [&](int id) {
    if (id != 0) {
      while (tally.taken < k_items) tally.take(deque.steal());
      return;
    }
    for (int i = 0; i < k_items; ++i) {
      items[static_cast<std::size_t>(i)].payload = 42;
      deque.push(&items[static_cast<std::size_t>(i)]);
      if (i % 3 == 0) tally.take(deque.pop());
    }
    while (Item* item = deque.pop()) tally.take(item);
  });
  expect_each_once(items, tally);
}

TEST_P(DequeStress, steal_if_leaves_what_is_not_allowed_to_the_owner) {
  struct Task {
    std::atomic<bool> stealable{false};
    std::atomic<int> by_owner{0};
    std::atomic<int> by_thief{0};
  };
  std::vector<Task> tasks(k_items);
  sync::Deque<Threads, Task*> deque(4);
  std::atomic<bool> done{false};
  stress::run_together(1 + GetParam(), [&](int id) {
    if (id != 0) {
      while (!done) {
        if (Task* task = deque.steal_if([](Task* t) { return t->stealable.load(); })) ++task->by_thief;
      }
      return;
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      tasks[i].stealable = i % 2 == 0;
      deque.push(&tasks[i]);
      if (i % 4 == 3) {
        while (Task* task = deque.pop()) ++task->by_owner;
      }
    }
    while (Task* task = deque.pop()) ++task->by_owner;
    done = true;
  });
  for (const Task& task : tasks) {
    ASSERT_EQ(task.by_owner + task.by_thief, 1);
    ASSERT_TRUE(task.stealable || task.by_thief == 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Thieves, DequeStress, testing::Values(1, 3, 7));

}  // namespace
