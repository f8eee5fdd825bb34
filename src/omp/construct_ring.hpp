// The ring of construct slots of a team: where the threads that run one worksharing construct find what they share.
//
// A construct has a number: the region's number above the count of such constructs that the member has entered in the
// region. All members count alike, so the number names the same construct in all of them, and construct n lives in slot
// n mod k_slots. Several constructs may be in use at once, because those with nowait let fast threads run ahead.
//
//   enter    1. the slot is ready for my number: join                                (no read-modify-write)
//            2. it is claimed for my number: somebody is setting it up; come again
//            3. its last construct belongs to this region and not everybody has left it: come again
//            4. claim it by compare-exchange: who succeeds sets the content up, then publishes
//   leave    each member says in a word of its own up to which construct it has left; or all pass a barrier, which says
//            the same of everybody at once. Nobody counts leavers in the slot.
// Constructs of earlier regions are left by everybody: a region ends when all its members have.
//
// Why a content is never set up while it is used: who claims n + k_slots has seen, with acquire, that every member has
// left n (step 3), and a member leaves after its last use. Why nobody joins a content that is not set up: ready is
// stored, with release, after it. A slot cannot be claimed for n + k_slots while a member still is to enter n, for that
// member has not left n. Model: tests/model/construct_ring_test.cpp, with seeded bugs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"

namespace heddle::omp {

/// Region number modulo 2^32 in the high half, count within the region, likewise, in the low half.
using ConstructNumber = std::uint64_t;

constexpr ConstructNumber construct_number(std::uint64_t region, std::uint64_t count) noexcept {
  return region << 32 | static_cast<std::uint32_t>(count);
}

/// Whether a member that is at construct `at` has come to `number` in the same region. Counts may wrap.
constexpr bool has_reached(ConstructNumber at, ConstructNumber number) noexcept {
  if ((at ^ number) >> 32 != 0) return false;
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(at) - static_cast<std::uint32_t>(number)) >= 0;
}

enum class Entry : std::uint8_t {
  joined,      // the content is set up
  first,       // the caller sets the content up and calls publish()
  setting_up,  // another thread does so just now: try again
  occupied,    // a construct of this region is still in use in the slot: try again
};

template <class P, class Content, std::uint32_t k_slots>
class ConstructRing {
  static_assert((k_slots & (k_slots - 1)) == 0, "so that the counts may wrap");

 public:
  /// @param all_left  asked whether every other member has left the construct with the given number; what they did in
  ///                  it must then be visible to the caller
  template <class AllLeft>
  Entry try_enter(ConstructNumber number, AllLeft all_left) noexcept {
    Slot& slot = slot_of(number);
    // order: acquire — pairs with publish(): the content is set up.
    if (slot.ready.load(std::memory_order_acquire) == number) [[likely]]
      return Entry::joined;
    // order: relaxed — what it says of an old construct is proved by all_left() or by the end of that region.
    ConstructNumber claimed = slot.claimed.load(std::memory_order_relaxed);
    if (claimed == number) return Entry::setting_up;
    if ((claimed ^ number) >> 32 == 0 && !all_left(claimed)) return Entry::occupied;
    // order: relaxed (both) — says who sets the content up; publish() makes it visible.
    const bool won =
        slot.claimed.compare_exchange_strong(claimed, number, std::memory_order_relaxed, std::memory_order_relaxed);
    return won ? Entry::first : Entry::setting_up;
  }

  /// The content is set up. Called by who was told to be the first.
  void publish(ConstructNumber number) noexcept {
    // order: release — pairs with the acquire in try_enter().
    slot_of(number).ready.store(number, std::memory_order_release);
  }

  /// What the construct shares; valid from entering to leaving it.
  Content& content(ConstructNumber number) noexcept { return slot_of(number).content; }

 private:
  // Read by all members when they enter, written by one; apart from the content, which may be written all the time.
  struct alignas(base::k_line_bytes) Slot {
    typename P::template atomic<ConstructNumber> claimed{0};
    typename P::template atomic<ConstructNumber> ready{0};
    Content content{};
  };

  Slot& slot_of(ConstructNumber number) noexcept { return slots_[number % k_slots]; }

  std::array<Slot, k_slots> slots_{};
};

}  // namespace heddle::omp
