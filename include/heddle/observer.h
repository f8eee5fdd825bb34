/* heddle/observer.h: functions of the program that are called when a task begins and when it ends, on the thread that
 * runs it.
 *
 *     static void begins(void* data, const heddle_observed_task* task) { ... }
 *     heddle_observer counter = HEDDLE_OBSERVER;
 *     counter.begins = begins;
 *     heddle_observe(&counter, NULL);
 *
 * Tasks by name are observed (heddle/task.h, heddle/plan.h and what heddle.hpp makes of them); OpenMP's tasks by a tool
 * of OMPT, chunks of loops by traces. docs/tasks.md is the page. Any thread may call these functions. */
#ifndef HEDDLE_OBSERVER_H
#define HEDDLE_OBSERVER_H

#include <stdint.h>

#include "error.h"
#include "task.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is known of a task that begins or ends. */
typedef struct heddle_observed_task {
  const char* name;          /**< of a plan's task: until its replay is over; null: it has none */
  const heddle_place* place; /**< where it was made; null: not known, or told by `where` */
  const char* where;         /**< the same as "file:line", for tasks made in C; null: not known, or told by `place` */
  uint32_t worker;           /**< as heddle_worker() */
  uint32_t thread;           /**< as heddle_thread() */
} heddle_observed_task;

/** Who is told. Begin with HEDDLE_OBSERVER, then set what differs. The functions must not throw, and must not wait for
 *  tasks. */
typedef struct heddle_observer {
  uint32_t bytes;                                               /**< sizeof(heddle_observer) */
  void (*begins)(void* data, const heddle_observed_task* task); /**< before its body; may be null */
  void (*ends)(void* data, const heddle_observed_task* task);   /**< after its body; may be null */
  void* data; /**< what both get; must stay as long as the process, for a call may be under way at any time */
} heddle_observer;

/** The defaults. */
#define HEDDLE_OBSERVER {(uint32_t)sizeof(heddle_observer), 0, 0, 0}

/** Tells of every task that is made, or of every plan that is replayed, from now on. A task that is left out, because
 *  its group was cancelled, is not told of. The end of a task is told to those who were told of its begin,
 *  unless they were stopped in between.
 *  @param number  gets what heddle_observe_stop() wants; may be null
 *  @returns HEDDLE_NULL_BODY for no observer or one without functions, HEDDLE_BAD_OPTION where it was not begun with
 *  HEDDLE_OBSERVER, HEDDLE_NO_MEMORY */
int heddle_observe(const heddle_observer* observer, uint32_t* number);
/** No call to this observer begins any more; one that another thread has begun may still go on. Its memory is kept:
 *  some 50 bytes, which each begin and end of an observed task walks past; so do not observe anew for each of many
 * short spans. @returns HEDDLE_BAD_OPTION where there is no such number, or it was stopped before */
int heddle_observe_stop(uint32_t number);

#ifdef __cplusplus
}
#endif

#endif
