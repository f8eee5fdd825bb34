// UrgentPlace: the urgent tasks that one seat has put (urgent_queue.hpp), by families: those of one parent, highest
// priority first, then oldest. The families stand in a heap by their first task, in a table by parent, and in a list by
// age. So the first of all, and a waiting task's own children, are found at once, however many tasks are queued.
//
// Who waits for its descendants finds grandchildren by a walk over the families, the youngest first. It remembers how
// many had been born when it found none: what does not descend from it never will, so each family is looked at once.
//
// Invariant: whenever the lock is free, a family in the heap has tasks, `summit` is the priority of the first task and
// the place's bit among the occupied ones is set, or there is none, and it is not. Any thread.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <new>

#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "graph/heap.hpp"
#include "graph/task.hpp"
#include "probe/unseen.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::graph {

template <class P>
class alignas(base::k_line_bytes) UrgentHeap {
 public:
  static constexpr std::int64_t k_none = std::numeric_limits<std::int64_t>::min();

  UrgentHeap() = default;
  UrgentHeap(const UrgentHeap&) = delete;
  UrgentHeap& operator=(const UrgentHeap&) = delete;
  ~UrgentHeap() {
    const probe::Unseen unseen;
    for (Family* next = nullptr; unused_ != nullptr; unused_ = next) {
      next = unused_->in_bucket;
      delete unused_;
    }
    while (!families_.empty()) {  // only where tasks are left over
      Family* const family = families_.top();
      families_.remove(0);
      delete family;
    }
    delete[] buckets_;
  }

  /// Before anything else: where it is told whether there is something here.
  void set_up(typename P::template atomic<std::uint64_t>& occupied, std::uint64_t bit) noexcept {
    occupied_ = &occupied;
    bit_ = bit;
  }

  void put(Task<P>& task) noexcept {
    lock_.lock();
    // order: relaxed — the lock's holder reads its own family's address only.
    const Task<P>* const parent = task.parent.load(std::memory_order_relaxed);
    Family* family = find(parent);
    if (family == nullptr) family = begin(parent);
    family->tasks.put({&task, task.priority, next_sequence_++});
    if (family->position == k_nowhere) {
      families_.put(family);
    } else {
      families_.changed(family->position);
    }
    show(1);
    lock_.unlock();
  }

  /// The most urgent task, or null.
  Task<P>* take() noexcept {
    lock_.lock();
    Task<P>* const task = families_.empty() ? nullptr : take_from(*families_.top());
    lock_.unlock();
    return task;
  }

  /// A descendant of `ancestor`, or null: the first of all if it is one; else the first of its children; else one of
  /// the youngest family of descendants. @param seen  births that were looked at in vain, for this ancestor
  Task<P>* take_descendant(const Task<P>& ancestor, std::uint64_t& seen) noexcept {
    // order: relaxed — a family that comes into sight later is found later; who goes to sleep has passed a fence.
    if (births_.load(std::memory_order_relaxed) == seen) return nullptr;
    lock_.lock();
    Family* const family = family_of_descendants(ancestor, seen);
    Task<P>* const task = family == nullptr ? nullptr : take_from(*family);
    // order: relaxed — changes under the lock only.
    if (family == nullptr) seen = births_.load(std::memory_order_relaxed);
    lock_.unlock();
    return task;
  }

  /// The priority of the first task, or k_none; a hint.
  std::int64_t summit() const noexcept {
    // order: relaxed — a hint: who takes the task does so under the lock.
    return summit_.load(std::memory_order_relaxed);
  }
  /// How many tasks there are; a hint.
  std::uint32_t size() const noexcept {
    // order: relaxed — as above.
    return size_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint32_t k_nowhere = UINT32_MAX;

  struct Entry {
    Task<P>* task;
    std::int32_t priority;
    std::uint32_t sequence;  // wraps around
  };
  struct FirstEntry {
    static bool before(const Entry& left, const Entry& right) noexcept {
      if (left.priority != right.priority) return left.priority > right.priority;
      return static_cast<std::int32_t>(left.sequence - right.sequence) < 0;
    }
    static void moved(const Entry& /*entry*/, std::uint32_t /*at*/) noexcept {}
  };
  struct Family {
    const Task<P>* parent;
    Heap<Entry, FirstEntry> tasks;
    Family* in_bucket = nullptr;  // the next of its bucket, or of those not in use
    Family* older = nullptr;
    Family* younger = nullptr;
    std::uint64_t birth = 0;
    std::uint32_t position = k_nowhere;  // in the heap
  };
  struct FirstFamily {
    static bool before(const Family* left, const Family* right) noexcept {
      return FirstEntry::before(left->tasks.top(), right->tasks.top());
    }
    static void moved(Family* family, std::uint32_t at) noexcept { family->position = at; }
  };

  // Fibonacci hashing (Knuth, TAOCP 3, 6.4): task addresses are multiples of a line.
  Family*& bucket(const Task<P>* parent) const noexcept HEDDLE_REQUIRES(lock_) {
    const auto key = reinterpret_cast<std::uintptr_t>(parent) / base::k_line_bytes;
    return buckets_[(key * 0x9E3779B97F4A7C15u) >> shift_];
  }

  Family* find(const Task<P>* parent) const noexcept HEDDLE_REQUIRES(lock_) {
    if (count_ == 0) return nullptr;
    Family* family = bucket(parent);
    while (family != nullptr && family->parent != parent) family = family->in_bucket;
    return family;
  }

  // A family without tasks, which get_in() and end() undo.
  Family* begin(const Task<P>* parent) noexcept HEDDLE_REQUIRES(lock_) {
    if (count_ == room_) [[unlikely]]
      make_room();
    if (unused_ == nullptr) [[unlikely]]
      make_family();
    Family* const family = unused_;
    unused_ = family->in_bucket;
    family->parent = parent;
    // order: relaxed (both) — changes under the lock only; see take_descendant().
    family->birth = births_.load(std::memory_order_relaxed) + 1;
    births_.store(family->birth, std::memory_order_relaxed);
    family->younger = nullptr;
    family->older = youngest_;
    if (youngest_ != nullptr) youngest_->younger = family;
    youngest_ = family;
    enter(*family);
    ++count_;
    return family;
  }

  void enter(Family& family) noexcept HEDDLE_REQUIRES(lock_) {
    Family*& first = bucket(family.parent);
    family.in_bucket = first;
    first = &family;
  }

  void end(Family& family) noexcept HEDDLE_REQUIRES(lock_) {
    Family** link = &bucket(family.parent);
    while (*link != &family) link = &(*link)->in_bucket;
    *link = family.in_bucket;
    (family.younger == nullptr ? youngest_ : family.younger->older) = family.older;
    if (family.older != nullptr) family.older->younger = family.younger;
    families_.remove(family.position);
    family.position = k_nowhere;
    family.in_bucket = unused_;
    unused_ = &family;
    --count_;
  }

  [[gnu::cold, gnu::noinline]] void make_family() noexcept HEDDLE_REQUIRES(lock_) {
    const probe::Unseen unseen;
    unused_ = new (std::nothrow) Family{};
    HEDDLE_CHECK(unused_ != nullptr, "no memory left for tasks with a priority");
  }

  [[gnu::cold, gnu::noinline]] void make_room() noexcept HEDDLE_REQUIRES(lock_) {
    const probe::Unseen unseen;
    room_ = room_ == 0 ? 8 : 2 * room_;
    delete[] buckets_;
    buckets_ = new (std::nothrow) Family* [room_] {};
    HEDDLE_CHECK(buckets_ != nullptr, "no memory left for tasks with a priority");
    shift_ = 64 - static_cast<std::uint32_t>(std::countr_zero(room_));
    for (Family* family = youngest_; family != nullptr; family = family->older) enter(*family);
  }

  Task<P>* take_from(Family& family) noexcept HEDDLE_REQUIRES(lock_) {
    Task<P>* const task = family.tasks.top().task;
    family.tasks.remove(0);
    if (family.tasks.empty()) {
      end(family);
    } else {
      families_.changed(family.position);
    }
    show(-1);
    return task;
  }

  static bool descends(const Family& family, const Task<P>& ancestor) noexcept {
    return family.parent == &ancestor || (family.parent != nullptr && family.parent->descends_from(ancestor));
  }

  Family* family_of_descendants(const Task<P>& ancestor, std::uint64_t seen) const noexcept HEDDLE_REQUIRES(lock_) {
    if (families_.empty()) return nullptr;
    if (Family* const first = families_.top(); descends(*first, ancestor)) return first;
    if (Family* const children = find(&ancestor); children != nullptr) return children;
    Family* family = youngest_;
    while (family != nullptr && family->birth > seen && !descends(*family, ancestor)) family = family->older;
    return family != nullptr && family->birth > seen ? family : nullptr;
  }

  void show(std::int32_t change) noexcept HEDDLE_REQUIRES(lock_) {
    // order: relaxed (all) — written under the lock only; see summit() and size().
    const std::uint32_t before = size_.load(std::memory_order_relaxed);
    size_.store(before + static_cast<std::uint32_t>(change), std::memory_order_relaxed);
    const std::int64_t summit = families_.empty() ? k_none : families_.top()->tasks.top().priority;
    // order: relaxed (both) — as above.
    if (summit_.load(std::memory_order_relaxed) != summit) summit_.store(summit, std::memory_order_relaxed);
    if (change > 0 && before == 0) {
      // order: release — pairs with UrgentQueue::empty(): whoever sees the bit finds the task under the lock.
      occupied_->fetch_or(bit_, std::memory_order_release);
    } else if (families_.empty()) {
      occupied_->fetch_and(~bit_, std::memory_order_release);  // order: release — as above
    }
  }

  // The first line is looked at by all who seek a task; the lock is written by who takes or puts one.
  typename P::template atomic<std::int64_t> summit_{k_none};
  typename P::template atomic<std::uint64_t> births_{0};
  typename P::template atomic<std::uint32_t> size_{0};
  typename P::template atomic<std::uint64_t>* occupied_ = nullptr;
  std::uint64_t bit_ = 0;
  alignas(base::k_line_bytes) sync::SpinLock<P> lock_;
  std::uint32_t next_sequence_ HEDDLE_GUARDED_BY(lock_) = 0;
  std::uint32_t count_ HEDDLE_GUARDED_BY(lock_) = 0;  // families
  std::uint32_t room_ HEDDLE_GUARDED_BY(lock_) = 0;   // buckets
  std::uint32_t shift_ HEDDLE_GUARDED_BY(lock_) = 0;
  Family** buckets_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  Family* youngest_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  Family* unused_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  Heap<Family*, FirstFamily> families_ HEDDLE_GUARDED_BY(lock_);
};

}  // namespace heddle::graph
