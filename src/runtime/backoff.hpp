// Backoff: how a worker that finds nothing to do spends its time before it sleeps.
//
// It polls its own condition often (one pause apart) and the others' queues ever more seldom (up to k_longest pauses
// apart), because a look into a queue takes the line away from the worker that fills it.
//
// Beside other programs two workers may sit on one core, and each would poll while the other wants the core. A worker
// finds that out: a yield that came back soon, but not at once, and with what was awaited, has let the awaited thread
// run. Its next waits yield after 2 µs, not 35. A yield that nobody took, or that let another program run for long,
// speaks against it. Where yields bring what is awaited time after time it goes to another core, if one is free: left
// alone, two threads that wait for each other in turns stayed on one core for 10 to 60 ms, for the kernel takes both
// for warm. Where that does not help it goes ever more seldom.
#pragma once

#include <algorithm>
#include <cstdint>

namespace heddle::runtime {

/// What a worker has learnt about giving its core away. Its own.
class Courtesy {
 public:
  bool pays() const noexcept { return credit_ != 0; }
  /// Whether nobody else has had the core at the last yields.
  bool is_alone() const noexcept { return credit_ == 0 && !sliced_; }

  /// Whether to look for another core after the yield that was judged last, and was over at `now_ns`. Asked once.
  bool wants_away(std::uint64_t now_ns) noexcept {
    if (credit_ != k_full) {
      fruitful_ = 0;
      return false;
    }
    // The one yield before a region begins after a sleep says little, and to move then would delay the region.
    fruitful_ = now_ns - fruitful_ns_ < k_soon_ns ? fruitful_ + 1 : 1;
    fruitful_ns_ = now_ns;
    const std::uint64_t since_ns = now_ns - went_ns_;
    if (fruitful_ < k_often || since_ns < pause_ns_) return false;
    pause_ns_ = since_ns > k_long_ago_ns ? k_first_pause_ns : std::min(2 * pause_ns_, k_longest_pause_ns);
    went_ns_ = now_ns;
    return true;
  }

  /// A yield took so long; `brought`: what was awaited has happened meanwhile.
  void judge(std::uint64_t took_ns, bool brought) noexcept {
    sliced_ = took_ns > k_slice_ns;
    if (sliced_) {
      credit_ = 0;  // another program had the core, for its whole slice
    } else if (brought && took_ns > k_nobody_ns) {
      credit_ = k_full;
    } else if (credit_ != 0) {
      --credit_;
    }
  }

 private:
  static constexpr std::uint64_t k_nobody_ns = 1'500;   // a yield that nobody takes costs 0.3 to 0.7 µs
  static constexpr std::uint64_t k_slice_ns = 500'000;  // the least that Linux gives to who computes
  static constexpr std::uint32_t k_full = 32;
  static constexpr std::uint32_t k_often = 3;
  static constexpr std::uint64_t k_soon_ns = 1'000'000;
  static constexpr std::uint64_t k_first_pause_ns = 250'000;
  static constexpr std::uint64_t k_longest_pause_ns = 1'000'000'000;
  static constexpr std::uint64_t k_long_ago_ns = 10 * k_longest_pause_ns;

  std::uint64_t fruitful_ns_ = 0;  // the last yield that brought what was awaited
  std::uint64_t went_ns_ = 0;
  std::uint64_t pause_ns_ = k_first_pause_ns;
  std::uint32_t credit_ = 0;
  std::uint32_t fruitful_ = 0;  // yields that brought it, each soon after the one before
  bool sliced_ = false;         // by the last yield
};

template <class P>
class Backoff {
 public:
  /// @param courtesy  the waiting worker's; null only where spin_ns is 0
  /// @param crowded  more threads than processors: gives the core away instead of pausing, for what this worker waits
  ///                 for may be done by a thread that wants the core
  Backoff(std::uint32_t spin_ns, bool crowded, Courtesy* courtesy) noexcept
      : courtesy_(courtesy), spin_ns_(spin_ns), crowded_(crowded) {}

  /// All the workers of a team together look for work about as often as k_longest of them would.
  void shared_by(std::uint32_t workers) noexcept { longest_ = workers > k_longest ? workers : k_longest; }

  /// Something was found: start anew.
  void renew() noexcept {
    pauses_ = 1;
    spent_ = 0;
    deadline_ = 0;
  }

  /// Pauses until `done` holds or it is time to look for work again.
  /// @returns false when patience is at an end.
  template <class Done>
  bool wait_a_little(Done done) noexcept {
    if (spin_ns_ == 0) return false;
    if (crowded_) {
      P::yield();
    } else {
      if (P::pauses(pauses_, done)) return true;
      spent_ += pauses_;
      if (pauses_ < longest_) pauses_ *= 2;
      if (spent_ < k_free) return true;  // too short to look at the clock
      // So long a wait may mean that the awaited thread has been put on this core.
      if (spent_ > (courtesy_->pays() ? k_courteous : k_polite)) {
        if (give_way(done)) return true;
        spent_ = k_free;  // now and then: on a busy machine a yield can take long
      }
    }
    const std::uint64_t now = P::now_ns();
    if (deadline_ == 0) deadline_ = now + spin_ns_;
    return now < deadline_;
  }

 private:
  template <class Done>
  bool give_way(Done done) noexcept {
    const std::uint64_t began = P::now_ns();
    P::yield();
    const std::uint64_t now = P::now_ns();
    const bool brought = done();
    courtesy_->judge(now - began, brought);
    if (courtesy_->wants_away(now)) [[unlikely]]
      P::change_core();
    return brought;
  }

  static constexpr std::uint32_t k_longest = 16;  // about 0.5 µs, the price of a stolen task
  static constexpr std::uint32_t k_free = 32;
  static constexpr std::uint32_t k_polite = 1000;  // about 35 µs, twice a wake-up

  static constexpr std::uint32_t k_courteous = 64;

  Courtesy* courtesy_;
  std::uint32_t spin_ns_;
  bool crowded_;
  std::uint32_t longest_ = k_longest;
  std::uint32_t pauses_ = 1;
  std::uint32_t spent_ = 0;
  std::uint64_t deadline_ = 0;
};

}  // namespace heddle::runtime
