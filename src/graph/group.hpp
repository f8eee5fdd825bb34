// Group: an open taskgroup, its cancellation, and the task reductions registered with it.
//
// Counted are only the tasks that the group's owner itself creates in it; their descendants are covered because a child
// counts until its whole subtree has retired (children.hpp). So deep recursion inside a taskgroup does not make all
// workers meet at one counter.
//
// Owned by the task that opened it; lives until that task has left it. Descendants keep the pointer to ask for
// cancellation and reductions.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/children.hpp"

namespace heddle::graph {

template <class P>
struct Task;

template <class P>
struct Group {
  Children<P> members;
  Group* outer = nullptr;      // the group that was innermost when this one was opened
  Task<P>* owner = nullptr;    // the task that opened it
  void* reductions = nullptr;  // task reductions registered here, in the front's form
  void* front = nullptr;       // the object of the program that it belongs to (heddle::task_group); null: a taskgroup
  typename P::template atomic<bool> cancelled{false};

  /// True when this group or one that contains it was cancelled: tasks of it that have not started are discarded.
  bool is_cancelled() const noexcept {
    for (const Group* group = this; group != nullptr; group = group->outer) {
      // order: acquire — pairs with the release store in cancel(): what was done before cancelling is visible.
      if (group->cancelled.load(std::memory_order_acquire)) return true;
    }
    return false;
  }
  void cancel() noexcept {
    // order: release — pairs with is_cancelled().
    cancelled.store(true, std::memory_order_release);
  }
};

}  // namespace heddle::graph
