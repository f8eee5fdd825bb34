// The checks every conformance program is made of. A failed check prints where and what, and is
// counted; the program's exit status is check_result(). Any thread may call the macros.
#pragma once

#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

// A broken loop can fail a million times: only the first few lines help.
enum { k_check_lines = 20, k_exit_skip = 77 };

static inline int check_count_failure(void) {
  return __atomic_fetch_add(&check_failures, 1, __ATOMIC_RELAXED) < k_check_lines;
}

static inline void check_true(int held, const char *text, const char *file, int line) {
  if (!held && check_count_failure()) printf("%s:%d: not true: %s\n", file, line, text);
}

static inline void check_eq(long long got, long long want, const char *text, const char *file, int line) {
  if (got != want && check_count_failure())
    printf("%s:%d: %s is %lld, not %lld\n", file, line, text, got, want);
}

static inline int check_result(void) {
  if (check_failures) printf("%d checks failed\n", check_failures);
  fflush(stdout);
  return check_failures != 0;
}

// To be called inside what must exclude others: gives way while inside, so that on few processors too
// somebody else comes in if he can.
static inline void check_alone(int *inside, const char *file, int line) {
  check_eq(__atomic_fetch_add(inside, 1, __ATOMIC_ACQ_REL), 0, "number of others inside", file, line);
  sched_yield();
  __atomic_fetch_sub(inside, 1, __ATOMIC_ACQ_REL);
}

// Says why this program cannot judge the present setting (one thread, one processor) and leaves.
static inline int check_skip(const char *reason) {
  printf("skipped: %s\n", reason);
  return check_failures ? check_result() : k_exit_skip;
}

#define CHECK(cond) check_true(!!(cond), #cond, __FILE__, __LINE__)
#define CHECK_ALONE(inside) check_alone(&(inside), __FILE__, __LINE__)
#define CHECK_EQ(got, want) check_eq((long long)(got), (long long)(want), #got, __FILE__, __LINE__)

// A directive from a macro argument, so that a table of clauses becomes a table of loops.
#define OMP_PRAGMA(text) _Pragma(#text)
#define OMP(...) OMP_PRAGMA(omp __VA_ARGS__)

// Atomic helpers for hit counters: plain statements, so that tests of constructs other than
// `atomic` do not depend on `atomic`.
#define HIT(place) ((void)__atomic_fetch_add(&(place), 1, __ATOMIC_RELAXED))
#define PEEK(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define POKE(place, value) __atomic_store_n(&(place), (value), __ATOMIC_RELEASE)
