// Events: what tasks that end with one ask of them, and how threads wait for one. README.md has the protocol.
#pragma once

#include "front/task/words.hpp"

namespace heddle::task {

/// A task is going to end with the event. @returns HEDDLE_OK or HEDDLE_EVENT_USED
int reserve(Event& event) noexcept;
/// This is the task. It may be over afterwards, if the event has happened meanwhile.
void bind(Event& event, omp::Task& task) noexcept;

/// Who waits for an event, or continues after it, as a circle of waits is looked for. Any thread.
class Circles {
 public:
  /// The worker is about to wait. @returns whether that closes a circle; then it is not entered, and `names` says of
  /// what
  static bool enter(const omp::Worker& worker, const Event& event, char* names, std::size_t bytes) noexcept;
  static void leave(const omp::Worker& worker) noexcept;
};

}  // namespace heddle::task
