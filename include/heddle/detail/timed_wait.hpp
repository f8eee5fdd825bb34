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
  if (code == HEDDLE_DEADLOCK) throw deadlock(code);  // a wait without an end
  check_task(code);
  return true;
}

/// From now to a time of any clock. In floating point first: the difference of points far apart does not fit.
template <class Clock, class Duration>
std::uint64_t nanoseconds_until(const std::chrono::time_point<Clock, Duration>& time) {
  using seconds = std::chrono::duration<double>;
  constexpr double k_far = 1e9;  // 31 years, as above
  const auto now = Clock::now();
  const double left = seconds(time.time_since_epoch()).count() - seconds(now.time_since_epoch()).count();
  if (left > k_far) return UINT64_MAX;
  return left < -k_far ? 0 : nanoseconds_of(time - now);
}

/// Another clock than ours may be set, or run at another pace: it is asked again.
template <class Clock, class Duration>
bool happens_until(heddle_event* event, const std::chrono::time_point<Clock, Duration>& time) {
  for (;;) {
    const std::uint64_t left = nanoseconds_until(time);
    if (happens_within(event, left)) return true;
    if (left == 0) return false;
  }
}

}  // namespace heddle::detail
