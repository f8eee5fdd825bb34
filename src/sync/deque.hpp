// A work-stealing deque: its owner pushes and pops at one end, thieves steal at the other.
//
// Chase and Lev, "Dynamic Circular Work-Stealing Deque" (SPAA 2005), with the memory orders of Lê, Pop, Cohen and
// Zappa Nardelli, "Correct and Efficient Work-Stealing for Weak Memory Models" (PPoPP 2013). Departures: the owner
// remembers the last `top` it saw, so that most pushes do not touch the thieves' line and a pop on a plainly empty
// deque needs no fence; every store of `bottom` is a release (C++20 no longer lets later relaxed stores of the same
// thread carry an earlier release store's promise); old rings are kept until the end.
//
// Invariant: the deque holds the items [top, bottom); `top` only grows; each value of `top` is claimed once, by the
// compare-exchange that moves it on, or by the owner while more items lie between. Items never come out twice.
//
// Owner only: push, pop, peek, count_up_to. Any thread: steal, steal_if, looks_empty,
// size_hint. T is a pointer or pointer-like (null by default, lock-free when atomic). Proof: sync/README.md.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "sync/deque_ring.hpp"

namespace heddle::sync {

template <class P, class T>
class Deque {
 public:
  /// @param capacity  a power of two; the ring doubles when it is full
  explicit Deque(std::size_t capacity = 256) : ring_(Ring::make(capacity, nullptr)) {}
  ~Deque() { Ring::destroy(ring()); }
  Deque(const Deque&) = delete;
  Deque& operator=(const Deque&) = delete;

  /// Owner: adds the youngest item. Does not fail; ends the program when memory for a larger ring is refused.
  void push(T item) noexcept;

  /// Owner: takes the youngest item. @returns null when empty.
  T pop() noexcept;

  /// Owner: the youngest item, left in place. It may be in a thief's hands already. @returns null when empty.
  T peek() noexcept;

  /// Owner: how many items there are. Where it says fewer than `limit` it may say more than there are: that costs no
  /// look at the thieves' line.
  std::size_t count_up_to(std::size_t limit) noexcept {
    const auto seen = static_cast<std::size_t>(bottom() - top_seen_);
    return seen < limit ? seen : static_cast<std::size_t>(bottom() - see_top());
  }

  /// Thief: takes the oldest item. @returns null when empty or when another one was faster; only looks_empty() tells.
  T steal() noexcept {
    return steal_if([](T) { return true; });
  }

  /// Thief: takes the oldest item if `allowed(item)`. The predicate may be shown an item that is in other hands
  /// already, or even one in its next life: item memory must stay readable, and what the predicate reads be atomic.
  /// When the item is returned, the claim has proved that the answer was about this very item.
  template <class Allowed>
  T steal_if(Allowed allowed) noexcept;

  /// Any thread: how many items there are down to the oldest for which `wanted` holds, that one among them; 0: it holds
  /// for none. It may be shown what steal_if() may; the answer may be out of date. What looks_empty() does not overlook
  /// is shown.
  template <class Wanted>
  std::size_t count_down_to(Wanted wanted) const noexcept;

  /// Any thread: whether it seemed empty. After a seq_cst fence (a sleeper's) an item whose push is ordered
  /// before that fence is not overlooked, unless somebody has taken it or its owner is just popping it.
  bool looks_empty() const noexcept { return size_hint() == 0; }

  /// Any thread: about how many items there are.
  std::size_t size_hint() const noexcept;

 private:
  using Ring = DequeRing<P, T>;
  using Index = std::int64_t;

  // order: relaxed — for the owner, who wrote it.
  Ring* ring() const noexcept { return ring_.load(std::memory_order::relaxed); }
  Index bottom() const noexcept { return bottom_.load(std::memory_order::relaxed); }

  bool claim(Index top) noexcept {
    // order: seq_cst — the claims of owner and thieves and the two fences are in one order (Lê et al., figure 1). Being
    // a release it also keeps the slot's load above it: pairs with the acquire of top_ in the owner's see_top().
    // relaxed: after a lost claim nothing is read.
    return top_.compare_exchange_strong(top, top + 1, std::memory_order::seq_cst, std::memory_order::relaxed);
  }

  Index see_top() noexcept {
    // order: acquire — pairs with claim(): a thief has read its slot before the owner writes it again.
    return top_seen_ = top_.load(std::memory_order::acquire);
  }

  T pop_last(Index bottom, T item) noexcept;
  [[gnu::cold, gnu::noinline]] Ring* grow(Index bottom) noexcept;

  // The thieves' line: they fight over it.
  alignas(base::k_line_bytes) typename P::template atomic<Index> top_{0};

  // The owner's line: thieves read it, only the owner writes. top_seen_ <= top_ always.
  alignas(base::k_line_bytes) typename P::template atomic<Index> bottom_{0};
  typename P::template atomic<Ring*> ring_;
  Index top_seen_ = 0;
};

template <class P, class T>
void Deque<P, T>::push(T item) noexcept {
  const Index b = bottom();
  Ring* to = ring();
  if (b - top_seen_ >= to->capacity() && b - see_top() >= to->capacity()) [[unlikely]]
    to = grow(b);
  to->put(b, item);
  // order: release — pairs with the acquire load of bottom_ in steal_if(); shows the slot and what the item points to.
  bottom_.store(b + 1, std::memory_order::release);
}

template <class P, class T>
T Deque<P, T>::pop() noexcept {
  const Index last = bottom() - 1;
  // top_seen_ <= top_ <= bottom_: equality at both ends leaves nothing between, and only the owner adds. No fence.
  if (last < top_seen_) return T{};
  // order: release — a thief that reads this value instead of the push's must see the slots below just as well.
  bottom_.store(last, std::memory_order::release);
  // order: fence seq_cst — pairs with the fence in steal_if(): of owner and thief at least one sees the other's move.
  P::fence(std::memory_order::seq_cst);
  const Index t = see_top();
  const T item = ring()->get(last);
  if (t < last) [[likely]]
    return item;  // a thief that claims `last` would have to see bottom_ above it
  return pop_last(last, t == last ? item : T{});
}

// At most one item is left: claim it like a thief (`item`), or find it gone already (null). Then the deque is empty.
template <class P, class T>
T Deque<P, T>::pop_last(Index last, T item) noexcept {
  if (item != T{} && !claim(last)) item = T{};
  top_seen_ = last + 1;
  // order: release — as in push(): a thief may read this store where it missed the push's.
  bottom_.store(last + 1, std::memory_order::release);
  return item;
}

template <class P, class T>
T Deque<P, T>::peek() noexcept {
  const Index b = bottom();
  if (b == top_seen_ || b == see_top()) return T{};
  return ring()->get(b - 1);
}

template <class P, class T>
template <class Allowed>
T Deque<P, T>::steal_if(Allowed allowed) noexcept {
  // order: acquire — pairs with other thieves' claims: bottom_ is then at least what they saw.
  const Index t = top_.load(std::memory_order::acquire);
  // order: fence seq_cst — pairs with the fence in pop().
  P::fence(std::memory_order::seq_cst);
  // order: acquire — pairs with the release stores of bottom_.
  if (t >= bottom_.load(std::memory_order::acquire)) return T{};
  // order: acquire — pairs with the release store in grow(): the slots copied there.
  const T item = ring_.load(std::memory_order::acquire)->get(t);
  // Null: this top is old, and the ring was changed since; the claim would fail.
  if (item == T{} || !allowed(item)) return T{};
  return claim(t) ? item : T{};
}

template <class P, class T>
template <class Wanted>
std::size_t Deque<P, T>::count_down_to(Wanted wanted) const noexcept {
  // order: relaxed — a hint, as in size_hint().
  const Index first = top_.load(std::memory_order::relaxed);
  // order: acquire (both) — as in steal_if(): slots and items are visible, in a ring that is at least as new.
  const Index end = bottom_.load(std::memory_order::acquire);
  Ring* const from = ring_.load(std::memory_order::acquire);
  for (Index i = first; i < end; ++i) {
    const T item = from->get(i);
    if (item != T{} && wanted(item)) return static_cast<std::size_t>(i - first + 1);
  }
  return 0;
}

template <class P, class T>
std::size_t Deque<P, T>::size_hint() const noexcept {
  // order: relaxed — a hint; callers that need more bring a fence (looks_empty).
  const Index t = top_.load(std::memory_order::relaxed);
  const Index b = bottom_.load(std::memory_order::relaxed);
  return b > t ? static_cast<std::size_t>(b - t) : 0;
}

template <class P, class T>
DequeRing<P, T>* Deque<P, T>::grow(Index bottom) noexcept {
  Ring* const from = ring();
  Ring* const to = Ring::make(static_cast<std::size_t>(from->capacity()) * 2, from);
  for (Index i = top_seen_; i < bottom; ++i) to->put(i, from->get(i));
  // order: release — pairs with the acquire load of ring_ in steal_if().
  ring_.store(to, std::memory_order::release);
  return to;
}

}  // namespace heddle::sync
