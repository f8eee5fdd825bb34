/* heddle/settings.h: what a program can set in place of Heddle's environment variables.
 *
 * C11 and C++11, GCC and Clang, Linux. Nothing to link: the function is looked up in the OpenMP runtime that the
 * program runs on. */
#ifndef HEDDLE_SETTINGS_H
#define HEDDLE_SETTINGS_H

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sets what an environment variable of Heddle's stands for; what is set here wins over the environment.
 *
 *      heddle_set("HEDDLE_DEPENDENCE", "async");
 *      heddle_set("HEDDLE_ASYNC_MANAGERS", "all");
 *
 *  @param name   HEDDLE_SCHEDULER, HEDDLE_DEPENDENCE, HEDDLE_ASYNC_MANAGERS, HEDDLE_ASYNC_SPINS,
 *                HEDDLE_ASYNC_OPERATIONS, HEDDLE_ASYNC_READY, HEDDLE_ASYNC_AS_PRINTED, HEDDLE_LOOP, HEDDLE_SIGNALS,
 *                HEDDLE_INLINE or HEDDLE_WINDOW
 *  @param value  what the variable would hold (docs/environment.md)
 *  @returns      0: it is set
 *                EINVAL: there is no such name, or no such value; standard error says what is allowed
 *                EBUSY: too late, a thread has used OpenMP already; standard error says so
 *                ENOSYS: the program does not run on Heddle, or HEDDLE_DISABLE has handed it to another runtime
 *
 *  To be called before the first OpenMP construct and the first omp_ routine, by one thread. Changes nothing unless it
 *  returns 0. */
static inline int heddle_set(const char* name, const char* value) {
  typedef int (*Function)(const char*, const char*);
  void* function = dlsym(NULL, "heddle_set"); /* null is RTLD_DEFAULT */
  return function == NULL ? ENOSYS : __extension__((Function)function)(name, value);
}

#ifdef __cplusplus
}
#endif

#endif
