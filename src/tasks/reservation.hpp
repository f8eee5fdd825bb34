// Reservation: the claim of a task that is being made on the event that it ends with. The thread that makes the task.
#pragma once

#include <utility>

#include "tasks/event.hpp"

namespace heddle::tasks {

/// The claim of a task on the event that it ends with; given up if the task does not come to be.
class Reservation {
 public:
  explicit Reservation(heddle_event* event) noexcept : event_(event == nullptr ? nullptr : &words_of(*event)) {
    if (event_ != nullptr) code_ = reserve(*event_);
  }
  Reservation(const Reservation&) = delete;
  Reservation& operator=(const Reservation&) = delete;
  ~Reservation() {
    if (event_ != nullptr && code_ == HEDDLE_OK) forgo(*event_);
  }

  int code() const noexcept { return code_; }
  /// From now on it is the task's. @returns null when it ends with none
  EventWords* keep() noexcept { return std::exchange(event_, nullptr); }

 private:
  EventWords* event_;
  int code_ = HEDDLE_OK;
};

}  // namespace heddle::tasks
