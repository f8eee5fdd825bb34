// Groups of the program on the engine's: one that is not on the stack of taskgroups, but put there for the calls that
// name it.
//
// Invariant: GroupWords::group and owner belong to the owner's thread, but are read by the group's own tasks, which
// were made after they were written. The engine's group points back (graph::Group::front).
#pragma once

#include "tasks/words.hpp"

namespace heddle::tasks {

/// While it lives, what the current task makes is in a group.
class Membership {
 public:
  /// @param group  null: changes nothing
  Membership(process::Worker& worker, heddle_group* group) noexcept;
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  ~Membership() {
    if (changed_) worker_.task->group = before_;
  }

  /// HEDDLE_OK, HEDDLE_WRONG_TASK or HEDDLE_EARLY_WAIT: then nothing has changed.
  int code() const noexcept { return code_; }

 private:
  process::Worker& worker_;
  process::Group* before_ = nullptr;
  bool changed_ = false;
  int code_ = HEDDLE_OK;
};

/// What was done before any of the program's groups around was cancelled is visible.
void order_after_cancels(const process::Group* innermost) noexcept;

/// Waits for the tasks of a group, and those that they have made; takes what one has failed with.
/// @returns HEDDLE_OK, HEDDLE_CANCELLED, HEDDLE_TASK_FAILED, HEDDLE_WRONG_TASK
int wait(heddle_group& group, heddle_failure* failure) noexcept;
/// Tasks of the group that have not begun are left out. @returns HEDDLE_OK, HEDDLE_WRONG_TASK
int cancel(heddle_group& group) noexcept;

/// The current task has failed: kept for the innermost group around it, which is cancelled, or for its thread.
void fail(const heddle_failure& failure, const heddle_failure_text& told) noexcept;

}  // namespace heddle::tasks
