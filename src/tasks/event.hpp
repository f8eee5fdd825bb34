// Events: what tasks that end with one ask of them, and how threads wait for one. README.md has the protocol.
#pragma once

#include <span>

#include "tasks/words.hpp"

namespace heddle::tasks {

/// A task is going to end with the event. @returns HEDDLE_OK or HEDDLE_EVENT_USED
int reserve(EventWords& event) noexcept;
/// The task will not be.
void forgo(EventWords& event) noexcept;
/// The task is there: `end` is called, which ends it, when the event happens; here if it has happened meanwhile.
void bind(EventWords& event, heddle_continuation& end) noexcept;

/// It has happened. @returns HEDDLE_OK or HEDDLE_EVENT_USED
int complete(EventWords& event) noexcept;
/// The current task, and nobody else, will complete it. @param name  the task's; lives as long as the event
void complete_here(EventWords& event, const char* name) noexcept;
/// Waits until it has happened, and runs tasks meanwhile. @param circle  gets the sentence that goes with
/// HEDDLE_DEADLOCK
/// @returns HEDDLE_OK, HEDDLE_EARLY_WAIT, HEDDLE_DEADLOCK
int wait(EventWords& event, std::span<char> circle) noexcept;

}  // namespace heddle::tasks
