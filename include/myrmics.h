/* myrmics.h: regions and tasks on them, under the names of the Myrmics paper (S. Lyberis, P. Pratikakis, I. Mavroidis,
 * D. Nikolopoulos, "Myrmics: Scalable, Dependency-aware Task Scheduling on Heterogeneous Manycores", V-A). Programs
 * that were written for it compile unchanged. docs/regions.md is the tutorial.
 *
 * C11 and C++11, GCC and Clang. Link with -lheddle. All calls but myrmics_run and myrmics_on_error are for tasks; main
 * is one. A mistake ends the program with one line that names the call, what is wrong and where; myrmics_on_error
 * changes that.
 *
 * The header also defines the small library that such programs use (printf, memcpy, rand(seed), sqrt ...), and of the
 * system's headers only <stdarg.h>, <stddef.h> and <stdint.h>. MYRMICS_NO_COMPAT_NAMES, defined before, leaves that out
 * and includes <stdio.h>. */
#ifndef MYRMICS_H
#define MYRMICS_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#ifdef MYRMICS_NO_COMPAT_NAMES
#include <stdio.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** The body of a task. It is called with the task's arguments, machine words, in order. */
#pragma GCC diagnostic push
#if defined(__clang__) && !defined(__cplusplus)
#pragma GCC diagnostic ignored "-Wstrict-prototypes"
#endif
typedef void (*func_t)();
#pragma GCC diagnostic pop
/** The name of a region: odd, at least 3, never used again; 0 is the root region. */
typedef uint64_t rid_t;

/* What a task says of an argument. */
#define SYS_TYPE_IN_ARG (1u << 0)      /* reads */
#define SYS_TYPE_OUT_ARG (1u << 1)     /* writes; what it leaves alone keeps its value */
#define SYS_TYPE_NO_TRANSFER (1u << 2) /* waits like any other, but touches nothing: it only hands on */
#define SYS_TYPE_SAFE (1u << 3)        /* not analysed: a value, or what another argument covers */
#define SYS_TYPE_REGION (1u << 4)      /* the argument is a rid_t: the region with all that it holds */
#define SYS_TYPE_FRESH (1u << 5)       /* with OUT: the old contents are not wanted, and undefined */
#define SYS_TYPE_INOUT_ARG (SYS_TYPE_IN_ARG | SYS_TYPE_OUT_ARG)
#define SYS_TYPE_BYVALUE_ARG (SYS_TYPE_IN_ARG | SYS_TYPE_SAFE)
/* The same in the words of the paper (Fig. 4), and of programs written after it. */
#define SYS_TYPE_NOTRANSFER_ARG SYS_TYPE_NO_TRANSFER
#define SYS_TYPE_SAFE_ARG SYS_TYPE_SAFE
#define SYS_TYPE_REGION_ARG SYS_TYPE_REGION
#define SYS_TYPE_FRESH_ARG SYS_TYPE_FRESH
#define TYPE_IN_ARG SYS_TYPE_IN_ARG
#define TYPE_OUT_ARG SYS_TYPE_OUT_ARG
#define TYPE_INOUT_ARG SYS_TYPE_INOUT_ARG
#define TYPE_NOTTRANSFER_ARG SYS_TYPE_NO_TRANSFER
#define TYPE_SAFE_ARG SYS_TYPE_SAFE
#define TYPE_REGION_ARG SYS_TYPE_REGION
#define TYPE_BYVALUE_ARG SYS_TYPE_BYVALUE_ARG

/** Runs table[0] with `n` argument words as the main task, and returns when all tasks are over. Any thread may call it,
 *  one at a time, and again.
 *  @param table  the bodies; sys_spawn names them by their place in it
 *  @param args   n words; may be null when n is 0
 *  @returns      0, or the status of a failure (EINVAL: bad arguments; EBUSY: tasks run already) */
int myrmics_run(func_t* table, void** args, unsigned n);

/** The same, and where a launcher has started several ranks it returns on all of them when the run is over; main runs
 *  on rank 0 in either case. myrmics_run returns on rank 0 alone: the others run tasks until the program ends there,
 *  and end with its status. docs/cluster.md says how ranks are started. */
int myrmics_run_everywhere(func_t* table, void** args, unsigned n);

/** What is called instead of the program's end when a call is refused.
 *  @param code  an errno value
 *  @param text  "<call>: <what>, <remedy>"; valid during the call
 *  When it returns, the call has done nothing and gives NULL or 0. */
typedef void (*myrmics_error_handler)(int code, const char* text, const char* file, int line);
/** Sets the handler; null is the program's end again.
 *  @returns the one before */
myrmics_error_handler myrmics_on_error(myrmics_error_handler handler);

/** An object of at least `size` bytes in region r, 64-byte aligned, its contents undefined. All of the size rounded up
 * to 64 may be used.
 *  @returns null when size is 0 */
#define sys_alloc(size, r) _sys_alloc(__FILE__, __LINE__, (size), (r))
/** n objects of one size in region r, n at least 1; their addresses go to objs[0] to objs[n - 1]. */
#define sys_balloc(size, r, n, objs) _sys_balloc(__FILE__, __LINE__, (size), (r), (n), (objs))
/** Frees an object by its start; null does nothing. */
#define sys_free(p) _sys_free(__FILE__, __LINE__, (p))
/** Resizes an object, or moves it to region r, or both; keeps the smaller number of bytes. Null allocates; size 0
 * frees.
 *  @returns the object, the same pointer if size and region are what they were */
#define sys_realloc(p, size, r) _sys_realloc(__FILE__, __LINE__, (p), (size), (r))
/** A new region within `parent`. @param level how high in the tree of schedulers: 0 a leaf, 99 the top. */
#define sys_ralloc(parent, level) _sys_ralloc(__FILE__, __LINE__, (parent), (level))
/** Frees a region with its objects and the regions in it. */
#define sys_rfree(r) _sys_rfree(__FILE__, __LINE__, (r))
/** A task: table[idx] with these arguments. Both arrays are copied.
 *  @param types  SYS_TYPE_ bits for each argument */
#define sys_spawn(idx, args, types, n) _sys_spawn(__FILE__, __LINE__, (idx), (args), (types), (n))
/** Waits until each argument is available again in that mode: until the tasks spawned by the calling one that hold it,
 *  or part of it, in a mode that this one may not join, are over. */
#define sys_wait(args, types, n) _sys_wait(__FILE__, __LINE__, (args), (types), (n))
/** The same, all inout; objects or regions. */
#define sys_wait_on(ptrs, n) _sys_wait_on(__FILE__, __LINE__, (ptrs), (n))
/** The worker that runs the task, from 0; how many workers and scheduler nodes there are. */
#define sys_get_worker_id() _sys_get_worker_id(__FILE__, __LINE__)
#define sys_get_num_workers() _sys_get_num_workers(__FILE__, __LINE__)
#define sys_get_num_schedulers() _sys_get_num_schedulers(__FILE__, __LINE__)

/* The functions behind the macros; translated programs call them directly. */
void* _sys_alloc(const char* file, int line, size_t size, rid_t r);
void _sys_balloc(const char* file, int line, size_t size, rid_t r, int n, void** objs);
void _sys_free(const char* file, int line, void* p);
void* _sys_realloc(const char* file, int line, void* p, size_t size, rid_t r);
rid_t _sys_ralloc(const char* file, int line, rid_t parent, int level);
void _sys_rfree(const char* file, int line, rid_t r);
void _sys_spawn(const char* file, int line, unsigned idx, void** args, unsigned* types, unsigned n);
void _sys_wait(const char* file, int line, void** args, unsigned* types, unsigned n);
void _sys_wait_on(const char* file, int line, void** ptrs, unsigned n);
int _sys_get_worker_id(const char* file, int line);
int _sys_get_num_workers(const char* file, int line);
int _sys_get_num_schedulers(const char* file, int line);

#ifndef MYRMICS_NO_COMPAT_NAMES

/* Text goes out a line at a time, whole, whatever other tasks print. */
int kt_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
int kt_vprintf(const char* format, va_list arguments) __attribute__((format(printf, 1, 0)));
int kt_sprintf(char* into, const char* format, ...) __attribute__((format(printf, 2, 3)));
int kt_vsprintf(char* into, const char* format, va_list arguments) __attribute__((format(printf, 2, 0)));
void* kt_memcpy(void* to, const void* from, size_t bytes);
void* kt_memset(void* at, int value, size_t bytes);
void* kt_memmove(void* to, const void* from, size_t bytes);
unsigned kt_rand(unsigned seed);
int kt_int_log2(int value);
int kt_int_log10(int value);
float ar_float_sqrt(float value);
float ar_float_pow(float base, float exponent);
/* A tick and a cycle are 100 ns, in 32 bits. sys_timer_* count from the calling thread's last reset. */
void ar_timer_reset(void);
unsigned ar_timer_get_cycles(void);
unsigned ar_timer_get_msec(void);
void ar_timer_busy_wait_cycles(unsigned cycles);
void ar_timer_busy_wait_msec(unsigned msec);
unsigned ar_free_timer_get_ticks(void);
unsigned ar_free_timer_get_cycles(void);
void _sys_assertion_failed(const char* file, int line, const char* what);
void _sys_abort(const char* file, int line);

#define printf kt_printf
#define vprintf kt_vprintf
#define sprintf kt_sprintf
#define vsprintf kt_vsprintf
#define memcpy kt_memcpy
#define memset kt_memset
#define memmove kt_memmove
#define rand kt_rand
#define int_log2 kt_int_log2
#define int_log10 kt_int_log10
#define sqrt ar_float_sqrt
#define pow ar_float_pow
#define sys_timer_reset ar_timer_reset
#define sys_timer_get_cycles ar_timer_get_cycles
#define sys_timer_get_msec ar_timer_get_msec
#define sys_timer_busy_wait_cycles ar_timer_busy_wait_cycles
#define sys_timer_busy_wait_msec ar_timer_busy_wait_msec
#define sys_free_timer_get_ticks ar_free_timer_get_ticks
#define sys_free_timer_get_cycles ar_free_timer_get_cycles
#define sys_assert(condition) ((condition) ? (void)0 : _sys_assertion_failed(__FILE__, __LINE__, #condition))
#define sys_abort() _sys_abort(__FILE__, __LINE__)
#ifndef INT_MAX
#define INT_MAX 2147483647
#endif
#ifndef UINT_MAX
#define UINT_MAX 4294967295U
#endif
#ifndef FLT_MAX
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#endif

#endif /* MYRMICS_NO_COMPAT_NAMES */

#ifdef __cplusplus
}
#endif

#endif
