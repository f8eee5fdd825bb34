// Children: how many tasks a parent (or a taskgroup) has outstanding, without a counter that all workers share.
//
// The count is split in two: `local_` is touched only by the worker that runs the owner, `remote_` only by the others,
// each in one read-modify-write per report. The true count is their sum. Two numbers are packed in one word:
//   low half   children whose body has not finished       (taskwait waits for this)
//   high half  children whose whole subtree has not retired (memory and taskgroup wait for this)
// A leaf reports both at once, so it costs at most one read-modify-write, and none on its parent's worker.
//
// Invariant: until close(), `remote_` alone means nothing; after close() it is exact and `local_` is no longer used, so
// exactly one report brings it to zero, and that reporter is told so. Model: tests/model/children_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::graph {

/// What one report takes away. Values may be added up to report several children of one owner at once.
using Departure = std::uint64_t;
inline constexpr Departure k_finished = 1;                        // the body is done
inline constexpr Departure k_retired = Departure{1} << 32;        // the subtree is done
inline constexpr Departure k_leaf_done = k_finished + k_retired;  // both at once

/// What a reporter from another worker has to do next.
enum class AfterReport : std::uint8_t { nothing, wake_owner, last };

template <class P>
class Children {
 public:
  /// The owner's worker has created `count` more children.
  void created(std::uint32_t count = 1) noexcept { local_ += k_leaf_done * count; }

  /// Another worker has made one, on behalf of one that has not retired; or any worker once the owner has closed.
  void created_elsewhere() noexcept {
    // order: relaxed — that one's own report comes behind it, and is the one that others wait for.
    remote_.fetch_add(k_leaf_done, std::memory_order_relaxed);
  }
  /// Whether the owner has closed, and not all are over. Any worker that knows of one.
  bool closed() const noexcept {
    // order: acquire — pairs with close(): its report to its own owner comes before.
    return (remote_.load(std::memory_order_acquire) & k_closed) != 0;
  }

  /// A report made by the worker that runs the owner.
  void leave_local(Departure departure) noexcept { local_ -= departure; }

  /// A report by any other worker, or by any worker once the owner has closed. After the call the owner may be gone.
  AfterReport leave_remote(Departure departure) noexcept {
    // order: acq_rel — release: the child's effects are visible to the owner's acquire load in sum() and to whoever
    // gets `last`; acquire: who gets `last` retires the owner and must see all that the other children did.
    const std::uint64_t before = remote_.fetch_sub(departure, std::memory_order_acq_rel);
    if ((before & k_closed) != 0)
      return ((before - departure) & k_counts) == 0 ? AfterReport::last : AfterReport::nothing;
    return (before & k_waiting) != 0 ? AfterReport::wake_owner : AfterReport::nothing;
  }

  /// Children whose body has not finished. Owner's worker only.
  std::uint32_t unfinished() const noexcept { return static_cast<std::uint32_t>(sum()); }
  /// Children whose subtree has not retired. Owner's worker only.
  std::uint32_t unretired() const noexcept { return static_cast<std::uint32_t>(sum() >> 32); }
  /// True when no child was ever created, or all have retired in full view of the owner. Owner's worker only.
  bool none() const noexcept { return sum() == 0; }

  /// Says that the owner is about to sleep until a remote report comes; the owner must look at the count again after
  /// it.
  void announce_wait() noexcept {
    // order: seq_cst — a Dekker pair with leave_remote's read-modify-write: either the reporter sees the flag, or the
    // owner's next look sees the report.
    remote_.fetch_or(k_waiting, std::memory_order_seq_cst);
  }
  void end_wait() noexcept {
    // order: relaxed — only the owner sets and clears the flag; a late wake-up is harmless.
    remote_.fetch_and(~k_waiting, std::memory_order_relaxed);
  }

  /// The owner's body is done and it will not look again: hands the count over to the reporters.
  /// @returns true when nothing was outstanding, so the caller retires the owner; false when a reporter will.
  bool close() noexcept {
    if (none()) return true;
    const std::uint64_t own = local_ - k_bias;  // read now: once closed, a reporter may retire the owner and reuse it
    // order: acq_rel — acquire: when nothing is left, the caller retires the owner and must see the children's effects;
    // release: the reporter that gets `last` must see the owner's.
    const std::uint64_t before = remote_.fetch_add(own + k_closed, std::memory_order_acq_rel);
    return ((before + own) & k_counts) == 0;
  }

  /// Moves remote reports over to the local half, so that neither half overflows however long the owner lives.
  void fold() noexcept {
    // order: relaxed — arithmetic only; the sum is unchanged and sum() has its own acquire.
    const std::uint64_t gone = k_bias - (remote_.load(std::memory_order_relaxed) & k_counts);
    // order: relaxed — as above.
    remote_.fetch_add(gone, std::memory_order_relaxed);
    local_ -= gone;
  }

  /// Ready for a new owner.
  void reset() noexcept {
    local_ = 0;
    // order: relaxed — the owner is not published yet.
    remote_.store(k_bias, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t k_waiting = std::uint64_t{1} << 63;
  static constexpr std::uint64_t k_closed = std::uint64_t{1} << 62;
  static constexpr std::uint64_t k_counts = k_closed - 1;
  // Keeps both halves of remote_ from borrowing while reports outrun local_; fold() restores it.
  static constexpr std::uint64_t k_bias = (std::uint64_t{1} << 61) | (std::uint64_t{1} << 31);

  std::uint64_t sum() const noexcept {
    // order: acquire — pairs with leave_remote: the child's effects are visible when its departure is.
    return local_ + (remote_.load(std::memory_order_acquire) & k_counts) - k_bias;
  }

  typename P::template atomic<std::uint64_t> remote_{k_bias};
  std::uint64_t local_ = 0;
};

}  // namespace heddle::graph
