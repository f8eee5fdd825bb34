// Tasks on real threads: recursion, groups inside groups, groups that are waited for from several levels at once, all
// with more threads than processors and with workers that sleep at every opportunity.
#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "stress.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// A tree of tasks in which chance decides who waits how. Every node adds 1; who waits checks what must be there.
class RandomTree {
 public:
  explicit RandomTree(std::uint32_t seed) : seed_(seed) {}

  /// @returns how many nodes were made
  long grow(int depth) {
    taskgroup([this, depth] { node(seed_, depth); });
    return nodes_;
  }
  long planned() const { return planned_; }

 private:
  void node(std::uint32_t seed, int depth) {
    std::minstd_rand random(seed + 1);
    ++nodes_;
    if (depth == 0) return;
    const unsigned children = static_cast<unsigned>(random() % 5);
    planned_ += children;
    switch (random() % 4) {
      case 0:
        taskgroup([&] { spawn_children(random(), children, depth - 1); });
        return;
      case 1: {
        std::atomic<unsigned> done{0};
        for (unsigned i = 0; i < children; ++i) {
          const auto child = static_cast<std::uint32_t>(random());
          spawn([this, child, depth, &done] {
            node(child, depth - 1);
            ++done;
          });
        }
        taskwait();
        EXPECT_EQ(done, children);
        return;
      }
      default:
        spawn_children(static_cast<std::uint32_t>(random()), children, depth - 1);
    }
  }

  void spawn_children(std::uint32_t seed, unsigned count, int depth) {
    for (unsigned i = 0; i < count; ++i) {
      spawn_plain([this, seed, i, depth] { node(seed + 17 * i, depth); });
    }
  }

  const std::uint32_t seed_;
  std::atomic<long> nodes_{0};
  std::atomic<long> planned_{1};
};

void grow_trees(const runtime::Settings& settings, unsigned threads) {
  Engine engine(settings);
  const stress::Deadline deadline;
  for (std::uint32_t seed = 1; !deadline.over(); ++seed) {
    parallel(threads, [&] {
      RandomTree tree(seed * 64 + seat());
      const long nodes = tree.grow(7);
      EXPECT_EQ(nodes, tree.planned()) << "seed " << seed << ", seat " << seat();
      barrier();
    });
  }
}

TEST(TaskStress, random_trees_are_complete_when_their_group_ends) { grow_trees(quick_settings(), 4); }
TEST(TaskStress, random_trees_are_complete_with_workers_that_always_sleep) { grow_trees(sleepy_settings(), 8); }
TEST(TaskStress, random_trees_are_complete_under_dbf) {
  runtime::Settings settings = quick_settings();
  settings.scheduler = "dbf";
  grow_trees(settings, 4);
}

TEST(TaskStress, barriers_with_and_without_tasks_alternate) {
  Engine engine(sleepy_settings());
  const stress::Deadline deadline;
  for (unsigned round = 0; !deadline.over(); ++round) {
    const unsigned threads = 2 + round % 5;
    std::atomic<unsigned> ran{0};
    parallel(threads, [&] {
      for (unsigned phase = 0; phase < 20; ++phase) {
        const bool tasks = (phase + round) % 3 == 0;
        if (tasks) spawn([&ran] { ++ran; });
        barrier();
        if (tasks) {
          EXPECT_EQ(ran % threads, 0u);
        }
        barrier();
      }
    });
  }
}

}  // namespace
