// omp_*_lock and omp_*_nest_lock, in both versions and for both languages.
//
// Memory: omp_lock_t has 4 bytes, omp_nest_lock_t 16 (8 in version OMP_1.0). Fortran's integers have 4 and 8, so its
// nestable lock is a pointer to the real one, except in version OMP_1.0, where it fits.
#include "omp/locks.hpp"

#include <new>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "runtime/current.hpp"

using namespace heddle;
using omp::NestLock;
using omp::OldNestLock;
using omp::SimpleLock;

namespace {

constexpr const char* k_not_held = "the lock is not set";
constexpr const char* k_not_owner = "the task does not hold the lock";
constexpr const char* k_no_lock = "the lock's address is null";

const void* self() noexcept { return runtime::current().task; }
std::uint32_t own_number() noexcept { return runtime::current().id; }

template <class Lock>
void make(Lock* lock, const char* function, const void* caller) noexcept {
  if (lock == nullptr) gomp::bad_call(function, caller, k_no_lock);
  new (lock) Lock;
}

template <class Lock>
void destroy(const Lock* lock, const char* function, const void* caller) noexcept {
  if (lock == nullptr) gomp::bad_call(function, caller, k_no_lock);
  if (lock->looks_locked()) gomp::bad_call(function, caller, "the lock is destroyed while it is set");
}

}  // namespace

// -- simple locks ----------------------------------------------------------------------------------------------------

extern "C" {

void HEDDLE_GOMP_EXPORT(omp_init_lock)(SimpleLock* lock) { make(lock, "omp_init_lock", __builtin_return_address(0)); }
void HEDDLE_GOMP_EXPORT(omp_destroy_lock)(SimpleLock* lock) {
  destroy(lock, "omp_destroy_lock", __builtin_return_address(0));
}
void HEDDLE_GOMP_EXPORT(omp_set_lock)(SimpleLock* lock) HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock->lock(); }
void HEDDLE_GOMP_EXPORT(omp_unset_lock)(SimpleLock* lock) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if (!lock->looks_locked()) [[unlikely]]
    gomp::bad_call("omp_unset_lock", __builtin_return_address(0), k_not_held);
  lock->unlock();
}
int HEDDLE_GOMP_EXPORT(omp_test_lock)(SimpleLock* lock) HEDDLE_NO_THREAD_SAFETY_ANALYSIS { return lock->try_lock(); }

// -- nestable locks --------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_init_nest_lock)(NestLock* lock) {
  make(lock, "omp_init_nest_lock", __builtin_return_address(0));
}
void HEDDLE_GOMP_EXPORT(omp_destroy_nest_lock)(NestLock* lock) {
  destroy(lock, "omp_destroy_nest_lock", __builtin_return_address(0));
}
void HEDDLE_GOMP_EXPORT(omp_set_nest_lock)(NestLock* lock) { lock->set(self()); }
void HEDDLE_GOMP_EXPORT(omp_unset_nest_lock)(NestLock* lock) {
  if (!lock->unset(self())) [[unlikely]] {
    gomp::bad_call("omp_unset_nest_lock", __builtin_return_address(0), k_not_owner);
  }
}
int HEDDLE_GOMP_EXPORT(omp_test_nest_lock)(NestLock* lock) { return static_cast<int>(lock->test(self())); }

// -- Fortran ---------------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_init_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_init_lock);
void HEDDLE_GOMP_EXPORT(omp_destroy_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_destroy_lock);
void HEDDLE_GOMP_EXPORT(omp_set_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_set_lock);
void HEDDLE_GOMP_EXPORT(omp_unset_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_unset_lock);
int HEDDLE_GOMP_EXPORT(omp_test_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_test_lock);

void HEDDLE_GOMP_EXPORT(omp_init_nest_lock_)(NestLock** lock) {
  *lock = new (std::nothrow) NestLock;
  if (*lock == nullptr) gomp::bad_call("omp_init_nest_lock", __builtin_return_address(0), "no memory for the lock");
}
void HEDDLE_GOMP_EXPORT(omp_destroy_nest_lock_)(NestLock** lock) {
  destroy(*lock, "omp_destroy_nest_lock", __builtin_return_address(0));
  delete *lock;
  *lock = nullptr;
}
void HEDDLE_GOMP_EXPORT(omp_set_nest_lock_)(NestLock** lock) { (*lock)->set(self()); }
void HEDDLE_GOMP_EXPORT(omp_unset_nest_lock_)(NestLock** lock) {
  if (!(*lock)->unset(self())) [[unlikely]] {
    gomp::bad_call("omp_unset_nest_lock", __builtin_return_address(0), k_not_owner);
  }
}
int HEDDLE_GOMP_EXPORT(omp_test_nest_lock_)(NestLock** lock) { return static_cast<int>((*lock)->test(self())); }

// -- version OMP_1.0 -------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT_OLD(omp_init_lock)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_init_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_lock)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_destroy_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_set_lock)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_set_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_lock)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_unset_lock);
int HEDDLE_GOMP_EXPORT_OLD(omp_test_lock)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_test_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_init_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_init_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_destroy_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_set_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_set_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_unset_lock);
int HEDDLE_GOMP_EXPORT_OLD(omp_test_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_test_lock);

void HEDDLE_GOMP_EXPORT_OLD(omp_init_nest_lock)(OldNestLock* lock) {
  make(lock, "omp_init_nest_lock", __builtin_return_address(0));
}
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_nest_lock)(OldNestLock* lock) {
  destroy(lock, "omp_destroy_nest_lock", __builtin_return_address(0));
}
void HEDDLE_GOMP_EXPORT_OLD(omp_set_nest_lock)(OldNestLock* lock) {
  if (!lock->set(own_number())) [[unlikely]] {
    gomp::bad_call("omp_set_nest_lock", __builtin_return_address(0), "the lock is set more than 4095 times");
  }
}
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_nest_lock)(OldNestLock* lock) {
  if (!lock->unset(own_number())) [[unlikely]] {
    gomp::bad_call("omp_unset_nest_lock", __builtin_return_address(0), "the thread does not hold the lock");
  }
}
int HEDDLE_GOMP_EXPORT_OLD(omp_test_nest_lock)(OldNestLock* lock) { return static_cast<int>(lock->test(own_number())); }
void HEDDLE_GOMP_EXPORT_OLD(omp_init_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_init_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_destroy_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_set_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_set_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_unset_nest_lock);
int HEDDLE_GOMP_EXPORT_OLD(omp_test_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_test_nest_lock);

}  // extern "C"
