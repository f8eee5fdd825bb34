// Events: what tasks that end with one ask of them, and how threads wait for one. README.md has the protocol.
#pragma once

#include "front/task/words.hpp"

namespace heddle::task {

/// A task is going to end with the event. @returns HEDDLE_OK or HEDDLE_EVENT_USED
int reserve(Event& event) noexcept;
/// This is the task. It may be over afterwards, if the event has happened meanwhile.
void bind(Event& event, omp::Task& task) noexcept;

}  // namespace heddle::task
