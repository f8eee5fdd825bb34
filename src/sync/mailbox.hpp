// A mailbox: any thread puts items in, one thread takes them all out. The items are linked through a member of their
// own, so that neither side allocates.
//
// A stack by compare-exchange (Treiber 1986) of which the consumer only ever takes everything: so there is no ABA, and
// the consumer turns the chain around to hand it out oldest first.
//
// Invariant: head_ is the youngest item of a null-ended chain; only items in the chain are linked through k_next.
// Any thread: push, looks_empty. One thread at a time: take_all. Proof: sync/README.md.
#pragma once

#include <atomic>

namespace heddle::sync {

/// Whether a mailbox held nothing before a push: the first one should wake the consumer, later ones need not.
enum class Push : bool { behind_others, into_empty };

template <class P, class T, auto k_next = &T::next>
class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Lock-free. A seq_cst read-modify-write publishes the item: EventCount::notify_one_fenced may follow.
  Push push(T* item) noexcept {
    // order: relaxed — only a guess for the compare-exchange.
    T* head = head_.load(std::memory_order::relaxed);
    do {
      item->*k_next = head;
      // order: seq_cst — its release half pairs with the acquire in take_all() and shows the item and its link; the
      // rest serves a notify_*_fenced that follows. relaxed: a failed attempt only guesses again.
    } while (!head_.compare_exchange_weak(head, item, std::memory_order::seq_cst, std::memory_order::relaxed));
    return head == nullptr ? Push::into_empty : Push::behind_others;
  }

  /// @returns the oldest of all items, linked to the younger ones through k_next; null when empty. Wait-free.
  T* take_all() noexcept {
    if (looks_empty()) return nullptr;
    // order: acquire — pairs with push(); through the read-modify-writes between also with all earlier pushes.
    return oldest_first(head_.exchange(nullptr, std::memory_order::acquire));
  }

  /// A hint, but after a seq_cst fence (EventCount::prepare) a push ordered before that fence is not overlooked.
  bool looks_empty() const noexcept {
    // order: relaxed — callers that need more bring a fence.
    return head_.load(std::memory_order::relaxed) == nullptr;
  }

 private:
  static T* oldest_first(T* youngest) noexcept {
    T* first = nullptr;
    for (T* item = youngest; item != nullptr;) {
      T* const older = item->*k_next;
      item->*k_next = first;
      first = item;
      item = older;
    }
    return first;
  }

  typename P::template atomic<T*> head_{nullptr};
};

}  // namespace heddle::sync
