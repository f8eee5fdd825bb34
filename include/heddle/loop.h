/* heddle/loop.h: parallel loops in C.
 *
 * Link with -lheddle. All functions may be called by any thread, in and outside OpenMP regions, in tasks, in the bodies
 * of other loops, by several threads at once; they return when the loop is over. They share one pool of workers with
 * the OpenMP regions of a process that runs on Heddle, and start it when the first of them needs it.
 *
 * Every function takes options, or null for the defaults, and returns 0, one of the negative codes of heddle/error.h
 * (then nothing was run), or the value with which a body has stopped the loop. */
#ifndef HEDDLE_LOOP_H
#define HEDDLE_LOOP_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How iterations reach threads. */
enum heddle_loop_schedule {
  HEDDLE_LOOP_AUTOMATIC = 0, /**< as Heddle finds best: right unless measured otherwise */
  HEDDLE_LOOP_STATIC = 1,    /**< equal blocks, known in advance; with a grain: blocks of it in turns */
  HEDDLE_LOOP_DYNAMIC = 2,   /**< `grain` iterations at a time (1 unless given), to whoever is free */
  HEDDLE_LOOP_GUIDED = 3,    /**< the same, large pieces first */
  HEDDLE_LOOP_IDWS = 6,      /**< equal blocks; who is ahead takes from the one with most left */
  HEDDLE_LOOP_STEAL = 7      /**< equal blocks; who is ahead takes from another chosen at random */
};

/** Begin with HEDDLE_LOOP_OPTIONS, then set what differs. */
typedef struct heddle_loop_options {
  uint32_t bytes;    /**< sizeof(heddle_loop_options) */
  uint32_t schedule; /**< an enum heddle_loop_schedule, or the number of a loop schedule that was added to Heddle */
  uint32_t threads;  /**< at most so many threads; 0: as many as an OpenMP region would get */
  uint32_t reserved; /**< 0 */
  uint64_t grain;    /**< iterations that stay together; 0: not said */
  const char* name;  /**< of the loop, for messages; may be null */
} heddle_loop_options;

/** The defaults. */
#define HEDDLE_LOOP_OPTIONS {(uint32_t)sizeof(heddle_loop_options), HEDDLE_LOOP_AUTOMATIC, 0, 0, 0, 0}

/** for (i = first; i < last; i += step), or i > last where step is negative. No iterations where `last` is not beyond
 *  `first`. */
typedef struct heddle_range {
  int64_t first; /**< where it begins */
  int64_t last;  /**< where it ends, not included */
  int64_t step;  /**< not 0 */
} heddle_range;

/** One iteration. @returns 0; anything else (a positive number) stops the loop: iterations that others have begun are
 *  finished, few further ones begin, and the call returns that number; one of them if there are several. */
typedef int (*heddle_index_body)(int64_t index, void* data);
/** Iterations [first, last), in rising order. @returns as above */
typedef int (*heddle_block_body)(int64_t first, int64_t last, void* data);

/** Runs body(i, data) once for each i of the range, in any order and on several threads. */
int heddle_parallel_for(heddle_range range, heddle_index_body body, void* data, const heddle_loop_options* options);

/** The same in blocks, for bodies that have a loop of their own. The step must be 1. Blocks are as long as the schedule
 *  makes them, and at most `grain` where one is given with the dynamic or static schedule. */
int heddle_parallel_for_blocks(heddle_range range, heddle_block_body body, void* data,
                               const heddle_loop_options* options);

/** What a reduction combines. The values are `bytes` long, and are copied byte by byte. */
typedef struct heddle_reduction {
  size_t bytes;         /**< of one value */
  const void* identity; /**< what every partial value starts from */
  /** Adds iterations [first, last) to *value. @returns 0, or anything else to stop, as above */
  int (*body)(int64_t first, int64_t last, void* value, void* data);
  /** *into = *into combined with *from, which comes behind it. One thread at a time. */
  void (*join)(void* into, const void* from, void* data);
  /** 0: join must not mind the order. 1: partial values are those of fixed blocks, joined in a fixed order: the same
   *  bits for any number of threads, and any schedule. */
  int deterministic;
} heddle_reduction;

/** Reduces the range, whose step must be 1, into *result, which is untouched unless 0 is returned. */
int heddle_parallel_reduce(heddle_range range, const heddle_reduction* reduction, void* result, void* data,
                           const heddle_loop_options* options);

/** A prefix sum or the like over fixed blocks: the same bits for any number of threads. */
typedef struct heddle_scan {
  size_t bytes;         /**< of one value */
  const void* identity; /**< what every partial value starts from */
  /** Adds the elements [first, last) to *value. Writes nothing else. */
  void (*sum)(int64_t first, int64_t last, void* value, void* data);
  /** Writes the results of [first, last); *value is what comes before `first`, and may be used up. */
  void (*write)(int64_t first, int64_t last, void* value, void* data);
  /** *into = *into combined with *from, which comes behind it. One thread at a time. */
  void (*join)(void* into, const void* from, void* data);
} heddle_scan;

/** Scans the range, whose step must be 1: `sum` for each block, then `write` for each block. */
int heddle_parallel_scan(heddle_range range, const heddle_scan* scan, void* data, const heddle_loop_options* options);

/* -- what the functions above, and heddle.hpp, are made of -----------------------------------------------------------
 */

/** What one thread has of a running loop. Valid during the call of the body that it was given to, on that thread. */
typedef struct heddle_share heddle_share;

/** Iterations [first, last), counted from 0. */
typedef struct heddle_block {
  uint64_t first; /**< the first of them */
  uint64_t last;  /**< one behind the last */
} heddle_block;

/** Runs until heddle_loop_next says that there is nothing left; each thread that takes part calls it once. */
typedef void (*heddle_share_body)(void* data, heddle_share* share);

/** Opens a loop of `trips` iterations; `body` takes them by heddle_loop_next. Iterations that nobody takes are not run.
 */
int heddle_loop_run(uint64_t trips, heddle_share_body body, void* data, const heddle_loop_options* options);

/** The next block of this thread. @returns 0 when there is none, or the loop was stopped */
int heddle_loop_next(heddle_share* share, heddle_block* block);

/** From now on no thread gets a further block. May be called more than once. */
void heddle_loop_stop(heddle_share* share);

/** The thread's number in the loop, below the number of threads. Two shares of one loop never have the same. */
uint32_t heddle_loop_seat(const heddle_share* share);

#ifdef __cplusplus
}
#endif

#endif
