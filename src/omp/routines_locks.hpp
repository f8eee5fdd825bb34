// The lock routines of omp.h (OpenMP 5.2, 18.9): what they check, and who the owner is.
//
// The owner of a nestable lock is the calling thread's task; in version OMP_1.0 it is the thread. A lock that the
// program only points to (Fortran's nestable lock) comes and goes with its init and destroy. Whatever is wrong ends the
// process: here in init and destroy; elsewhere the door says it, so that it asks for its caller only then (four
// instructions of the twelve of a lock that is left). Any thread.
#pragma once

#include <cstdint>
#include <new>

#include "omp/locks.hpp"
#include "process/bad_call.hpp"
#include "runtime/current.hpp"

namespace heddle::omp {

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

// -- simple locks ----------------------------------------------------------------------------------------------------

inline void set_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock->lock(); }

/// @returns false when it is not set
[[nodiscard]] inline bool unset_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  return lock->unlock_if_held();
}

inline bool test_lock(SimpleLock* lock) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { return lock->try_lock(); }

// -- nestable locks --------------------------------------------------------------------------------------------------

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

// -- version OMP_1.0 -------------------------------------------------------------------------------------------------

/// @returns false when it has been set too often
[[nodiscard]] inline bool set_nest_lock(OldNestLock* lock) noexcept { return lock->set(runtime::current().id); }

/// @returns false when the thread does not hold it
[[nodiscard]] inline bool unset_nest_lock(OldNestLock* lock) noexcept { return lock->unset(runtime::current().id); }

inline int test_nest_lock(OldNestLock* lock) noexcept { return static_cast<int>(lock->test(runtime::current().id)); }

}  // namespace heddle::omp
