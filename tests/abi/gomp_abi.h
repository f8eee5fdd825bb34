// The GOMP entry points as old binaries call them: prototypes for programs that go past the compiler.
#pragma once

#include <stdarg.h>

#include "check.h"

typedef _Bool truth;
typedef unsigned long long ull;
typedef void (*Body)(void*);

// GCC 4.1 to 4.8: the master calls the body itself between start and end.
void GOMP_parallel_start(Body, void*, unsigned);
void GOMP_parallel_end(void);
void GOMP_parallel_loop_static_start(Body, void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_dynamic_start(Body, void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_guided_start(Body, void*, unsigned, long, long, long, long);
void GOMP_parallel_loop_runtime_start(Body, void*, unsigned, long, long, long);
void GOMP_parallel_sections_start(Body, void*, unsigned, unsigned);

void GOMP_parallel(Body, void*, unsigned, unsigned);
void GOMP_parallel_loop_static(Body, void*, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_dynamic(Body, void*, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_guided(Body, void*, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_dynamic(Body, void*, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_guided(Body, void*, unsigned, long, long, long, long, unsigned);
void GOMP_parallel_loop_runtime(Body, void*, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_nonmonotonic_runtime(Body, void*, unsigned, long, long, long, unsigned);
void GOMP_parallel_loop_maybe_nonmonotonic_runtime(Body, void*, unsigned, long, long, long, unsigned);
void GOMP_parallel_sections(Body, void*, unsigned, unsigned, unsigned);

#define LOOP_WITH_CHUNK(name)                                                \
  truth GOMP_loop_##name##_start(long, long, long, long, long*, long*);      \
  truth GOMP_loop_##name##_next(long*, long*);                               \
  truth GOMP_loop_ull_##name##_start(truth, ull, ull, ull, ull, ull*, ull*); \
  truth GOMP_loop_ull_##name##_next(ull*, ull*);
#define LOOP_WITHOUT_CHUNK(name)                                        \
  truth GOMP_loop_##name##_start(long, long, long, long*, long*);       \
  truth GOMP_loop_##name##_next(long*, long*);                          \
  truth GOMP_loop_ull_##name##_start(truth, ull, ull, ull, ull*, ull*); \
  truth GOMP_loop_ull_##name##_next(ull*, ull*);
LOOP_WITH_CHUNK(static)
LOOP_WITH_CHUNK(dynamic)
LOOP_WITH_CHUNK(guided)
LOOP_WITH_CHUNK(nonmonotonic_dynamic)
LOOP_WITH_CHUNK(nonmonotonic_guided)
LOOP_WITH_CHUNK(ordered_static)
LOOP_WITH_CHUNK(ordered_dynamic)
LOOP_WITH_CHUNK(ordered_guided)
LOOP_WITHOUT_CHUNK(runtime)
LOOP_WITHOUT_CHUNK(nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(maybe_nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(ordered_runtime)

// The OpenMP 5.0 starts: schedule 0 runtime, 1 static, 2 dynamic, 3 guided, 4 auto; top bit monotonic.
truth GOMP_loop_start(long, long, long, long, long, long*, long*, unsigned long*, void**);
truth GOMP_loop_ordered_start(long, long, long, long, long, long*, long*, unsigned long*, void**);
truth GOMP_loop_doacross_start(unsigned, long*, long, long, long*, long*, unsigned long*, void**);
truth GOMP_loop_ull_start(truth, ull, ull, ull, long, ull, ull*, ull*, unsigned long*, void**);
truth GOMP_loop_ull_ordered_start(truth, ull, ull, ull, long, ull, ull*, ull*, unsigned long*, void**);
truth GOMP_loop_ull_doacross_start(unsigned, ull*, long, ull, ull*, ull*, unsigned long*, void**);

truth GOMP_loop_doacross_static_start(unsigned, long*, long, long*, long*);
truth GOMP_loop_doacross_dynamic_start(unsigned, long*, long, long*, long*);
truth GOMP_loop_doacross_guided_start(unsigned, long*, long, long*, long*);
truth GOMP_loop_doacross_runtime_start(unsigned, long*, long*, long*);
truth GOMP_loop_ull_doacross_static_start(unsigned, ull*, ull, ull*, ull*);
truth GOMP_loop_ull_doacross_dynamic_start(unsigned, ull*, ull, ull*, ull*);
truth GOMP_loop_ull_doacross_guided_start(unsigned, ull*, ull, ull*, ull*);
truth GOMP_loop_ull_doacross_runtime_start(unsigned, ull*, ull*, ull*);
void GOMP_doacross_post(long*);
void GOMP_doacross_wait(long, ...);
void GOMP_doacross_ull_post(ull*);
void GOMP_doacross_ull_wait(ull, ...);

void GOMP_loop_end(void);
void GOMP_loop_end_nowait(void);
truth GOMP_loop_end_cancel(void);
void GOMP_ordered_start(void);
void GOMP_ordered_end(void);
unsigned GOMP_sections_start(unsigned);
unsigned GOMP_sections2_start(unsigned, unsigned long*, void**);
unsigned GOMP_sections_next(void);
void GOMP_sections_end(void);
void GOMP_sections_end_nowait(void);
truth GOMP_sections_end_cancel(void);
truth GOMP_single_start(void);
void* GOMP_single_copy_start(void);
void GOMP_single_copy_end(void*);
void GOMP_barrier(void);
void GOMP_critical_start(void);
void GOMP_critical_end(void);
void GOMP_critical_name_start(void**);
void GOMP_critical_name_end(void**);
void GOMP_atomic_start(void);
void GOMP_atomic_end(void);

void GOMP_task(Body, void*, void (*)(void*, void*), long, long, truth, unsigned, void**, int, void*);
void GOMP_taskloop(Body, void*, void (*)(void*, void*), long, long, unsigned, unsigned long, int, long, long, long);
void GOMP_taskloop_ull(Body, void*, void (*)(void*, void*), long, long, unsigned, unsigned long, int, ull, ull, ull);
void GOMP_taskwait(void);
void GOMP_taskyield(void);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);

// OpenMP 4.0's target entry points, before GCC 6.
void GOMP_target(int, Body, const void*, unsigned long, void**, unsigned long*, unsigned char*);
void GOMP_target_data(int, const void*, unsigned long, void**, unsigned long*, unsigned char*);
void GOMP_target_end_data(void);
void GOMP_target_update(int, const void*, unsigned long, void**, unsigned long*, unsigned char*);
void GOMP_teams(unsigned, unsigned);
void GOMP_offload_register(const void*, int, const void*);
void GOMP_offload_unregister(const void*, int, const void*);
void GOMP_offload_register_ver(unsigned, const void*, int, const void*);
void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*);

enum { k_flag_depend = 8, k_flag_up = 256, k_flag_grainsize = 512, k_flag_if = 1024 };
enum { k_monotonic_bit = 31 };
