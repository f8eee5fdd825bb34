// Linking: a task while it is entered into its domain: how many edges lead to it, and from whom.
//
// A task often meets the same predecessor at several addresses: in a stencil with two buffers, whoever wrote what a
// task reads has also read what it writes. The first edge orders the two; each further one would cost a
// compare-and-swap here and a decrement when the predecessor finishes. So the first predecessors are remembered, and
// get one edge each.
//
// Whoever holds the domain only; lives no longer than Domain::enter().
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "graph/task.hpp"

namespace heddle::graph {

template <class P>
class Linking {
 public:
  explicit Linking(Task<P>& task) noexcept : task_(task) {}

  Task<P>& task() const noexcept { return task_; }
  /// The number of edges that lead to the task.
  int linked() const noexcept { return linked_; }

  /// Makes the task wait for `predecessor`, by `edge` if there is no edge from it yet. @returns false when it has
  /// finished.
  bool link(Task<P>& predecessor, Edge<P>& edge) noexcept {
    const auto end = remembered_.begin() + count_;
    if (std::find(remembered_.begin(), end, &predecessor) != end) return true;
    if (!link_new(predecessor, edge)) return false;
    if (count_ < k_remembered) remembered_[count_++] = &predecessor;
    return true;
  }

  /// link() to a node made a moment ago. It is not looked for: its block may have been that of a predecessor that has
  /// been forgotten and freed since its edge was made.
  bool link_new(Task<P>& predecessor, Edge<P>& edge) noexcept {
    if (!predecessor.dependences.link(edge, predecessor.successor_slots())) return false;
    ++linked_;
    return true;
  }

 private:
  static constexpr std::size_t k_remembered = 8;  // one line; a stencil's task has three to seven neighbours

  Task<P>& task_;
  int linked_ = 0;
  std::size_t count_ = 0;
  std::array<Task<P>*, k_remembered> remembered_;
};

}  // namespace heddle::graph
