// Observers: functions of the program that are told when a task by name begins and ends (heddle/observer.h).
//
// Whether anybody observes is asked when a task is made, or a plan replayed: one load. Those of them that are observed
// run through run_observed(); all others know nothing of it.
#pragma once

#include "base/cache_line.hpp"
#include "heddle/observer.h"
#include "platform/threads/threads.hpp"

namespace heddle::tasks {

/// A line of its own, as every task that is made reads it, and what lies beside it may be written often.
struct alignas(base::k_line_bytes) ObserversOn {
  platform::Threads::atomic<std::uint32_t> count{0};
};
/// How many observers are not stopped. Any thread.
inline constinit ObserversOn observers_on;

/// Whether tasks that are made now are to be told of.
inline bool observed() noexcept {
  // order: relaxed — who has called heddle_observe() sees it; others do so some time.
  return observers_on.count.load(std::memory_order_relaxed) != 0;
}

/// heddle_observe() and heddle_observe_stop().
int observe(const heddle_observer& observer, std::uint32_t* number) noexcept;
int stop_observing(std::uint32_t number) noexcept;

/// What the observed code is called by.
struct ObservedCode {
  void (*body)(void*);
  void* argument;
};
/// Calls the code, and tells of its begin and end. On the worker that runs the task.
/// @param task  who runs it is filled in
void run_observed(heddle_observed_task task, const ObservedCode& code) noexcept;

}  // namespace heddle::tasks
