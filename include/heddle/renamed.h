/* heddle/renamed.h: names that functions and types of task.h had before, for one release. Programs need not include it.
 *
 * Old binaries find the old functions, too. Whoever compiles an old name is told the new one; the old ones go with the
 * second release. */
#ifndef HEDDLE_RENAMED_H
#define HEDDLE_RENAMED_H

#include "task.h"

/** Tells who compiles an old name the new one. */
#define HEDDLE_NOW_CALLED(name) __attribute__((deprecated("it is now called " name)))

#ifdef __cplusplus
static const enum heddle_task_flag HEDDLE_TASK_TELLS HEDDLE_NOW_CALLED("HEDDLE_TASK_RUN_IF_CANCELLED") =
    HEDDLE_TASK_RUN_IF_CANCELLED; /**< was the name of this flag */
static const enum heddle_task_flag HEDDLE_TASK_WHOLE HEDDLE_NOW_CALLED("HEDDLE_TASK_WITH_CHILDREN") =
    HEDDLE_TASK_WITH_CHILDREN; /**< was the name of this flag */
extern "C" {
#else
enum {
  HEDDLE_TASK_TELLS HEDDLE_NOW_CALLED("HEDDLE_TASK_RUN_IF_CANCELLED") =
      HEDDLE_TASK_RUN_IF_CANCELLED, /**< was the name of this flag */
  HEDDLE_TASK_WHOLE HEDDLE_NOW_CALLED("HEDDLE_TASK_WITH_CHILDREN") =
      HEDDLE_TASK_WITH_CHILDREN /**< was the name of this flag */
};
#endif

/** Was the name of heddle_coroutine. */
typedef heddle_coroutine heddle_whole HEDDLE_NOW_CALLED("heddle_coroutine");
/** Was the name of heddle_failure_text. */
typedef heddle_failure_text heddle_told HEDDLE_NOW_CALLED("heddle_failure_text");
#define HEDDLE_WHOLE HEDDLE_COROUTINE /**< was the name of this initial value */

/** Was the name of heddle_event_set_completer. */
HEDDLE_NOW_CALLED("heddle_event_set_completer")
void heddle_event_by_me(heddle_event* event, const char* task);
/** Was the name of heddle_reduction_combine. */
HEDDLE_NOW_CALLED("heddle_reduction_combine")
int heddle_join(void* target, void* part, void (*join)(void* target, void* part));
/** Was the name of heddle_coroutine_begin. */
HEDDLE_NOW_CALLED("heddle_coroutine_begin")
void heddle_whole_begin(heddle_coroutine* whole);

#ifdef __cplusplus
}
#endif

#endif
