// The locks of OpenMP (5.2, chapter 18.9), in the memory that omp.h gives them.
//
// A simple lock is a sync::Mutex. A nestable lock adds its owner, a task, and how often it was set. Programs of GCC 4.3
// and older (version OMP_1.0) have eight bytes for a nestable lock; there the owner is a thread.
// Invariant: `owner` equals a task only while that task holds the mutex, so only that task ever finds itself there.
// Zeroed memory is a free lock of each kind. Any thread may call anything.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"

namespace heddle::omp {

using SimpleLock = sync::Mutex<platform::Threads>;
static_assert(sizeof(SimpleLock) == 4, "omp_lock_t of GCC has four bytes");

class NestLock {
 public:
  /// Sets the lock for the task `self`, waiting for other owners.
  void set(const void* self) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(self)) {
      mutex_.lock();
      own(self);
    }
    ++count_;
  }

  /// @returns how often `self` has set it now; 0: another owner has it.
  std::uint32_t test(const void* self) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(self)) {
      if (!mutex_.try_lock()) return 0;
      own(self);
    }
    return ++count_;
  }

  /// @returns false when `self` does not hold it.
  [[nodiscard]] bool unset(const void* self) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(self)) return false;
    if (--count_ > 0) return true;
    // order: relaxed — the mutex orders the owners; see owned_by().
    owner_.store(nullptr, std::memory_order::relaxed);
    mutex_.unlock();
    return true;
  }

  bool looks_locked() const noexcept { return mutex_.looks_locked(); }

  /// How often its owner has set it. Called by the owner.
  std::uint32_t depth() const noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { return count_; }

 private:
  // order: relaxed — only `self` itself ever writes `self` here, so it cannot be misled by a stale value.
  bool owned_by(const void* self) const noexcept { return owner_.load(std::memory_order::relaxed) == self; }

  void own(const void* self) noexcept {
    // order: relaxed — as above.
    owner_.store(self, std::memory_order::relaxed);
  }

  SimpleLock mutex_;
  std::uint32_t count_ = 0;  // under the mutex
  platform::Threads::atomic<const void*> owner_{nullptr};
};
static_assert(sizeof(NestLock) == 16, "omp_nest_lock_t of GCC has sixteen bytes");

/// A nestable lock of version OMP_1.0: owned by a thread, known by its worker's number.
class OldNestLock {
 public:
  static constexpr std::uint32_t k_most_settings = (1U << 12) - 1;

  /// Sets the lock, waiting for other owners. @returns false when it has been set k_most_settings times.
  [[nodiscard]] bool set(std::uint32_t worker) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(worker)) {
      mutex_.lock();
      hold(worker, 0);
    }
    return test_again(worker) != 0;
  }

  /// @returns how often it has been set now; 0: another owner has it.
  std::uint32_t test(std::uint32_t worker) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(worker)) {
      if (!mutex_.try_lock()) return 0;
      hold(worker, 0);
    }
    return test_again(worker);
  }

  /// @returns false when the worker does not hold it.
  [[nodiscard]] bool unset(std::uint32_t worker) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (!owned_by(worker)) return false;
    const std::uint32_t left = settings() - 1;
    if (left > 0) {
      hold(worker, left);
      return true;
    }
    // order: relaxed — see owned_by().
    holder_.store(0, std::memory_order::relaxed);
    mutex_.unlock();
    return true;
  }

  bool looks_locked() const noexcept { return mutex_.looks_locked(); }
  /// How often it is set. For its owner.
  std::uint32_t depth() const noexcept { return settings(); }

 private:
  static constexpr std::uint32_t k_marks = (1U << 20) - 1;

  // Never 0; workers a million apart share one, which no process has.
  static std::uint32_t mark(std::uint32_t worker) noexcept { return worker % k_marks + 1; }

  // order: relaxed (all) — only the owner writes its own number here; the mutex orders the owners.
  bool owned_by(std::uint32_t worker) const noexcept {
    return holder_.load(std::memory_order::relaxed) >> 12 == mark(worker);
  }
  std::uint32_t settings() const noexcept { return holder_.load(std::memory_order::relaxed) & k_most_settings; }
  void hold(std::uint32_t worker, std::uint32_t settings) noexcept {
    // order: relaxed — as above.
    holder_.store(mark(worker) << 12 | settings, std::memory_order::relaxed);
  }
  std::uint32_t test_again(std::uint32_t worker) noexcept {
    const std::uint32_t now = settings() + 1;
    if (now > k_most_settings) return 0;
    hold(worker, now);
    return now;
  }

  SimpleLock mutex_;
  platform::Threads::atomic<std::uint32_t> holder_{0};  // worker + 1 in the upper 20 bits, settings in the lower 12
};
static_assert(sizeof(OldNestLock) == 8, "omp_nest_lock_t had eight bytes");

}  // namespace heddle::omp
