/* heddle/arena.h: arenas in C: workers that stay, for tasks and calls of any thread.
 *
 * Link with -lheddle. docs/tasks.md, "Arenas", is the page. All functions but heddle_arena_destroy may be called by any
 * thread, by several at once. They return 0 or one of the negative codes of heddle/error.h. */
#ifndef HEDDLE_ARENA_H
#define HEDDLE_ARENA_H

#include <stdint.h>

#include "task.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Workers of its own, which threads of the program share. */
typedef struct heddle_arena heddle_arena;

/** Begin with HEDDLE_ARENA, then set what differs. */
typedef struct heddle_arena_options {
  uint32_t bytes;    /**< sizeof(heddle_arena_options) */
  uint32_t workers;  /**< threads of the pool; 0: one fewer than an OpenMP region would have, at least one */
  uint32_t entrants; /**< threads of the program that work inside at once, at most 4096; 0: one */
  uint32_t reserved; /**< 0 */
} heddle_arena_options;

/** The defaults. */
#define HEDDLE_ARENA {(uint32_t)sizeof(heddle_arena_options), 0, 0, 0}

/** @returns null when there is none: *code says why, which may be null */
heddle_arena* heddle_arena_make(const heddle_arena_options* options, int* code);
/** Waits for all tasks. No thread may be inside, or come: one that is inside itself ends the process with a sentence.
 *  Does nothing for null. */
void heddle_arena_destroy(heddle_arena* arena);

/** Runs body(data) in the arena and returns when it is over, and all tasks that it has made: on the calling thread, or,
 *  when so many are inside that there is no seat, on a worker of the arena. @param failure  as in heddle_wait */
int heddle_arena_execute(heddle_arena* arena, void (*body)(void* data), void* data, heddle_failure* failure);
/** A task of the arena, which nobody waits for but heddle_arena_destroy, and who waits for an event that it ends with.
 *  Its accesses order it among tasks that are made in this way. It is in no group. */
int heddle_arena_spawn(heddle_arena* arena, const heddle_task* task);

/** Threads that may work inside at once; 0 for null. */
uint32_t heddle_arena_workers(const heddle_arena* arena);

#ifdef __cplusplus
}
#endif

#endif
