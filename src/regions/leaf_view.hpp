// LeafView: what one worker counts and knows of the leaves. LeafViews: those of all workers.
//
// No task costs a shared counter: a worker adds to its own count of a leaf when it places a task there, and takes from
// its own when it runs the end of one, whoever placed that. A leaf's load is the sum over all workers, and a single
// count may be below 0. Who places tasks sums up now and then, and knows its own ones at once.
//
// A view is its worker's own but for the counts, which anybody reads. Views stay until the process ends. Sums are
// hints: read without order, late by k_between_us for each worker.
#pragma once

#include <cstdint>
#include <memory>

#include "base/cache_line.hpp"
#include "process/types.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::regions {

using process::P;

class LeafView {
 public:
  /// @returns null: no memory
  static LeafView* make(std::uint32_t leaves, std::uint32_t nodes) noexcept;

  /// A task more or less there.
  void count(std::uint32_t leaf, std::int32_t change) noexcept;
  /// The load of all workers, about.
  std::uint32_t load(std::uint32_t leaf) const noexcept { return seen_[leaf / k_in_line].of[leaf % k_in_line]; }
  /// The child chosen last below a node.
  std::uint32_t& winner(std::uint32_t node) noexcept { return winners_[node / k_in_line].of[node % k_in_line]; }
  /// For what has its turn.
  std::uint32_t next_turn() noexcept { return turn_++; }

 private:
  friend class LeafViews;
  static constexpr std::uint32_t k_in_line = base::k_line_bytes / sizeof(std::uint32_t);
  // Whole lines: the neighbours in memory are other workers'.
  struct alignas(base::k_line_bytes) Counts {
    P::atomic<std::int32_t> of[k_in_line]{};
  };
  struct alignas(base::k_line_bytes) Numbers {
    std::uint32_t of[k_in_line]{};
  };

  std::unique_ptr<Counts[]> counts_;  // by leaf
  std::unique_ptr<Numbers[]> seen_;   // by leaf
  std::unique_ptr<Numbers[]> winners_;
  std::uint32_t turn_ = 0;
  std::uint32_t looked_us_ = 0;  // when it has summed up last
  std::uint32_t patience_us_ = 0;
  std::uint32_t number_ = 0;
  LeafView* next_ = nullptr;
};

class LeafViews {
 public:
  LeafViews() = default;
  LeafViews(const LeafViews&) = delete;
  LeafViews& operator=(const LeafViews&) = delete;
  ~LeafViews();

  void begin(std::uint32_t leaves, std::uint32_t nodes) noexcept {
    leaves_ = leaves;
    nodes_ = nodes;
  }
  /// The one of the worker that keeps it there, made with its first use. @returns null: no memory
  LeafView* of(LeafView*& kept) noexcept {
    if (kept == nullptr) [[unlikely]]
      kept = add();
    return kept;
  }
  /// Sums up what all have counted, if that was long ago. The view's worker
  void look(LeafView& view) const noexcept;
  /// The load of a leaf as it is.
  std::uint32_t load(std::uint32_t leaf) const noexcept;

  /// Around a fork. In the child nothing has been counted.
  void lock() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { adding_.lock(); }
  void unlock() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { adding_.unlock(); }
  void forget_all() noexcept;

 private:
  // Each line of counts is read once in so many microseconds on average, however many workers look.
  static constexpr std::uint32_t k_between_us = 4;

  [[gnu::cold]] LeafView* add() noexcept HEDDLE_EXCLUDES(adding_);
  LeafView* first() const noexcept {
    // order: acquire — pairs with add().
    return first_.load(std::memory_order_acquire);
  }

  std::uint32_t leaves_ = 1;
  std::uint32_t nodes_ = 1;
  sync::SpinLock<P> adding_;  // held by who puts a view in front; what is in front is read without
  P::atomic<LeafView*> first_{nullptr};
};

}  // namespace heddle::regions
