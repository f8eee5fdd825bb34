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
/// The same for so long at most; a task that it has begun to run meanwhile is finished first. No circle is looked for,
/// as the wait ends. @returns HEDDLE_OK, HEDDLE_EARLY_WAIT, HEDDLE_TIMED_OUT
int wait_for(EventWords& event, std::uint64_t ns) noexcept;
/// Waits on the worker as it sits, which opens no region for that. Is not given up.
void wait_seated(process::Worker& worker, EventWords& event) noexcept;

}  // namespace heddle::tasks
