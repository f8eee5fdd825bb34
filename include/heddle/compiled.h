/* heddle/compiled.h: what programs call that heddlec has translated. Nobody writes these calls by hand; docs/heddlec.md
 * is the page.
 *
 * A site is a static region in the source: its tasks and loops exist once. The first entry with a key runs the creation
 * code, which describes them; later entries with the same key replay what was described:
 *
 *     static heddle_site site = HEDDLE_SITE("app.c", "step", 12);
 *     if (heddle_site_enter(&site, &entry, &run) == HEDDLE_DESCRIBE) {
 *       heddle_site_task(run, &task, &argument, accesses, count);
 *       heddle_site_loop(run, &loop, &argument, uses, count);
 *     }
 *     heddle_site_leave(run, 1);                       // replays, waits
 *
 * Any thread. A call that cannot do its work names the site and what to do, and ends the process. */
#ifndef HEDDLE_COMPILED_H
#define HEDDLE_COMPILED_H

#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "plan.h"
#include "task.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A static region of the source; lasts as long as the program. Begin with HEDDLE_SITE. */
typedef struct heddle_site {
  void* shapes;     /**< Heddle's: what has been described here */
  const char* file; /**< where it is written */
  const char* name; /**< of the function that it is in */
  uint32_t line;    /**< from 1 */
  uint32_t keep;    /**< how many shapes are kept, those used last; 0: eight */
} heddle_site;

/** A site at this place. */
#define HEDDLE_SITE(file, name, line) {0, file, name, line, 0}

/** One entry to a site, until it is left. */
typedef struct heddle_activation heddle_activation;

/** What a body gets. Its argument lies behind it, at heddle_body_argument(). */
typedef struct heddle_body {
  void* record;           /**< of this entry: the copy of heddle_entry::record */
  heddle_activation* run; /**< the entry */
  int64_t first;          /**< of a chunk: its first iteration, from 0 */
  int64_t last;           /**< one behind its last */
  uint32_t worker;        /**< that has to run it; UINT32_MAX: any */
  uint32_t workers;       /**< of the region */
} heddle_body;

/** The argument of a body, aligned to 16 bytes. */
static inline void* heddle_body_argument(heddle_body* body) {
  return (char*)body + ((sizeof(heddle_body) + 15) & ~(size_t)15);
}

/** What heddle_site_enter() is told. Begin with zeros. */
typedef struct heddle_entry {
  heddle_plan_options options; /**< workers, placement and so on; HEDDLE_PLAN_OPTIONS */
  const uint64_t* key;         /**< all that the creation code reads */
  size_t keys;                 /**< how many words */
  const void* record;          /**< what bodies share: copied at every entry */
  size_t record_bytes;         /**< how long it is */
  uint32_t always;             /**< 1: the creation code runs at every entry, and its description is the key */
} heddle_entry;

enum {
  HEDDLE_DESCRIBE = 1,      /**< of heddle_site_enter(): run the creation code */
  HEDDLE_LOOP_AS_WHOLE = 1, /**< of heddle_site_cut: the loop depends, and is depended on, as a whole */
  HEDDLE_FIRST_WORKER = 2,  /**< of heddle_site_work: runs on worker 0 */
  HEDDLE_EACH_WORKER = 4    /**< of heddle_site_work: runs once on each worker, in the order of the text */
};

/** A task of a site. */
typedef struct heddle_site_work {
  void (*body)(void* body); /**< gets a heddle_body */
  const char* name;         /**< lives as long as the program; may be null */
  size_t argument_bytes;    /**< copied when it is described */
  uint32_t flags;           /**< HEDDLE_FIRST_WORKER or HEDDLE_EACH_WORKER */
  double cost_ns;           /**< what it is thought to take; 0: unknown */
} heddle_site_work;

/** A loop of a site, cut into chunks, each a task. */
typedef struct heddle_site_cut {
  void (*body)(void* body); /**< gets a heddle_body with `first` and `last` */
  const char* name;         /**< lives as long as the program; may be null */
  size_t argument_bytes;    /**< copied when it is described */
  uint32_t flags;           /**< HEDDLE_LOOP_AS_WHOLE */
  uint32_t width;           /**< the next so many workers, chunk after chunk; 0: any */
  int64_t trips;            /**< iterations; below 1: none */
  int64_t chunk;            /**< iterations that are one task; 0: a block for each worker */
} heddle_site_cut;

/** What a chunk of a loop accesses. Iteration i: `bytes` at base + i * step. */
typedef struct heddle_chunk_access {
  const void* base; /**< of iteration 0 */
  int64_t step;     /**< bytes from one iteration to the next; 0: all access the same */
  size_t bytes;     /**< of one iteration */
  uint32_t mode;    /**< an enum heddle_access_mode */
} heddle_chunk_access;

/** Enters a site. @returns HEDDLE_DESCRIBE, or 0 where the shape is known */
int heddle_site_enter(heddle_site* site, const heddle_entry* entry, heddle_activation** run);
/** The workers of the entry. */
uint32_t heddle_site_workers(const heddle_activation* run);
/** A task. */
void heddle_site_task(heddle_activation* run, const heddle_site_work* work, const void* argument,
                      const heddle_access* accesses, size_t count);
/** A loop. */
void heddle_site_loop(heddle_activation* run, const heddle_site_cut* loop, const void* argument,
                      const heddle_chunk_access* uses, size_t count);
/** All that was described before is over before what is described behind it begins. */
void heddle_site_barrier(heddle_activation* run);
/** How many laps of `wanted` one heddle_site_leave() of this entry runs. */
uint32_t heddle_site_laps(const heddle_activation* run, int64_t wanted);
/** Ends the description, replays `laps` times and waits. @returns what a body has failed with, or null */
void* heddle_site_leave(heddle_activation* run, uint32_t laps);
/** In a body: the entry has failed. The first `what` counts. @returns 1 when it is kept, else 0 */
int heddle_site_fail(heddle_body* body, void* what);
/** Whether a body of the entry has failed: those that begin later do nothing. */
static inline int heddle_site_failed(const heddle_body* body) {
  /* // order: relaxed - a body that begins a little late does no harm; heddle_site_leave() reads it behind the
   * replay. */
  return __atomic_load_n((void* const*)body->run, __ATOMIC_RELAXED) != 0;
}
/** How many shapes the site has described, for tests. */
uint32_t heddle_site_shapes(const heddle_site* site);

/** Iterations of a canonical loop whose bound is `distance` away; `up_to` where the bound belongs to it. Ends the
 *  process where step is 0. */
int64_t heddle_loop_trips(int64_t distance, int64_t step, int up_to);

/** A call of translated code has been refused: names it and ends the process. */
void heddle_compiled_refused(int code, const char* where);

/** Spawns, or ends the process. */
static inline void heddle_compiled_spawn(const heddle_task* task) {
  const int code = heddle_spawn(task);
  if (code != 0) heddle_compiled_refused(code, (const char*)task->where);
}
/** Adds an access to a list unless it is of no bytes. @returns how many there are now */
static inline size_t heddle_compiled_access(heddle_access* list, size_t count, heddle_access one) {
  if ((int64_t)one.bytes <= 0) return count;
  list[count] = one;
  return count + 1;
}
/** A section as long as a loop's chunk is the first chunk's part: then what all chunks access, else as it is. */
static inline size_t heddle_compiled_whole(size_t bytes, size_t length, int64_t chunk, int64_t trips) {
  return (int64_t)length == chunk && chunk > 0 ? bytes / length * (size_t)(trips > chunk ? trips : chunk) : bytes;
}
/** Bytes from one iteration's address to the next one's; the last one tells whether it goes on like that. */
static inline int64_t heddle_compiled_step(const void* first, const void* second, const void* last, int64_t trips) {
  const int64_t step = (const char*)second - (const char*)first;
  if (trips > 1 && (const char*)last != (const char*)first + step * (trips - 1))
    heddle_compiled_refused(HEDDLE_BAD_RANGE, "a dependence of a divided loop does not go on in equal steps");
  return trips > 1 ? step : 0;
}
/** What a chunk of a loop accesses, as it is told. */
typedef struct heddle_chunk_uses {
  const heddle_chunk_access* list; /**< so many */
  size_t count;                    /**< of them */
} heddle_chunk_uses;
/** What iterations [first, last) of a loop access. @returns how many accesses these are */
static inline size_t heddle_compiled_chunk(heddle_access* list, heddle_chunk_uses uses, int64_t first, int64_t last) {
  size_t made = 0;
  for (size_t at = 0; at < uses.count; ++at) {
    const heddle_chunk_access use = uses.list[at];
    const char* one = (const char*)use.base + first * use.step;
    const char* other = (const char*)use.base + (last - 1) * use.step;
    const char* low = one < other ? one : other;
    heddle_access whole;
    whole.address = low;
    whole.bytes = use.bytes == 0 ? 0 : (size_t)((one < other ? other : one) - low) + use.bytes;
    whole.mode = use.mode;
    made = heddle_compiled_access(list, made, whole);
  }
  return made;
}
/** Waits for what a task with these accesses would wait for, or ends the process. */
static inline void heddle_compiled_wait_for(const heddle_access* list, size_t count, uint32_t flags,
                                            const char* where) {
  const int code = heddle_wait_for_accesses(list, count, flags);
  if (code != 0) heddle_compiled_refused(code, where);
}
/** A number with a fraction as a machine word, for tasks of Myrmics. */
static inline void* heddle_compiled_word(double value) {
  intptr_t word = 0;
  __builtin_memcpy(&word, &value, sizeof value);
  return (void*)word;
}
/** And back. */
static inline double heddle_compiled_real(intptr_t word) {
  double value = 0;
  __builtin_memcpy(&value, &word, sizeof value);
  return value;
}
/** if(0): waits for the accesses, then runs the body here. */
static inline void heddle_compiled_run(const heddle_task* task) {
  if (task->access_count != 0)
    heddle_compiled_wait_for(task->accesses, task->access_count, task->flags & HEDDLE_TASK_RANGES,
                             (const char*)task->where);
  task->body(task->argument);
}
/** Waits for all tasks of the current one. */
static inline void heddle_compiled_wait(const char* where) {
  const int code = heddle_wait(0);
  if (code != 0) heddle_compiled_refused(code, where);
}

#ifdef __cplusplus
}
#endif

#endif
