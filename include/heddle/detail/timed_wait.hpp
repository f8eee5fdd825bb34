// Waits for an event that end at a time.
#pragma once

#include <chrono>
#include <cstdint>

#include "task_body.hpp"

namespace heddle::detail {

/// As heddle_event_wait_for() takes it: at least so long; a time that has passed is 0, one that is very far the most.
template <class Rep, class Period>
std::uint64_t nanoseconds_of(const std::chrono::duration<Rep, Period>& time) {
  using seconds = std::chrono::duration<double>;
  if (!(time > time.zero())) return 0;
  if (std::chrono::duration_cast<seconds>(time).count() > 1e9) return UINT64_MAX;  // 31 years
  return static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::nanoseconds>(time).count());
}

inline bool happens_within(heddle_event* event, std::uint64_t ns) {
  const int code = heddle_event_wait_for(event, ns);
  if (code == HEDDLE_TIMED_OUT) return false;
  check_task(code);
  return true;
}

/// Another clock than ours may be set, or run at another pace: it is asked again.
template <class Clock, class Duration>
bool happens_until(heddle_event* event, const std::chrono::time_point<Clock, Duration>& time) {
  for (;;) {
    const auto left = time - Clock::now();
    if (happens_within(event, nanoseconds_of(left))) return true;
    if (Clock::now() >= time) return false;
  }
}

}  // namespace heddle::detail
