// Events: what tasks that end with one ask of them, and how threads wait for one. README.md has the protocol.
#pragma once

#include "front/task/words.hpp"

namespace heddle::task {

/// A task is going to end with the event. @returns HEDDLE_OK or HEDDLE_EVENT_USED
int reserve(Event& event) noexcept;
/// The task will not be.
void forgo(Event& event) noexcept;
/// The task is there: `end` is called, which ends it, when the event happens; here if it has happened meanwhile.
void bind(Event& event, heddle_continuation& end) noexcept;

}  // namespace heddle::task
