// Random task programs with a known result: what a serial execution in creation order would compute.
//
// A program is a tree of nodes. Each node has cells of its own, the data of its children: each child names some of
// them, in any mode, sometimes twice. While the program is made, it is executed serially in thought: that gives what
// every reader and writer must find. Cells are plain memory, so that a missing order is also a data race for
// ThreadSanitizer.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace heddle::test {

struct Cell {
  std::int64_t value = 0;
  std::int64_t expected = 0;   // after the children made so far, executed serially
  std::atomic<int> inside{0};  // of a mutexinoutset section
};

/// What a node does with one cell of its parent.
struct Step {
  Cell* cell;
  Mode mode;
  std::int64_t expected;  // before: for `in` and `out`
  std::int64_t amount;    // that `out` stores, and the two sets add
};

enum class Then : std::uint8_t { nothing, taskwait, wait_for_cell };

struct Node {
  std::vector<Access> accesses;  // as named, with repetitions
  std::vector<Step> steps;       // one per cell
  std::deque<Cell> cells;
  std::vector<std::unique_ptr<Node>> children;
  std::vector<Then> after_child;
  bool grouped = false;  // the children are created in a taskgroup
  bool undeferred = false;
  std::int32_t priority = 0;
  std::atomic<int> runs{0};
};

struct Shape {
  unsigned depth = 3;
  unsigned children = 12;       // at most, of a node
  unsigned cells = 5;           // of a node
  unsigned accesses = 4;        // at most, of a node
  unsigned plain_percent = 15;  // nodes without accesses
};

class RandomProgram {
 public:
  RandomProgram(std::uint32_t seed, const Shape& shape) : random_(seed), shape_(shape) { fill(root_, shape.depth); }

  /// Runs the program: the calling thread's current task is the root. Returns when all is done.
  void run() {
    reset(root_);
    taskgroup([this] { body(root_); });
  }

  /// Every task ran once, and all cells are as after a serial execution.
  void check() const { check(root_); }

  std::size_t tasks() const { return tasks_; }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  void fill(Node& node, unsigned depth) {
    node.cells.resize(shape_.cells);
    node.grouped = below(5) == 0;
    if (depth == 0) return;
    const unsigned count = depth == shape_.depth ? shape_.children : below(shape_.children + 1);
    for (unsigned i = 0; i < count; ++i) {
      node.children.push_back(std::make_unique<Node>());
      Node& child = *node.children.back();
      ++tasks_;
      child.undeferred = below(12) == 0;
      child.priority = below(6) == 0 ? static_cast<std::int32_t>(below(3)) : 0;
      if (below(100) >= shape_.plain_percent) give_accesses(node, child);
      fill(child, below(3) == 0 ? depth - 1 : 0);
      const unsigned then = below(16);
      node.after_child.push_back(then == 0 ? Then::taskwait : then == 1 ? Then::wait_for_cell : Then::nothing);
    }
  }

  void give_accesses(Node& parent, Node& child) {
    static constexpr Mode k_modes[] = {Mode::in,  Mode::in,       Mode::in,       Mode::out,
                                       Mode::out, Mode::inoutset, Mode::inoutset, Mode::mutexinoutset};
    const unsigned count = 1 + below(shape_.accesses);
    for (unsigned i = 0; i < count; ++i) {
      Cell& cell = parent.cells[below(shape_.cells)];
      const Mode mode = k_modes[below(8)];
      child.accesses.push_back({&cell, mode});
      Step* known = nullptr;
      for (Step& step : child.steps) known = step.cell == &cell ? &step : known;
      if (known == nullptr) {
        child.steps.push_back({&cell, mode, 0, 1 + static_cast<std::int64_t>(below(1000))});
      } else if (known->mode != mode) {
        known->mode = Mode::out;  // the one mode that covers both
      }
    }
    for (Step& step : child.steps) {
      step.expected = step.cell->expected;
      if (step.mode == Mode::out) step.cell->expected = step.amount;
      if (step.mode == Mode::inoutset || step.mode == Mode::mutexinoutset) step.cell->expected += step.amount;
    }
  }

  static void reset(Node& node) {
    node.runs = 0;
    for (Cell& cell : node.cells) cell.value = 0;
    for (auto& child : node.children) reset(*child);
  }

  static void body(Node& node) {
    ++node.runs;
    for (Step& step : node.steps) perform(step);
    if (node.grouped) {
      taskgroup([&node] { create_children(node); });
      for (const Cell& cell : node.cells) EXPECT_EQ(cell.value, cell.expected) << "after the taskgroup";
    } else {
      create_children(node);
    }
  }

  static void perform(Step& step) {
    Cell& cell = *step.cell;
    switch (step.mode) {
      case Mode::in:
        EXPECT_EQ(cell.value, step.expected) << "read too early or too late";
        return;
      case Mode::out:
        EXPECT_EQ(cell.value, step.expected) << "written too early or too late";
        cell.value = step.amount;
        return;
      case Mode::inoutset:
        // order: relaxed — members of a set commute; others are ordered by the dependence.
        std::atomic_ref<std::int64_t>(cell.value).fetch_add(step.amount, std::memory_order_relaxed);
        return;
      case Mode::mutexinoutset:
        EXPECT_EQ(cell.inside.fetch_add(1), 0) << "two members of a mutexinoutset at a time";
        cell.value += step.amount;
        cell.inside.fetch_sub(1);
        return;
    }
  }

  static void create_children(Node& node) {
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      spawn_node(*node.children[i]);
      if (node.after_child[i] == Then::taskwait) {
        taskwait();
        for (std::size_t c = 0; c <= i; ++c) EXPECT_EQ(node.children[c]->runs, 1) << "after taskwait";
      } else if (node.after_child[i] == Then::wait_for_cell) {
        wait_for({{&node.cells.front(), Mode::in}});
        for (std::size_t c = 0; c <= i; ++c) check_over(*node.children[c], node.cells.front());
      }
    }
  }

  static void check_over(const Node& child, const Cell& cell) {
    for (const Step& step : child.steps) {
      if (step.cell != &cell || step.mode == Mode::in) continue;
      EXPECT_EQ(child.runs, 1) << "after taskwait depend";
    }
  }

  static void spawn_node(Node& node) {
    struct Arguments {
      Node* node;
    } arguments{&node};
    runtime::Spawn how;
    how.body = [](void* copy) { body(*static_cast<Arguments*>(copy)->node); };
    how.data = &arguments;
    how.bytes = sizeof(arguments);
    how.alignment = alignof(Arguments);
    how.accesses = node.accesses.data();
    how.access_count = static_cast<std::uint32_t>(node.accesses.size());
    how.priority = node.priority;
    how.undeferred = node.undeferred;
    Tasking::spawn(self(), how);
    EXPECT_TRUE(!node.undeferred || node.runs == 1) << "an undeferred task is over when its creator goes on";
  }

  static void check(const Node& node) {
    ASSERT_EQ(node.runs, 1);
    for (const Cell& cell : node.cells) ASSERT_EQ(cell.value, cell.expected);
    for (const auto& child : node.children) check(*child);
  }

  std::mt19937 random_;
  const Shape shape_;
  Node root_;
  std::size_t tasks_ = 0;
};

}  // namespace heddle::test
