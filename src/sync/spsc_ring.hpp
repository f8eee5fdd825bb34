// A bounded ring between one producer and one consumer, without locks or read-modify-writes.
//
// Lamport, "Specifying Concurrent Program Modules" (TOPLAS 1983), with each side remembering the other's position, so
// that the two lines travel between the cores only when the ring seems full or empty (as in FastForward and
// MCRingBuffer).
//
// Invariant: the ring holds the items [taken, put); put - taken <= capacity; a slot is the producer's until put moves
// past it and the consumer's until taken does. One thread: try_push. One thread: try_pop. Wait-free.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/cache_line.hpp"

namespace heddle::sync {

/// @tparam k_capacity  a power of two
template <class P, class T, std::size_t k_capacity>
class SpscRing {
  static_assert(k_capacity != 0 && (k_capacity & (k_capacity - 1)) == 0, "the capacity is a power of two");

 public:
  SpscRing() = default;
  SpscRing(const SpscRing&) = delete;
  SpscRing& operator=(const SpscRing&) = delete;

  /// Producer. @returns false when full; the item is then the caller's still.
  [[nodiscard]] bool try_push(const T& item) noexcept {
    // order: relaxed — the producer's own.
    const std::uint64_t put = put_.load(std::memory_order::relaxed);
    // order: acquire — pairs with the release in try_pop(): the slot has been read before it is written again.
    if (put - taken_seen_ == k_capacity) taken_seen_ = taken_.load(std::memory_order::acquire);
    if (put - taken_seen_ == k_capacity) return false;
    slots_[put % k_capacity] = item;
    // order: release — pairs with the acquire in try_pop(): shows the slot.
    put_.store(put + 1, std::memory_order::release);
    return true;
  }

  /// Consumer. @returns nothing when empty.
  [[nodiscard]] std::optional<T> try_pop() noexcept {
    // order: relaxed — the consumer's own.
    const std::uint64_t taken = taken_.load(std::memory_order::relaxed);
    // order: acquire — pairs with the release in try_push().
    if (taken == put_seen_) put_seen_ = put_.load(std::memory_order::acquire);
    if (taken == put_seen_) return std::nullopt;
    std::optional<T> item(slots_[taken % k_capacity]);
    // order: release — pairs with the acquire in try_push().
    taken_.store(taken + 1, std::memory_order::release);
    return item;
  }

 private:
  // The producer's line, the consumer's line, and the slots: each side writes only its own.
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> put_{0};
  std::uint64_t taken_seen_ = 0;
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> taken_{0};
  std::uint64_t put_seen_ = 0;
  alignas(base::k_line_bytes) std::array<T, k_capacity> slots_{};
};

}  // namespace heddle::sync
