// Dependences: the order a task stands in. Its successors so far, how many predecessors it still waits for, and whether
// its domain still knows it. Lies in the task's second line, with the other words that change while the task lives.
//
// `successors` says how many slots are filled (successors.hpp), or, when all are, holds the list of further edges; new
// tasks are added, until the finishing worker closes it. Its low bits carry the end of the task's life, see
// graph/README.md ("Who frees a task that a domain still knows"):
//   k_closed   the body has finished: no edge can be added any more
//   k_dropped  the domain has forgotten the task
//   k_retired  the task has retired
//   k_settled  the end of the task has been dealt with: nobody reads the list or the records any more
// Whoever sets the last of k_dropped, k_retired and k_settled frees the block. Where tasks are closed and released as
// they finish, retire() sets two at once. Where that is left for later (dependence/async), a task may retire first: it
// is closed by close_keeping_marks(), then settle() and retire_unsettled() set one each.
//
// No sync::Mailbox, though it is pushed onto and taken whole: the word also counts slots, and its marks come and go
// while edges stay.
//
// Nobody waits: link() meets at most one close() and retire() of the task, so its loop ends at the third attempt.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/access.hpp"
#include "graph/successors.hpp"

namespace heddle::graph {

template <class P>
struct Dependences {
  static constexpr std::uintptr_t k_closed = 1;
  static constexpr std::uintptr_t k_dropped = 2;
  static constexpr std::uintptr_t k_retired = 4;
  static constexpr std::uintptr_t k_settled = 8;
  static constexpr std::uintptr_t k_marks = 15;  // edges are 16-aligned (record.hpp)
  static constexpr std::uintptr_t k_slot = 16;   // above the marks: slots filled, if less than k_least_edge
  static constexpr std::uintptr_t k_least_edge = (k_most_slots + 1) * k_slot;  // no edge lies in the first page
  static constexpr std::int32_t k_linking = 1 << 30;  // keeps `pending` above zero while edges are being added

  typename P::template atomic<std::uintptr_t> successors;  // Edge<P>* or slots filled, and marks
  typename P::template atomic<std::int32_t> pending;       // predecessors that have not finished
  std::uint32_t known;  // references from the domain's table; touched by whoever holds the domain only

  void reset() noexcept {
    // order: relaxed (both) — the task is not published yet.
    successors.store(0, std::memory_order_relaxed);
    pending.store(k_linking, std::memory_order_relaxed);
    known = 0;
  }

  /// True when the task's body has finished.
  bool closed() const noexcept {
    // order: acquire — pairs with close(): whoever sees the task finished sees its effects.
    return (successors.load(std::memory_order_acquire) & k_closed) != 0;
  }

  /// Adds the successor of `edge` unless the task has finished: to the task's `slots` while there are free ones, else
  /// by the edge. @returns true when it was added. Parent's worker only.
  bool link(Edge<P>& edge, Slots<P> slots = {}) noexcept {
    // order: acquire — pairs with close(), as in closed().
    std::uintptr_t head = successors.load(std::memory_order_acquire);
    std::uintptr_t newer;
    do {
      if ((head & k_closed) != 0) return false;
      const std::uintptr_t old = head & ~k_marks;
      if (old < slots.count * k_slot) {
        slots[old / k_slot] = edge.successor;
        newer = old + k_slot;
      } else {
        edge.next = list_in(old);
        newer = reinterpret_cast<std::uintptr_t>(&edge);
      }
      // order: release — pairs with the acquire in close(): slot or edge are visible to the finishing worker.
      // order: acquire on failure — the task may just have been closed.
    } while (!successors.compare_exchange_weak(head, newer | (head & k_marks), std::memory_order_release,
                                               std::memory_order_acquire));
    return true;
  }

  /// Those that wait for the task so far; it is not closed yet. Finishing worker only.
  Successors<P> so_far(Slots<P> slots) const noexcept {
    // order: acquire — pairs with link(): slot or edge are visible.
    const std::uintptr_t word = successors.load(std::memory_order_acquire);
    return {filled(word, slots), list_in(word)};
  }

  /// The body has finished: refuses further successors. @returns those so far. Finishing worker only, once.
  Successors<P> close(Slots<P> slots = {}) noexcept {
    // order: acq_rel — acquire pairs with link(); release pairs with closed() and link(): the task's effects.
    const std::uintptr_t before = successors.exchange(k_closed, std::memory_order_acq_rel);
    // order: relaxed — the domain has forgotten the task, so nobody else writes the word but retire(), which comes
    // later.
    if ((before & k_dropped) != 0) successors.store(k_closed | k_dropped, std::memory_order_relaxed);
    return {filled(before, slots), list_in(before)};
  }

  /// The task has retired. @returns true when the caller must free the block. The retiring worker only, once.
  bool retire() noexcept {
    // order: acquire — pairs with drop(): if it came first, its worker has seen the last of the task.
    if ((successors.load(std::memory_order_acquire) & k_dropped) != 0) return true;
    // order: acq_rel — whichever of retire() and drop() comes second must see all that the first one's worker did.
    return (successors.fetch_or(k_retired | k_settled, std::memory_order_acq_rel) & k_dropped) != 0;
  }

  /// The domain has forgotten the task. @returns true when the caller must free the block. Parent's worker only, once.
  bool drop() noexcept {
    // order: acq_rel — as in retire().
    return holds(successors.fetch_or(k_dropped, std::memory_order_acq_rel), k_retired | k_settled);
  }

  /// close() for a task that may have retired already. What it returns is read before settle().
  Successors<P> close_keeping_marks(Slots<P> slots = {}) noexcept {
    // order: acq_rel — as in close(). The list stays where it is: a closed one is neither pushed onto nor read.
    const std::uintptr_t before = successors.fetch_or(k_closed, std::memory_order_acq_rel);
    return {filled(before, slots), list_in(before)};
  }

  /// The edges of the closed task have been followed. @returns true when the caller must free the block. The thread
  /// that closed the task, once.
  bool settle() noexcept {
    // order: acq_rel — as in retire().
    return holds(successors.fetch_or(k_settled, std::memory_order_acq_rel), k_dropped | k_retired);
  }

  /// retire() for a task that is settled later, or at the same time by another worker.
  bool retire_unsettled() noexcept {
    // order: acq_rel — as in retire().
    return holds(successors.fetch_or(k_retired, std::memory_order_acq_rel), k_dropped | k_settled);
  }

  /// One predecessor has finished. @returns true when it was the last.
  bool arrive() noexcept {
    // order: acq_rel — the effects of all predecessors are visible to whoever makes the task ready.
    return pending.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  /// All edges are in place. @returns true when none of the `linked` predecessors is left. Parent's worker only, once.
  bool end_linking(std::int32_t linked) noexcept {
    if (linked == 0) return true;
    const std::int32_t surplus = k_linking - linked;
    // order: acq_rel — as in arrive().
    return pending.fetch_sub(surplus, std::memory_order_acq_rel) == surplus;
  }

 private:
  static Edge<P>* list_in(std::uintptr_t word) noexcept {
    return word < k_least_edge ? nullptr : reinterpret_cast<Edge<P>*>(word & ~k_marks);
  }
  static Slots<P> filled(std::uintptr_t word, Slots<P> slots) noexcept {
    if (word < k_least_edge) slots.count = static_cast<std::uint32_t>(word / k_slot);
    return slots;
  }
  static constexpr bool holds(std::uintptr_t word, std::uintptr_t marks) noexcept { return (word & marks) == marks; }
};

}  // namespace heddle::graph
