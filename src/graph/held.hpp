// HoldBack: who holds a task back for another order than that of its siblings, and wants to hear of its end.
//
// Such a task has k_held in Task::event, from before it can be met on, and a pointer to its HoldBack as the first word
// of its arguments. It waits for its siblings as any other (siblings_let_go), and for its HoldBack; whoever of the two
// comes last lets it go (Runner::let_go).
#pragma once

#include "graph/task.hpp"

namespace heddle::graph {

template <class P>
class HoldBack {
 public:
  /// The task waits for no sibling any more. @returns whether it waits for nobody
  virtual bool siblings_let_go(Task<P>& task) noexcept = 0;
  /// The task has finished, or was skipped. Any worker, once, before parents and groups are told.
  virtual void ended(Task<P>& task) noexcept = 0;

  static bool is_held(const Task<P>& task) noexcept {
    // order: relaxed — set before the task was published.
    return (task.event.load(std::memory_order_relaxed) & k_held) != 0;
  }
  /// @pre is_held(task)
  static HoldBack& of(const Task<P>& task) noexcept { return **static_cast<HoldBack**>(task.argument); }

 protected:
  ~HoldBack() = default;
};

}  // namespace heddle::graph
