// Strand: the tasks that one worker has left to be linked by others, in the order in which they were made. Whoever
// takes the strand's announcement is the only one to serve it, until it says whether something is left.
//
// The links lie in the tasks (Task::next), so leaving one costs no allocation and one compare-and-swap, and a batch of
// any length changes hands by one exchange. `head_` is null while the strand is at rest: nothing is left and nobody
// serves; then its owner may do for himself what the server would do. It is k_served while somebody serves and nothing
// new has come in; else the newest task, whose chain ends in either.
//
// Invariant: while head_ is not null, the announcement stands or has been taken by exactly one server.
//
// push, at_rest: the owner. serve: who has taken the announcement. Model: tests/model/strand_programs.hpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::dependence {

/// What a server leaves behind.
enum class Left : std::uint8_t { nothing, some };

/// @tparam T  has a link `next` of type T*, which is free while the item is in the strand
template <class P, class T>
class Strand {
 public:
  /// @returns true when the strand was at rest: the caller must announce it.
  bool push(T& item) noexcept {
    // order: acquire — if at rest: pairs with the release of the server that left, as in at_rest().
    T* head = head_.load(std::memory_order_acquire);
    do {
      item.next = head;
      // order: release — pairs with the exchange in serve(): the item's contents are visible to the server.
      // order: acquire on failure — as above. A failure means that a server came or left: two in a row at most.
    } while (!head_.compare_exchange_weak(head, &item, std::memory_order_release, std::memory_order_acquire));
    return head == nullptr;
  }

  /// Nothing is left, and nobody serves: all that was pushed has been satisfied in full view of the owner.
  bool at_rest() const noexcept {
    // order: acquire — pairs with the release in serve(): what the last server did is visible.
    return head_.load(std::memory_order_acquire) == nullptr;
  }

  /// Satisfies up to `most` items, oldest first. An item may be gone as soon as `satisfy` has been called.
  /// @returns `some` when items are left: the caller must announce the strand again.
  template <class Satisfy>
  Left serve(std::uint32_t most, Satisfy satisfy) noexcept {
    for (;;) {
      for (; oldest_ != nullptr; --most) {
        if (most == 0) return Left::some;
        T& item = *oldest_;
        oldest_ = item.next;
        satisfy(item);
      }
      T* seen = served();
      // order: release — pairs with at_rest() and push(): the owner may touch now what the servers did.
      // order: relaxed on failure — the exchange below reads what came in.
      if (head_.compare_exchange_strong(seen, nullptr, std::memory_order_release, std::memory_order_relaxed)) {
        return Left::nothing;
      }
      // order: acquire — pairs with push().
      oldest_ = in_order(head_.exchange(served(), std::memory_order_acquire));
    }
  }

 private:
  // A word that is no item's address.
  T* served() noexcept { return reinterpret_cast<T*>(this); }

  T* in_order(T* newest) noexcept {
    T* oldest = nullptr;
    while (newest != nullptr && newest != served()) {
      T* const older = newest->next;
      newest->next = oldest;
      oldest = newest;
      newest = older;
    }
    return oldest;
  }

  typename P::template atomic<T*> head_{nullptr};
  T* oldest_ = nullptr;  // taken, not yet satisfied; the server's
};

}  // namespace heddle::dependence
