// The locks of OpenMP: those of the routines (5.2, chapter 18.9) in the memory that omp.h gives them, with what the
// routines check, and those of critical sections.
//
// A simple lock is a sync::Mutex. A nestable lock adds its owner, a task, and how often it was set. Programs of GCC 4.3
// and older (version OMP_1.0) have eight bytes for a nestable lock; there the owner is a thread.
// Invariant: `owner` equals a task only while that task holds the mutex, so only that task ever finds itself there.
// Zeroed memory is a free lock of each kind. Any thread may call anything.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>

#include "base/cache_line.hpp"
#include "platform/threads/threads.hpp"
#include "process/bad_call.hpp"
#include "runtime/current.hpp"
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

// -- Critical sections: the lock of the nameless one, of atomics too wide for the processor, and of the named ones.
//
// A named section's lock lies in a word of the program, as wide as a pointer and zero at first, which every object file
// that names the section shares; a mutex fits into its first half. Any thread.

struct alignas(base::k_line_bytes) SectionLock {
  SimpleLock mutex;
};

/// `#pragma omp critical` without a name.
inline SectionLock unnamed_critical;
/// `#pragma omp atomic` on what the processor cannot do at once.
inline SectionLock wide_atomic;

/// The lock in a named section's word.
inline SimpleLock& named_critical(void** word) noexcept { return *reinterpret_cast<SimpleLock*>(word); }
static_assert(sizeof(SimpleLock) <= sizeof(void*));

// -- The lock routines of omp.h (OpenMP 5.2, 18.9): what they check, and who the owner is.
//
// The owner of a nestable lock is the calling thread's task; in version OMP_1.0 it is the thread. A lock that the
// program only points to (Fortran's nestable lock) comes and goes with its init and destroy. Whatever is wrong ends the
// process: here in init and destroy; elsewhere the door says it, so that it asks for its caller only then (four
// instructions of the twelve of a lock that is left). Any thread.

/// The call of a routine, for last words.
struct RoutineCall {
  const char* function;
  const void* caller;  // __builtin_return_address(0) of the exported function
};

[[noreturn, gnu::cold]] inline void end_wrong_call(RoutineCall call, const char* why) noexcept {
  process::bad_call(call.function, call.caller, why);
}

inline constexpr const char* k_lock_not_set = "the lock is not set";
inline constexpr const char* k_lock_of_other_task = "the task does not hold the lock";
inline constexpr const char* k_lock_of_other_thread = "the thread does not hold the lock";
inline constexpr const char* k_lock_set_too_often = "the lock is set more than 4095 times";

/// @param lock  memory of the program, with anything in it
template <class Lock>
void init_lock(Lock* lock, RoutineCall call) noexcept {
  if (lock == nullptr) end_wrong_call(call, "the lock's address is null");
  new (lock) Lock;
}

template <class Lock>
void destroy_lock(const Lock* lock, RoutineCall call) noexcept {
  if (lock == nullptr) end_wrong_call(call, "the lock's address is null");
  if (lock->looks_locked()) end_wrong_call(call, "the lock is destroyed while it is set");
}

// Simple locks.

inline void set_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock->lock(); }

/// @returns false when it is not set
[[nodiscard]] inline bool unset_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  return lock->unlock_if_held();
}

inline bool test_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { return lock->try_lock(); }

// Nestable locks.

inline void set_nest_lock(NestLock* lock) noexcept { lock->set(runtime::current().task); }

/// @returns false when the task does not hold it
[[nodiscard]] inline bool unset_nest_lock(NestLock* lock) noexcept { return lock->unset(runtime::current().task); }

/// @returns how often the task has set it now; 0: another has it
inline int test_nest_lock(NestLock* lock) noexcept { return static_cast<int>(lock->test(runtime::current().task)); }

/// A nestable lock that the program points to.
inline void init_nest_lock(NestLock** lock, RoutineCall call) noexcept {
  *lock = new (std::nothrow) NestLock;
  if (*lock == nullptr) end_wrong_call(call, "no memory for the lock");
}

inline void destroy_nest_lock(NestLock** lock, RoutineCall call) noexcept {
  destroy_lock(*lock, call);
  delete *lock;
  *lock = nullptr;
}

// Version OMP_1.0.

/// @returns false when it has been set too often
[[nodiscard]] inline bool set_nest_lock(OldNestLock* lock) noexcept { return lock->set(runtime::current().id); }

/// @returns false when the thread does not hold it
[[nodiscard]] inline bool unset_nest_lock(OldNestLock* lock) noexcept { return lock->unset(runtime::current().id); }

inline int test_nest_lock(OldNestLock* lock) noexcept { return static_cast<int>(lock->test(runtime::current().id)); }

}  // namespace heddle::omp
