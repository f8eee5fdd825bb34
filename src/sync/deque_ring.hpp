// The ring of slots behind a Deque. A ring that became too small stays reachable from its successor until the deque
// ends, because a slow thief may still read it; all old ones together are smaller than the newest.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "base/cache_line.hpp"

namespace heddle::sync {

template <class P, class T>
class DequeRing {
 public:
  /// @param capacity  a power of two   @param older  the ring that this one replaces, or null; destroyed with it
  static DequeRing* make(std::size_t capacity, DequeRing* older) {
    void* const memory = ::operator new(sizeof(DequeRing) + capacity * sizeof(Slot), k_alignment);
    auto* const ring = new (memory) DequeRing(capacity, older);
    for (std::size_t i = 0; i < capacity; ++i) new (ring->slots() + i) Slot(T{});
    return ring;
  }

  static void destroy(DequeRing* ring) noexcept {
    while (ring != nullptr) {
      DequeRing* const older = ring->older_;
      for (std::int64_t i = 0; i < ring->capacity(); ++i) ring->slots()[i].~Slot();
      ::operator delete(ring, k_alignment);
      ring = older;
    }
  }

  std::int64_t capacity() const noexcept { return mask_ + 1; }

  // order: relaxed — slots are published by Deque::bottom_ and Deque::ring_, and claimed by Deque::top_.
  T get(std::int64_t index) noexcept { return slots()[index & mask_].load(std::memory_order::relaxed); }
  void put(std::int64_t index, T item) noexcept { slots()[index & mask_].store(item, std::memory_order::relaxed); }

 private:
  using Slot = typename P::template atomic<T>;
  static constexpr std::align_val_t k_alignment{base::k_line_bytes};

  DequeRing(std::size_t capacity, DequeRing* older) noexcept
      : mask_(static_cast<std::int64_t>(capacity) - 1), older_(older) {}

  Slot* slots() noexcept { return reinterpret_cast<Slot*>(this + 1); }

  std::int64_t mask_;
  DequeRing* older_;
};

}  // namespace heddle::sync
