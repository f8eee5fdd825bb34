// heddle/detail/baton.hpp: at a place in a queue, who comes in turn and who lets it in meet in any order.
//
// Invariant: of arrive() by the one whose place it is, and pass() by the one in front of it, exactly one says that the
// other has been there already; it goes on with what the first has left, and sees it. The place is clear() then, and
// may be used again by two that come behind that. Word is std::atomic<unsigned>, or a model's. Wait-free. Model:
// tests/model/baton_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::detail {

template <class Word = std::atomic<unsigned>>
class baton {
 public:
  /// Whether pass() has been there: arrive() need not be called then.
  bool lies_here() const noexcept {
    // order: acquire — pairs with pass(): what the one in front has done.
    return word_.load(std::memory_order_acquire) == k_passed;
  }
  /// It is here, and has left what others need to go on for it. @returns whether pass() came before: it is its turn
  bool arrive() noexcept {
    // order: acq_rel — release: what it has left, for pass(); acquire: as in lies_here().
    return word_.exchange(k_waits, std::memory_order_acq_rel) == k_passed;
  }
  /// The one in front is through. @returns whether arrive() came before: the caller goes on for it
  bool pass() noexcept {
    // order: acq_rel — acquire: what arrive() has left; release: what was done in front, for the one who comes.
    return word_.exchange(k_passed, std::memory_order_acq_rel) == k_waits;
  }
  /// For the next two. By the one that came second.
  void clear() noexcept {
    // order: relaxed — who comes next comes behind this by other ways.
    word_.store(k_nobody, std::memory_order_relaxed);
  }

 private:
  static constexpr unsigned k_nobody = 0;
  static constexpr unsigned k_waits = 1;
  static constexpr unsigned k_passed = 2;

  Word word_{k_nobody};
};

/// The turns of a stage that takes items as they come. Their places lie in a ring, which has at least as many as items
/// may be under way.
///
/// Invariant: who has drawn a turn comes behind whoever used its place before. Of the items that have drawn the turns
/// of one round of the ring, and this one, the one that was issued last came behind the end of another one, by its
/// token; behind which all turns before that one's are served. Model: tests/model/baton_test.cpp.
template <class Count = std::atomic<std::uint64_t>>
class turn_counter {
 public:
  std::uint64_t draw() noexcept {
    // order: acq_rel — release: what the item comes behind, for all that draw later; acquire: the same of those before.
    return next_.fetch_add(1, std::memory_order_acq_rel);
  }

 private:
  Count next_{0};
};

/// How many items may be under way. The source holds one of these tokens while it looks for an item.
///
/// Invariant: take() and give_back() together see to it that the source runs in one place, or waits, and never both:
/// whoever gives a token back while it waits becomes the source. Model: tests/model/baton_test.cpp.
template <class Count = std::atomic<long>>
class tokens {
 public:
  /// @param count  at least 1; the source has the first
  explicit tokens(long count) noexcept : free_(count - 1) {}

  /// The source's token goes with an item. @returns whether the source has another one; else it waits
  bool take() noexcept {
    // order: acq_rel — release: where the source stands, for who takes it up; acquire: what items have done whose
    // tokens it uses again.
    return free_.fetch_sub(1, std::memory_order_acq_rel) > 0;
  }
  /// An item is through. @returns whether the source waits for this: the caller takes it up
  bool give_back() noexcept {
    // order: acq_rel — pairs with take().
    return free_.fetch_add(1, std::memory_order_acq_rel) < 0;
  }

 private:
  Count free_;  // -1: there is none, and the source waits
};

}  // namespace heddle::detail
