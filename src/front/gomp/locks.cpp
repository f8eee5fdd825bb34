// omp_*_lock and omp_*_nest_lock, in both versions and for both languages.
//
// Memory: omp_lock_t has 4 bytes, omp_nest_lock_t 16 (8 in version OMP_1.0). Fortran's integers have 4 and 8, so its
// nestable lock is a pointer to the real one, except in version OMP_1.0, where it fits.
#include "omp/locks.hpp"
#include "front/gomp/export.hpp"

using namespace heddle;
using omp::NestLock;
using omp::OldNestLock;
using omp::SimpleLock;

// -- simple locks ----------------------------------------------------------------------------------------------------

extern "C" {

void HEDDLE_GOMP_EXPORT(omp_init_lock)(SimpleLock* lock) {
  omp::init_lock(lock, {"omp_init_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_destroy_lock)(SimpleLock* lock) {
  omp::destroy_lock(lock, {"omp_destroy_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_set_lock)(SimpleLock* lock) { omp::set_lock(lock); }
void HEDDLE_GOMP_EXPORT(omp_unset_lock)(SimpleLock* lock) {
  if (!omp::unset_lock(lock)) [[unlikely]]
    process::bad_call("omp_unset_lock", __builtin_return_address(0), omp::k_lock_not_set);
}
int HEDDLE_GOMP_EXPORT(omp_test_lock)(SimpleLock* lock) { return omp::test_lock(lock); }

// -- nestable locks --------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_init_nest_lock)(NestLock* lock) {
  omp::init_lock(lock, {"omp_init_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_destroy_nest_lock)(NestLock* lock) {
  omp::destroy_lock(lock, {"omp_destroy_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_set_nest_lock)(NestLock* lock) { omp::set_nest_lock(lock); }
void HEDDLE_GOMP_EXPORT(omp_unset_nest_lock)(NestLock* lock) {
  if (!omp::unset_nest_lock(lock)) [[unlikely]]
    process::bad_call("omp_unset_nest_lock", __builtin_return_address(0), omp::k_lock_of_other_task);
}
int HEDDLE_GOMP_EXPORT(omp_test_nest_lock)(NestLock* lock) { return omp::test_nest_lock(lock); }

// -- Fortran ---------------------------------------------------------------------------------------------------------

void HEDDLE_GOMP_EXPORT(omp_init_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_init_lock);
void HEDDLE_GOMP_EXPORT(omp_destroy_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_destroy_lock);
void HEDDLE_GOMP_EXPORT(omp_set_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_set_lock);
void HEDDLE_GOMP_EXPORT(omp_unset_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_unset_lock);
int HEDDLE_GOMP_EXPORT(omp_test_lock_)(SimpleLock*) HEDDLE_GOMP_ALIAS(omp_test_lock);

void HEDDLE_GOMP_EXPORT(omp_init_nest_lock_)(NestLock** lock) {
  omp::init_nest_lock(lock, {"omp_init_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_destroy_nest_lock_)(NestLock** lock) {
  omp::destroy_nest_lock(lock, {"omp_destroy_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT(omp_set_nest_lock_)(NestLock** lock) { omp::set_nest_lock(*lock); }
void HEDDLE_GOMP_EXPORT(omp_unset_nest_lock_)(NestLock** lock) {
  if (!omp::unset_nest_lock(*lock)) [[unlikely]]
    process::bad_call("omp_unset_nest_lock", __builtin_return_address(0), omp::k_lock_of_other_task);
}
int HEDDLE_GOMP_EXPORT(omp_test_nest_lock_)(NestLock** lock) { return omp::test_nest_lock(*lock); }

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
  omp::init_lock(lock, {"omp_init_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_nest_lock)(OldNestLock* lock) {
  omp::destroy_lock(lock, {"omp_destroy_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_GOMP_EXPORT_OLD(omp_set_nest_lock)(OldNestLock* lock) {
  if (!omp::set_nest_lock(lock)) [[unlikely]]
    process::bad_call("omp_set_nest_lock", __builtin_return_address(0), omp::k_lock_set_too_often);
}
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_nest_lock)(OldNestLock* lock) {
  if (!omp::unset_nest_lock(lock)) [[unlikely]]
    process::bad_call("omp_unset_nest_lock", __builtin_return_address(0), omp::k_lock_of_other_thread);
}
int HEDDLE_GOMP_EXPORT_OLD(omp_test_nest_lock)(OldNestLock* lock) { return omp::test_nest_lock(lock); }
void HEDDLE_GOMP_EXPORT_OLD(omp_init_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_init_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_destroy_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_destroy_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_set_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_set_nest_lock);
void HEDDLE_GOMP_EXPORT_OLD(omp_unset_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_unset_nest_lock);
int HEDDLE_GOMP_EXPORT_OLD(omp_test_nest_lock_)(OldNestLock*) HEDDLE_GOMP_ALIAS(old_omp_test_nest_lock);

}  // extern "C"
