/* heddle/verify.h: what a program can tell HEDDLE_VERIFY, the mode that looks at depend clauses.
 *
 * C11 and C++11, GCC and Clang, Linux. Nothing to link: the function is looked up in the OpenMP runtime that the
 * program runs on, and does nothing where that is not Heddle, or HEDDLE_VERIFY is not set. */
#ifndef HEDDLE_VERIFY_H
#define HEDDLE_VERIFY_H

#include <dlfcn.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Says how long a piece of memory is that the next depend clause of this thread names: GCC passes addresses only.
 *
 *      heddle_verify_range(&a[i], n * sizeof a[0]);
 *      #pragma omp task depend(out : a[i : n])
 *
 *  @param address  its first byte, as the clause names it
 *  @param bytes    its length; 0: unknown
 *  Counts for one construct (task, or taskwait with depend); call it once for each list item. Any thread. Never fails.
 */
static inline void heddle_verify_range(const void* address, size_t bytes) {
  typedef void (*Function)(const void*, size_t);
  static void* found; /* the function, or &found where there is none; null: not looked up yet */
  // order: acquire, here, pairs with the release below: what dlsym found is there.
  void* function = __atomic_load_n(&found, __ATOMIC_ACQUIRE);
  if (function == NULL) {
    function = dlsym(NULL, "heddle_verify_range"); /* null is RTLD_DEFAULT */
    if (function == NULL) function = (void*)&found;
    __atomic_store_n(&found, function, __ATOMIC_RELEASE);
  }
  if (function != (void*)&found) __extension__((Function)function)(address, bytes);
}

#ifdef __cplusplus
}
#endif

#endif
