// Standstill: whether nothing moves in a team although everybody could have moved it.
//
// Time alone does not tell: what everything hangs on may be in the hands of a worker whose core the system has given to
// another program, for milliseconds. So each of the others must have had a core for k_chance_ns and moved nothing, or
// sleep. One that is blocked in a task has no core either, so there is an end to it after k_longest_ns.
//
// Used by one producer at a time, on its stack; the region is open, so the team's plain fields stand.
#pragma once

#include <array>
#include <cstdint>

#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
class Progress {
 public:
  explicit Progress(const Member<P>& producer) noexcept : team_(*producer.team), own_(producer.seat) {}

  /// Something has moved.
  void renew() noexcept { began_ns_ = 0; }

  /// Asked again and again while nothing moves; the first time, the others' chance begins.
  bool proven() noexcept {
    const std::uint64_t now = P::now_ns();
    if (began_ns_ == 0) {
      began_ns_ = now;
      begin_with(0);
    }
    if (now - began_ns_ >= k_longest_ns) return true;
    for (; next_ < team_.size; ++next_) {
      if (next_ - first_ == k_at_once) begin_with(next_);
      if (!had_chance(next_)) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t k_chance_ns = 25'000;       // a wake-up, and hundreds of small tasks
  static constexpr std::uint64_t k_longest_ns = 20'000'000;  // some turns of a scheduler with others on the core
  static constexpr Seat k_at_once = 32;                      // seats whose chances run at the same time

  void begin_with(Seat first) noexcept {
    first_ = next_ = first;
    for (Seat seat = first; seat < team_.size && seat - first < k_at_once; ++seat) before_[seat - first] = ran_ns(seat);
  }

  // Nothing is known of a thread that has just begun, or on a system that does not tell: then time must do.
  bool had_chance(Seat seat) const noexcept {
    if (seat == own_ || Sleepers<P>::rest(team_.members[seat].worker->bed) != Rest::awake) return true;
    const std::uint64_t before = before_[seat - first_];
    const std::uint64_t now = ran_ns(seat);
    return before == 0 || now == 0 || now - before >= k_chance_ns;
  }

  std::uint64_t ran_ns(Seat seat) const noexcept {
    // order: relaxed — whole in itself.
    return P::ran_ns(team_.members[seat].worker->clock.load(std::memory_order_relaxed));
  }

  const Team<P>& team_;
  const Seat own_;
  std::uint64_t began_ns_ = 0;
  Seat first_ = 0;  // whose time stands first in before_
  Seat next_ = 0;   // all seats below had their chance
  std::array<std::uint64_t, k_at_once> before_{};
};

}  // namespace heddle::runtime
