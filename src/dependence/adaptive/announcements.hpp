// Announcements: which seats of a team have left something for others. A bit per seat, so that an idle worker finds out
// in one look at one line (512 seats) what a scan over the seats' queues would cost a line each.
//
// To announce is to set the bit, to take is to clear it: of several takers one succeeds. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "graph/scheduler.hpp"

namespace heddle::dependence {

template <class P>
class Announcements {
  using Seat = graph::Seat;
  static constexpr Seat k_word_seats = 64;

 public:
  explicit Announcements(std::uint32_t seats) noexcept
      : words_((seats + k_word_seats - 1) / k_word_seats),
        bits_(std::make_unique<typename P::template atomic<std::uint64_t>[]>(words_)) {
    // order: relaxed — nobody else has the object yet.
    for (std::uint32_t word = 0; word < words_; ++word) bits_[word].store(0, std::memory_order_relaxed);
  }

  void announce(Seat seat) noexcept {
    // order: release — pairs with take(): what the last server left in the strand is visible to the next.
    bits_[seat / k_word_seats].fetch_or(bit(seat), std::memory_order_release);
  }

  /// @returns true when this seat's announcement stood, and is the caller's now.
  bool take(Seat seat) noexcept {
    auto& word = bits_[seat / k_word_seats];
    // order: relaxed — only a look that saves the exclusive access.
    if ((word.load(std::memory_order_relaxed) & bit(seat)) == 0) return false;
    // order: acquire — pairs with announce().
    return (word.fetch_and(~bit(seat), std::memory_order_acquire) & bit(seat)) != 0;
  }

  /// Takes any, first of those near `from`. @returns its seat, or graph::k_no_seat.
  Seat take_any(Seat from) noexcept {
    for (std::uint32_t step = 0; step < words_; ++step) {
      const std::uint32_t word = (from / k_word_seats + step) % words_;
      // order: relaxed — a look; take() decides.
      while (const std::uint64_t standing = bits_[word].load(std::memory_order_relaxed)) {
        const Seat seat = word * k_word_seats + static_cast<Seat>(__builtin_ctzll(standing));
        if (take(seat)) return seat;
      }
    }
    return graph::k_no_seat;
  }

  bool any() const noexcept {
    for (std::uint32_t word = 0; word < words_; ++word) {
      // order: relaxed — callers that must not overlook one have passed a fence.
      if (bits_[word].load(std::memory_order_relaxed) != 0) return true;
    }
    return false;
  }

 private:
  static constexpr std::uint64_t bit(Seat seat) noexcept { return std::uint64_t{1} << (seat % k_word_seats); }

  const std::uint32_t words_;
  const std::unique_ptr<typename P::template atomic<std::uint64_t>[]> bits_;
};

}  // namespace heddle::dependence
