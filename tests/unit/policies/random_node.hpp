// What a random task program is made of: a tree of nodes, each of which becomes one task.
//
// Each node has cells of its own, the data of its children: each child names some of them, in any mode, sometimes
// twice. While the program is made (random_maker.hpp), it is executed serially in thought: that gives what every reader
// and writer must find. Cells are plain memory, so that a missing order is also a data race for ThreadSanitizer.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "graph/access.hpp"

namespace heddle::test {

struct Cell {
  std::int64_t value = 0;
  std::int64_t expected = 0;   // after the children made so far, executed serially
  std::atomic<int> inside{0};  // of a mutexinoutset section
};

/// What a node does with one cell of its parent.
struct Step {
  Cell* cell;
  graph::Mode mode;
  std::int64_t expected;  // before: for `in` and `out`
  std::int64_t amount;    // that `out` stores, and the two sets add
};

/// What a node does after the creation of a child.
enum class Then : std::uint8_t { nothing, taskwait, wait_to_read, wait_to_write, yield };

/// How the children of a node are created.
enum class Scope : std::uint8_t {
  plain,
  group,      // in a taskgroup
  cancelled,  // in a taskgroup that is cancelled on the way
  region,     // by the first member of an inner region of two
};

/// Who fulfils the event of a detachable task.
enum class Event : std::uint8_t { none, body, creator, sibling, outside };

struct Node {
  // -- made once
  std::uint32_t number = 0;  // in order of making
  const Node* parent = nullptr;
  const Node* cancelled_scope = nullptr;  // the outermost ancestor whose children may be discarded, or null
  std::vector<graph::Access> accesses;    // as named, with repetitions
  std::vector<Step> steps;                // one per cell
  std::deque<Cell> cells;
  std::vector<std::unique_ptr<Node>> children;
  std::vector<Then> after_child;
  Scope scope = Scope::plain;
  Event event = Event::none;
  bool undeferred = false;
  bool final = false;
  bool lingers = false;  // takes some microseconds in the middle, so that others meet it
  bool cancels = false;  // its body cancels the group it belongs to
  bool copied = false;   // its arguments are copied by a function
  std::int32_t priority = 0;
  std::uint32_t bytes = 0;  // of argument behind the fixed part
  std::uint32_t alignment = alignof(void*);

  // -- new in every run
  std::atomic<int> created{0};
  std::atomic<int> runs{0};
  std::atomic<bool> ended{false};
  std::atomic<int> halves{0};           // of the two that complete a task with an event: its body, and the event
  std::atomic<bool> scope_over{false};  // of a cancelled scope: nothing in it may run any more
  std::atomic<void*> event_handle{nullptr};

  /// Whether all its effects are certain: no group around it is ever cancelled.
  bool judged() const noexcept { return cancelled_scope == nullptr; }
};

/// Limits and probabilities of a program.
struct Shape {
  unsigned depth = 3;
  unsigned children = 12;       // at most, of a node
  unsigned cells = 5;           // of a node
  unsigned accesses = 4;        // at most, of a node
  unsigned tasks = 20'000;      // no further children from then on
  unsigned nest_percent = 33;   // children that may have children
  unsigned plain_percent = 15;  // without accesses
  unsigned event_percent = 5;   // detachable
  unsigned bulky_percent = 3;   // with large or strictly aligned arguments
  unsigned cancel_percent = 0;  // taskgroups that are cancelled; needs Settings::cancellation
  unsigned region_percent = 0;  // nodes that open a region
};

}  // namespace heddle::test
