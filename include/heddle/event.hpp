// heddle/event.hpp: something that happens once, outside of Heddle or in a task.
//
//     heddle::event arrived;
//     heddle::spawn({.until = &arrived}, [&] { start_reading(buffer, [&] { arrived.complete(); }); }, out(buffer));
//     heddle::spawn([&] { use(buffer); }, in(buffer));    // runs when arrived.complete() has been called
//
// An event must stay where it is until it has happened and nobody waits for it. Any thread may call its functions.
#pragma once

#include <chrono>

#include "detail/task_body.hpp"
#include "detail/timed_wait.hpp"
#include "task.h"

namespace heddle {

/// Something that happens once. Stays where it is.
class event {
 public:
  event() = default;
  event(const event&) = delete;
  event& operator=(const event&) = delete;

  /// It has happened. Throws task_error the second time.
  void complete() { detail::check_task(heddle_event_complete(&event_)); }
  /// Whether it has happened.
  bool done() const noexcept { return heddle_event_done(&event_) != 0; }
  /// Waits until it has happened, and runs tasks meanwhile.
  void wait() { detail::check_task(heddle_event_wait(&event_, nullptr, 0)); }

  /// The same for so long at most. @returns whether it has happened
  template <class Rep, class Period>
  bool wait_for(const std::chrono::duration<Rep, Period>& time) {
    return detail::happens_within(&event_, detail::nanoseconds_of(time));
  }
  /// The same until `time` at most. @returns whether it has happened
  template <class Clock, class Duration>
  bool wait_until(const std::chrono::time_point<Clock, Duration>& time) {
    return detail::happens_until(&event_, time);
  }

  /// For the functions of heddle/task.h.
  heddle_event* handle() noexcept { return &event_; }

 private:
  heddle_event event_ = HEDDLE_EVENT;
};

}  // namespace heddle
