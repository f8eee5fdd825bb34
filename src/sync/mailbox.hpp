// A mailbox: any thread puts items in, one at a time takes them all out. The items are linked through a member of their
// own, so that neither side allocates.
//
// A stack by compare-exchange (Treiber 1986) of which everything is taken: so there is no ABA. Who takes may leave a
// mark in the place of what it took: the mark lies either under what is pushed later (push), which says that somebody
// still deals with what has been taken, or keeps it out (push_unless_marked), which says that nobody takes any more.
//
// Invariant: word_ is null, the mark, or the youngest item of a chain that ends in null or the mark; only items in the
// chain are linked through k_next. Any thread: the pushes, looks. One thread at a time, or whoever comes first: what
// takes. Proof: sync/README.md.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::sync {

/// Whether a mailbox held nothing, and no mark, before a push: the first one may have to wake who takes, or announce
/// it.
enum class Push : bool { behind_others, into_empty };

/// @tparam T  no item lies at address 1
template <class P, class T, auto k_next = &T::next>
class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  /// Lock-free, as are all pushes.
  Push push(T* item) noexcept { return push_chain(item, item); }

  /// The items from `youngest` to `oldest`, linked.
  Push push_chain(T* youngest, T* oldest) noexcept {
    // order: acquire — a word that is null: pairs with remove_mark(), what the last taker did is visible.
    T* head = word_.load(std::memory_order::acquire);
    do {
      oldest->*k_next = head;
      // order: release — pairs with the acquire in take_all(): shows the items and their links; acquire on failure as
      // above.
    } while (!word_.compare_exchange_weak(head, youngest, std::memory_order::release, std::memory_order::acquire));
    return head == nullptr ? Push::into_empty : Push::behind_others;
  }

  /// @returns false when a mark was met: the item is the caller's still, who sees what was done before the mark was
  /// left.
  bool push_unless_marked(T* item) noexcept {
    // order: acquire — pairs with the release in take_all_and_mark().
    T* head = word_.load(std::memory_order::acquire);
    do {
      if (head == mark()) return false;
      item->*k_next = head;
      // order: release, acquire on failure — as in push_chain(), and as above.
    } while (!word_.compare_exchange_weak(head, item, std::memory_order::release, std::memory_order::acquire));
    return true;
  }

  /// @returns the youngest of all items; null when empty. The chain ends in null. Wait-free.
  T* take_all() noexcept {
    // order: acquire — pairs with the pushes; through the read-modify-writes between also with all earlier ones.
    return word_.exchange(nullptr, std::memory_order::acquire);
  }

  /// The same, and leaves a mark: what is returned may be the mark, as may the chain's end. Wait-free.
  T* take_all_and_mark() noexcept {
    // order: acq_rel — acquire as in take_all(); release pairs with is_marked() and push_unless_marked().
    return word_.exchange(mark(), std::memory_order::acq_rel);
  }

  /// Makes a mailbox that holds the mark alone an empty one. @returns false when items have come in.
  bool remove_mark() noexcept {
    T* seen = mark();
    // order: release — pairs with is_empty() and push_chain(): who finds it empty may touch what the taker touched.
    // order: relaxed on failure — what has come in is read by taking it.
    return word_.compare_exchange_strong(seen, nullptr, std::memory_order::release, std::memory_order::relaxed);
  }

  /// Neither items nor a mark.
  bool is_empty() const noexcept {
    // order: acquire — pairs with remove_mark().
    return word_.load(std::memory_order::acquire) == nullptr;
  }
  /// A mark, and no items.
  bool is_marked() const noexcept {
    // order: acquire — pairs with take_all_and_mark().
    return word_.load(std::memory_order::acquire) == mark();
  }

  static T* mark() noexcept { return reinterpret_cast<T*>(std::uintptr_t{1}); }

  /// What was taken, turned around: linked from the oldest, to the youngest, to null.
  static T* oldest_first(T* youngest) noexcept {
    T* first = nullptr;
    for (T* item = youngest; item != nullptr && item != mark();) {
      T* const older = item->*k_next;
      item->*k_next = first;
      first = item;
      item = older;
    }
    return first;
  }

 private:
  typename P::template atomic<T*> word_{nullptr};
};

}  // namespace heddle::sync
