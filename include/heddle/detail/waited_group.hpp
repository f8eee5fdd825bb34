// What a task_group does besides making tasks. C++17: both of them are made of it.
#pragma once

#include <exception>

#include "failures.hpp"

namespace heddle::detail {

class waited_group {
 public:
  waited_group() = default;
  /// Waits. Throws as wait() does, unless the block is left by an exception already.
  ~waited_group() noexcept(false) {
    heddle_failure failure{};
    if (heddle_group_wait(&group_, &failure) != HEDDLE_TASK_FAILED) return;
    if (std::uncaught_exceptions() == exceptions_) rethrow(failure);
    failure.release(failure.what);
  }
  waited_group(const waited_group&) = delete;
  waited_group& operator=(const waited_group&) = delete;

  /// Waits for all tasks of the group and what they have made; throws what the first of them to fail has thrown:
  /// last_failed_task() says which. The group may be used again. @returns false when it was cancelled
  bool wait() {
    heddle_failure failure{};
    const int code = heddle_group_wait(&group_, &failure);
    if (code == HEDDLE_TASK_FAILED) rethrow(failure);
    if (code != HEDDLE_CANCELLED) check_task(code);
    return code != HEDDLE_CANCELLED;
  }

  /// Tasks that have not begun are left out; those that run may ask is_cancelled().
  void cancel() { check_task(heddle_group_cancel(&group_)); }

  /// For the functions of heddle/task.h.
  heddle_group* handle() noexcept { return &group_; }

 private:
  heddle_group group_ = HEDDLE_GROUP;
  const int exceptions_ = std::uncaught_exceptions();
};

}  // namespace heddle::detail
