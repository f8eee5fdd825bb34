// Groups of the program on the engine's: one that is not on the stack of taskgroups, but put there for the calls that
// name it.
//
// Invariant: Group::group and owner belong to the owner's thread, but are read by the group's own tasks, which were
// made after they were written. The engine's group points back (graph::Group::front).
#pragma once

#include "front/task/words.hpp"

namespace heddle::task {

/// While it lives, what the current task makes is in a group.
class Membership {
 public:
  /// @param group  null: changes nothing
  Membership(omp::Worker& worker, heddle_group* group) noexcept;
  Membership(const Membership&) = delete;
  Membership& operator=(const Membership&) = delete;
  ~Membership() {
    if (changed_) worker_.task->group = before_;
  }

  /// HEDDLE_OK, HEDDLE_WRONG_TASK or HEDDLE_EARLY_WAIT: then nothing has changed.
  int code() const noexcept { return code_; }

 private:
  omp::Worker& worker_;
  omp::Group* before_ = nullptr;
  bool changed_ = false;
  int code_ = HEDDLE_OK;
};

/// What was done before any of the program's groups around was cancelled is visible.
void order_after_cancels(const omp::Group* innermost) noexcept;

}  // namespace heddle::task
