// __kmpc_*_lock and _nest_lock: the routines of omp.h as Intel's compilers call them; locks with hints.
//
// Memory: a lock is a pointer's bytes of the program. A simple lock lies in them; a nestable one is pointed to, as in
// Fortran's interface. Hints are taken note of by nobody.
#include "omp/locks.hpp"
#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"

using heddle::kmpc::Ident;
using heddle::kmpc::ThreadNumber;
using heddle::omp::NestLock;
using heddle::omp::SimpleLock;

// The routines, shared with the other interface.
extern "C" {
void heddle_omp_init_lock(SimpleLock* lock);
void heddle_omp_destroy_lock(SimpleLock* lock);
void heddle_omp_set_lock(SimpleLock* lock);
void heddle_omp_unset_lock(SimpleLock* lock);
int heddle_omp_test_lock(SimpleLock* lock);
void heddle_omp_init_nest_lock_(NestLock** lock);
void heddle_omp_destroy_nest_lock_(NestLock** lock);
void heddle_omp_set_nest_lock_(NestLock** lock);
void heddle_omp_unset_nest_lock_(NestLock** lock);
int heddle_omp_test_nest_lock_(NestLock** lock);

void HEDDLE_KMPC_EXPORT(__kmpc_init_lock)(Ident*, ThreadNumber, SimpleLock* lock) { heddle_omp_init_lock(lock); }
void HEDDLE_KMPC_EXPORT(__kmpc_init_lock_with_hint)(Ident*, ThreadNumber, SimpleLock* lock, std::uintptr_t) {
  heddle_omp_init_lock(lock);
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_lock)(Ident*, ThreadNumber, SimpleLock* lock) { heddle_omp_destroy_lock(lock); }
void HEDDLE_KMPC_EXPORT(__kmpc_set_lock)(Ident*, ThreadNumber, SimpleLock* lock) { heddle_omp_set_lock(lock); }
void HEDDLE_KMPC_EXPORT(__kmpc_unset_lock)(Ident*, ThreadNumber, SimpleLock* lock) { heddle_omp_unset_lock(lock); }
int HEDDLE_KMPC_EXPORT(__kmpc_test_lock)(Ident*, ThreadNumber, SimpleLock* lock) { return heddle_omp_test_lock(lock); }

void HEDDLE_KMPC_EXPORT(__kmpc_init_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  heddle_omp_init_nest_lock_(lock);
}
void HEDDLE_KMPC_EXPORT(__kmpc_init_nest_lock_with_hint)(Ident*, ThreadNumber, NestLock** lock, std::uintptr_t) {
  heddle_omp_init_nest_lock_(lock);
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  heddle_omp_destroy_nest_lock_(lock);
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  heddle_omp_set_nest_lock_(lock);
}
void HEDDLE_KMPC_EXPORT(__kmpc_unset_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  heddle_omp_unset_nest_lock_(lock);
}
int HEDDLE_KMPC_EXPORT(__kmpc_test_nest_lock)(Ident*, ThreadNumber, NestLock** lock) {
  return heddle_omp_test_nest_lock_(lock);
}

void HEDDLE_KMPC_EXPORT(omp_init_lock_with_hint)(SimpleLock* lock, int /*hint*/) { heddle_omp_init_lock(lock); }
void HEDDLE_KMPC_EXPORT(omp_init_nest_lock_with_hint)(NestLock** lock, int /*hint*/) {
  heddle_omp_init_nest_lock_(lock);
}

}  // extern "C"
