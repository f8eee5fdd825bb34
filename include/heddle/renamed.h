/* heddle/renamed.h: names that functions and types of task.h had before, for one release. Programs need not include it.
 *
 * Old binaries find the old functions, too. New code uses the names on the right; these go with the second release. */
#ifndef HEDDLE_RENAMED_H
#define HEDDLE_RENAMED_H

#define HEDDLE_TASK_TELLS HEDDLE_TASK_RUN_IF_CANCELLED /**< was the name of this flag */
#define HEDDLE_TASK_WHOLE HEDDLE_TASK_WITH_CHILDREN    /**< was the name of this flag */
#define heddle_event_by_me heddle_event_set_completer  /**< was the name of this function */
#define heddle_join heddle_reduction_combine           /**< was the name of this function */
#define heddle_whole heddle_coroutine                  /**< was the name of this type */
#define HEDDLE_WHOLE HEDDLE_COROUTINE                  /**< was the name of this initial value */
#define heddle_whole_begin heddle_coroutine_begin      /**< was the name of this function */
#define heddle_told heddle_failure_text                /**< was the name of this type */

#endif
