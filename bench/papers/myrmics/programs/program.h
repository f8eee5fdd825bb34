/* program.h: what the ten programs share: arguments of tasks, results that can be compared, the two ways to build one.
 *
 * A program is one source. Linked with libheddle its tasks run in parallel, with elision.c each runs where it is
 * spawned. With MYRMICS_SIMULATED it is a part of the simulator: COMPUTE costs time and computes nothing. */
#ifndef PROGRAM_H
#define PROGRAM_H

#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "digest.h"

enum {
  IN = SYS_TYPE_IN_ARG,
  OUT = SYS_TYPE_OUT_ARG,
  INOUT = SYS_TYPE_INOUT_ARG,
  VALUE = SYS_TYPE_BYVALUE_ARG,
  REGION = SYS_TYPE_REGION,
  NO_TRANSFER = SYS_TYPE_NO_TRANSFER
};

/* The arguments of a task to be spawned. */
enum { MOST_ARGUMENTS = 1100 };
typedef struct {
  unsigned n;
  void* words[MOST_ARGUMENTS];
  unsigned types[MOST_ARGUMENTS];
} Arguments;

static inline void pass(Arguments* to, unsigned type, uintptr_t word) {
  to->words[to->n] = (void*)word;
  to->types[to->n++] = type;
}
static inline void pass_value(Arguments* to, intptr_t value) { pass(to, VALUE, (uintptr_t)value); }
static inline void pass_object(Arguments* to, unsigned mode, const void* object) { pass(to, mode, (uintptr_t)object); }
static inline void pass_region(Arguments* to, unsigned mode, rid_t region) {
  pass(to, mode | REGION, (uintptr_t)region);
}
/* A region with a table in it that the task reads first: what else lies there it hands on. */
static inline void spawn(unsigned index, Arguments* arguments) {
  sys_spawn(index, arguments->words, arguments->types, arguments->n);
  arguments->n = 0;
}
static inline void wait_region(unsigned mode, rid_t region) {
  void* word = (void*)(uintptr_t)region;
  unsigned type = mode | REGION;
  sys_wait(&word, &type, 1);
}

#ifdef MYRMICS_SIMULATED
/* The running worker is busy for so many units of the program's work (sim/simulated.hpp says what one takes). */
void simulated_work(double units);
void simulated_begin(void);
void simulated_end(void);
#define COMPUTE(units, call)         \
  do {                               \
    simulated_work((double)(units)); \
    if (COMPUTES) call;              \
  } while (0)
#define COMPUTES 0
static inline void begin_time(void) { simulated_begin(); }
static inline void end_time(void) { simulated_end(); }
#else
#define COMPUTE(units, call) call
#define COMPUTES 1
static struct timespec program_begin;
static inline void begin_time(void) { clock_gettime(CLOCK_MONOTONIC, &program_begin); }
static inline void end_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("seconds %.6f\n",
         (double)(now.tv_sec - program_begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - program_begin.tv_nsec));
}
#endif

/* PROGRAM(name, table, usage, default arguments...): its entry. */
typedef struct {
  const char* name;
  func_t* table;
  const char* usage;
  unsigned n;
  const intptr_t* defaults;
} Program;

#ifdef MYRMICS_SIMULATED
#define PROGRAM(name, table, usage, ...)                   \
  static const intptr_t name##_defaults[] = {__VA_ARGS__}; \
  extern const Program name##_program;                     \
  const Program name##_program = {#name, table, usage, sizeof(name##_defaults) / sizeof(intptr_t), name##_defaults};
#else
static inline int run_program(const Program* program, int count, char** values) {
  void* words[16];
  unsigned i;
  if (count > 1 && (unsigned)count - 1 != program->n) {
    fprintf(stderr, "usage: %s [%s]\n", program->name, program->usage);
    return 2;
  }
  for (i = 0; i < program->n; i++)
    words[i] = (void*)(count > 1 ? (intptr_t)strtol(values[i + 1], NULL, 10) : program->defaults[i]);
  return myrmics_run(program->table, words, program->n);
}
#define PROGRAM(name, table, usage, ...)                                                          \
  int main(int count, char** values) {                                                            \
    static const intptr_t defaults[] = {__VA_ARGS__};                                             \
    const Program program = {#name, table, usage, sizeof(defaults) / sizeof(intptr_t), defaults}; \
    return run_program(&program, count, values);                                                  \
  }
#endif

/* A body with its prototype, as an entry of a table. */
#define TASK(body) ((func_t)(body))

#endif
