// A range of numbers whose owner takes from the front while others take from the back, in one word.
//
// Both ends lie in one 64-bit word, so every claim is one compare-exchange: it succeeds only while the range is just
// what its maker saw. There is no ABA: the word's value is all there is to it, and who finds it equal may claim.
//
// Invariant: a number leaves the word by exactly one successful exchange, and comes back only by the owner's put().
// Any thread: look, take_back_half. The owner: take_front, put. Proof: sync/README.md.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::sync {

/// Numbers [first, last).
struct Range {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  constexpr std::uint32_t size() const noexcept { return last - first; }
  constexpr bool empty() const noexcept { return first == last; }
  constexpr std::uint64_t packed() const noexcept { return std::uint64_t{first} << 32 | last; }
  static constexpr Range unpacked(std::uint64_t word) noexcept {
    return {static_cast<std::uint32_t>(word >> 32), static_cast<std::uint32_t>(word)};
  }
};

template <class P>
class SharedRange {
 public:
  /// What was in it a moment ago. The owner is never told that it is empty while it is not.
  Range look() const noexcept {
    // order: relaxed — a guess for whoever claims then; numbers carry no data. The owner alone ends emptiness.
    return Range::unpacked(word_.load(std::memory_order_relaxed));
  }

  /// Fills the range. Only while it is empty, or before others know of it.
  void put(Range range) noexcept {
    // order: relaxed — nobody else writes an empty range, and numbers carry no data.
    word_.store(range.packed(), std::memory_order_relaxed);
  }

  /// Takes amount(size) numbers, at least one and at most `size`, from the front. @returns nothing when it is empty.
  template <class Amount>
  Range take_front(Amount amount) noexcept {
    Range seen = look();
    while (!seen.empty()) {
      const Range taken{seen.first, seen.first + amount(seen.size())};
      if (replace(seen, {taken.last, seen.last})) return taken;
    }
    return {};
  }

  /// Takes the upper half from the back, rounded up: of one number, that one.
  Range take_back_half() noexcept {
    Range seen = look();
    while (!seen.empty()) {
      const std::uint32_t middle = seen.first + seen.size() / 2;
      const Range taken{middle, seen.last};
      if (replace(seen, {seen.first, middle})) return taken;
    }
    return {};
  }

 private:
  /// @param seen  what is expected; afterwards, where that was wrong, what was found
  bool replace(Range& seen, Range rest) noexcept {
    std::uint64_t word = seen.packed();
    // order: relaxed (both) — a claim; what is computed with the numbers was published with the loop.
    if (word_.compare_exchange_weak(word, rest.packed(), std::memory_order_relaxed, std::memory_order_relaxed))
      return true;
    seen = Range::unpacked(word);
    return false;
  }

  typename P::template atomic<std::uint64_t> word_{0};
};

}  // namespace heddle::sync
