// Epochs: until when a destroyed block must stay, without a count that all its readers write.
//
// An EDT that names blocks enters the current epoch when it becomes runnable and leaves it when it has ended, perhaps
// on another thread. Each thread counts both, for even and odd epochs, in words that only it writes. The epoch moves
// from e to e + 1 when all that entered e - 1 have left; so only two are ever open. What is destroyed in epoch e may go
// when e + 1 has begun to close, that is when the epoch has moved on twice.
//
// Who begins to run leaves the epoch, and says in words of its thread what it reads: so an EDT that reads for long
// holds back what it reads, and nothing else. Said before it leaves, so whoever sees that it has left sees what it
// reads.
//
// Who enters looks at the epoch again after it has counted; who moves it fences heavily in between: either the one sees
// that it has moved, or the other sees the count. Model: tests/model/ocr_epoch_test.cpp.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

#include "base/cache_line.hpp"

namespace heddle::ocr {

/// What EDTs on one thread read, in pieces that stay as long as the thread's counts.
template <class P>
struct Readings {
  static constexpr std::size_t k_room = 14;
  std::array<typename P::template atomic<const void*>, k_room> what{};
  typename P::template atomic<Readings*> more{nullptr};
};

/// A thread's counts. Written by it alone.
template <class P>
struct alignas(base::k_line_bytes) EpochCounts {
  std::array<typename P::template atomic<std::uint64_t>, 2> entered{};
  std::array<typename P::template atomic<std::uint64_t>, 2> left{};
  EpochCounts* next = nullptr;  // in the list of all threads'
  Readings<P> readings;
  std::size_t reading_count = 0;

  EpochCounts() = default;
  EpochCounts(const EpochCounts&) = delete;
  EpochCounts& operator=(const EpochCounts&) = delete;
  ~EpochCounts() {
    // order: relaxed (both) — the thread is gone.
    for (Readings<P>* piece = readings.more.load(std::memory_order_relaxed); piece != nullptr;) {
      Readings<P>* const next_piece = piece->more.load(std::memory_order_relaxed);
      delete piece;
      piece = next_piece;
    }
  }

  /// Says that the thread reads it, until forget(). @returns false when there is no memory
  bool keep(const void* what) noexcept {
    typename P::template atomic<const void*>* const word = word_at(reading_count);
    if (word == nullptr) return false;
    // order: relaxed — published by leave(), or in the epoch that its caller is in.
    word->store(what, std::memory_order_relaxed);
    ++reading_count;
    return true;
  }
  /// What came after the first so many is read no longer.
  void forget(std::size_t left_over) noexcept {
    while (reading_count > left_over)
      // order: release — pairs with BlockEpochs::for_each_reading(): what was read comes before.
      word_at(--reading_count)->store(nullptr, std::memory_order_release);
  }

  void count(typename P::template atomic<std::uint64_t>& word) noexcept {
    // order: relaxed, release — only this thread writes it; pairs with Epochs::all_left(): what the EDT did before.
    word.store(word.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  }

 private:
  typename P::template atomic<const void*>* word_at(std::size_t index) noexcept {
    Readings<P>* piece = &readings;
    for (; index >= Readings<P>::k_room; index -= Readings<P>::k_room) {
      // order: relaxed, release — only this thread writes it; pairs with for_each_reading().
      Readings<P>* next_piece = piece->more.load(std::memory_order_relaxed);
      if (next_piece == nullptr) {
        next_piece = new (std::nothrow) Readings<P>;
        if (next_piece == nullptr) return nullptr;
        piece->more.store(next_piece, std::memory_order_release);
      }
      piece = next_piece;
    }
    return &piece->what[index];
  }
};

template <class P>
class BlockEpochs {
 public:
  /// A thread comes. Its counts live as long as the epochs.
  void add(EpochCounts<P>& counts) noexcept {
    // order: relaxed, release on success — pairs with all_left().
    EpochCounts<P>* head = all_.load(std::memory_order_relaxed);
    do counts.next = head;
    while (!all_.compare_exchange_weak(head, &counts, std::memory_order_release, std::memory_order_relaxed));
  }

  /// @returns which of the two, for leave()
  bool enter(EpochCounts<P>& own) noexcept {
    for (;;) {
      // order: relaxed — looked at again behind the fence.
      const std::uint64_t epoch = now_.load(std::memory_order_relaxed);
      own.count(own.entered[epoch & 1]);
      P::light_fence();
      // order: acquire — pairs with advance(): what was freed before is not met again.
      if (now_.load(std::memory_order_acquire) == epoch) [[likely]]
        return (epoch & 1) != 0;
      own.count(own.left[epoch & 1]);
    }
  }
  void leave(EpochCounts<P>& own, bool odd) noexcept { own.count(own.left[odd ? 1 : 0]); }

  std::uint64_t now() const noexcept {
    // order: acquire — as in enter().
    return now_.load(std::memory_order_acquire);
  }

  /// Everything that is said to be read. What is destroyed and is not among it, when the epoch has moved on, is read by
  /// nobody.
  template <class Visit>
  void for_each_reading(Visit visit) const noexcept {
    // order: acquire (all) — pairs with add(), and with EpochCounts::keep() and forget().
    for (const EpochCounts<P>* one = all_.load(std::memory_order_acquire); one != nullptr; one = one->next)
      for (const Readings<P>* piece = &one->readings; piece != nullptr;
           piece = piece->more.load(std::memory_order_acquire))
        for (const auto& word : piece->what)
          if (const void* const what = word.load(std::memory_order_acquire); what != nullptr) visit(what);
  }

  /// Moves on if that may be. One thread at a time. @returns the current epoch
  std::uint64_t advance() noexcept {
    const std::uint64_t epoch = now();
    if (!all_left((epoch & 1) ^ 1)) return epoch;
    // order: release — pairs with enter().
    now_.store(epoch + 1, std::memory_order_release);
    // Whoever counted itself in by an older number has done so visibly, or will see the new one.
    P::heavy_fence();
    return epoch + 1;
  }

 private:
  // The leavers first: who left had entered, so no entry is missed whose leaving is seen.
  bool all_left(std::uint64_t which) const noexcept {
    std::uint64_t gone = 0;
    std::uint64_t come = 0;
    // order: acquire — pairs with add() and count().
    for (const EpochCounts<P>* one = all_.load(std::memory_order_acquire); one != nullptr; one = one->next)
      gone += one->left[which].load(std::memory_order_acquire);
    for (const EpochCounts<P>* one = all_.load(std::memory_order_acquire); one != nullptr; one = one->next)
      come += one->entered[which].load(std::memory_order_acquire);
    return gone == come;
  }

  typename P::template atomic<std::uint64_t> now_{2};
  typename P::template atomic<EpochCounts<P>*> all_{nullptr};
};

}  // namespace heddle::ocr
