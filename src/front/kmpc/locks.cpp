// __kmpc_*_lock and _nest_lock: the routines of omp.h as Intel's compilers call them; locks with hints.
//
// Memory: a lock is a pointer's bytes of the program. A simple lock lies in them; a nestable one is pointed to, as in
// Fortran's interface. Hints are taken note of by nobody.
#include "omp/locks.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"

using namespace heddle;
using heddle::kmpc::Ident;
using heddle::kmpc::ThreadNumber;
using heddle::omp::NestLock;
using heddle::omp::SimpleLock;

extern "C" {

void HEDDLE_KMPC_EXPORT(__kmpc_init_lock)(Ident*, ThreadNumber, SimpleLock* lock) {
  omp::init_lock(lock, {"__kmpc_init_lock", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_init_lock_with_hint)(Ident*, ThreadNumber, SimpleLock* lock, std::uintptr_t) {
  omp::init_lock(lock, {"__kmpc_init_lock_with_hint", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_lock)(Ident*, ThreadNumber, SimpleLock* lock) {
  omp::destroy_lock(lock, {"__kmpc_destroy_lock", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_lock)(Ident*, ThreadNumber, SimpleLock* lock) { omp::set_lock(lock); }
void HEDDLE_KMPC_EXPORT(__kmpc_unset_lock)(Ident*, ThreadNumber, SimpleLock* lock) {
  if (!omp::unset_lock(lock)) [[unlikely]]
    process::bad_call("__kmpc_unset_lock", __builtin_return_address(0), omp::k_lock_not_set);
}
int HEDDLE_KMPC_EXPORT(__kmpc_test_lock)(Ident*, ThreadNumber, SimpleLock* lock) { return omp::test_lock(lock); }

void HEDDLE_KMPC_EXPORT(__kmpc_init_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  omp::init_nest_lock(lock, {"__kmpc_init_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_init_nest_lock_with_hint)(Ident*, ThreadNumber, NestLock** lock, std::uintptr_t) {
  omp::init_nest_lock(lock, {"__kmpc_init_nest_lock_with_hint", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  omp::destroy_nest_lock(lock, {"__kmpc_destroy_nest_lock", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_nest_lock)(Ident*, ThreadNumber, NestLock** lock) { omp::set_nest_lock(*lock); }
void HEDDLE_KMPC_EXPORT(__kmpc_unset_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  if (!omp::unset_nest_lock(*lock)) [[unlikely]]
    process::bad_call("__kmpc_unset_nest_lock", __builtin_return_address(0), omp::k_lock_of_other_task);
}
int HEDDLE_KMPC_EXPORT(__kmpc_test_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  return omp::test_nest_lock(*lock);
}

void HEDDLE_KMPC_EXPORT(omp_init_lock_with_hint)(SimpleLock* lock, int /*hint*/) {
  omp::init_lock(lock, {"omp_init_lock_with_hint", __builtin_return_address(0)});
}
void HEDDLE_KMPC_EXPORT(omp_init_nest_lock_with_hint)(NestLock** lock, int /*hint*/) {
  omp::init_nest_lock(lock, {"omp_init_nest_lock_with_hint", __builtin_return_address(0)});
}

}  // extern "C"
