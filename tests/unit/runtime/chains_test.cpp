// Chains of tasks that each make the next one and end: ancestors that are over are left behind, so however long a chain
// is, its last task lies as deep as a tree's.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

constexpr int k_generations = 3000;
// From a depth of 64 on they are, those that end late excepted: a host that stops a worker makes a chain deeper (134
// seen).
constexpr std::uint32_t k_shallow = 8 * 64;

struct Chain {
  std::atomic<std::uint32_t>* deepest;
  std::atomic<int>* left;
  void (*before)();  // what a task does first
  void (*next)(const Chain& chain);

  static void run(const Chain& chain) {
    const std::uint32_t depth = self().task->depth;
    if (depth > *chain.deepest) *chain.deepest = depth;
    EXPECT_EQ(depth, self().task->parent.load()->depth + 1);
    if (chain.before != nullptr) chain.before();
    if (--*chain.left != 0) chain.next(chain);
  }
};

std::uint32_t deepest_of(void (*next)(const Chain&), void (*before)() = nullptr) {
  Engine engine(quick_settings());
  std::atomic<std::uint32_t> deepest{0};
  std::atomic<int> left{k_generations};
  parallel(2, [&] {
    if (seat() != 0) return;
    self().granularity.kinds = {};
    const Chain chain{&deepest, &left, before, next};
    next(chain);
  });
  EXPECT_EQ(left, 0);
  return deepest;
}

void make_child(const Chain& chain) {
  spawn([chain] { Chain::run(chain); });
}

int cell;

TEST(Chains, of_tasks_that_only_make_the_next_stay_shallow) { EXPECT_LE(deepest_of(make_child), k_shallow); }

TEST(Chains, of_tasks_with_a_group_around_what_they_have_done_before_stay_shallow) {
  EXPECT_LE(deepest_of(make_child, [] { taskgroup([] { spawn_plain([] {}); }); }), k_shallow);
}

// Each of these hangs on an ancestor that is over.
TEST(Chains, of_tasks_with_accesses_keep_their_parents_whose_domains_order_them) {
  EXPECT_EQ(deepest_of([](const Chain& chain) { spawn([chain] { Chain::run(chain); }, {{&cell, Mode::out}}); }),
            static_cast<std::uint32_t>(k_generations) + 1);
}

TEST(Chains, of_tasks_with_settings_of_their_own_keep_their_parents_whose_those_are) {
  EXPECT_EQ(deepest_of(make_child, [] { self().task->environment = self().task; }),
            static_cast<std::uint32_t>(k_generations) + 1);
}

TEST(Chains, a_task_is_not_moved_above_one_that_still_runs) {
  Engine engine(quick_settings());
  // Each waits for the next, so none is over.
  struct Nested {
    static void run(int left) {
      const Task* const parent = self().task->parent;
      EXPECT_FALSE(parent->children.closed());
      if (left == 0) {
        EXPECT_GE(self().task->depth, 100u);
        return;
      }
      spawn([left] { run(left - 1); });
      taskwait();
    }
  };
  parallel(2, [&] {
    if (seat() != 0) return;
    spawn([] { Nested::run(100); });
  });
}

// Whoever waits for the first one's descendants waits for what has been moved up.
TEST(Chains, are_waited_for_as_a_whole) {
  Engine engine(quick_settings());
  for (int round = 0; round < 3; ++round) {
    std::atomic<std::uint32_t> deepest{0};
    std::atomic<int> left{k_generations};
    parallel(2, [&] {
      if (seat() != 0) return;
      const Chain chain{&deepest, &left, nullptr, make_child};
      if (round == 0) {
        make_child(chain);
        Tasking::wait_subtrees(self());
      } else if (round == 1) {
        taskgroup([&] { spawn([chain] { make_child(chain); }); });
      } else {
        spawn(
            [chain] {
              make_child(chain);
              Tasking::wait_subtrees(self());
            },
            {}, {.undeferred = true});
      }
      EXPECT_EQ(left, 0) << round;
    });
  }
}

}  // namespace
