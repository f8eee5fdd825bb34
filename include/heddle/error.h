/* heddle/error.h: what the functions of heddle.h return, and the sentence for it.
 *
 * C11 and C++11. */
#ifndef HEDDLE_ERROR_H
#define HEDDLE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/** Why a call was refused. Nothing has been done then. */
enum heddle_error {
  HEDDLE_OK = 0,
  HEDDLE_NULL_BODY = -1,      /**< a function or a result that must be there is null */
  HEDDLE_BAD_RANGE = -2,      /**< the step is zero, or a length does not fit 64 bits */
  HEDDLE_BAD_OPTION = -3,     /**< an option has a value that there is not */
  HEDDLE_NO_MEMORY = -4,      /**< there is no memory for partial results */
  HEDDLE_BAD_REDUCTION = -5,  /**< a reduction or scan without size, identity or join */
  HEDDLE_BAD_WORKERS = -6,    /**< more workers than the process may have threads, or a worker below -1 */
  HEDDLE_BAD_PLACE = -7,      /**< a cpu that the process may not run on */
  HEDDLE_OVERLAP = -8,        /**< a task writes the same bytes by two of its accesses */
  HEDDLE_WRONG_TASK = -9,     /**< a group is used by a task that it has nothing to do with */
  HEDDLE_DEADLOCK = -10,      /**< tasks wait for each other, or one for itself */
  HEDDLE_SHUT_DOWN = -11,     /**< the process is ending */
  HEDDLE_TASK_FAILED = -12,   /**< a task that was waited for has failed: see heddle_failure */
  HEDDLE_CANCELLED = -13,     /**< tasks were left out, because their group was cancelled */
  HEDDLE_EVENT_USED = -14,    /**< an event has happened already, or another task ends with it */
  HEDDLE_EARLY_WAIT = -15,    /**< a task that begins early waits, or begins a group */
  HEDDLE_TIMED_OUT = -18,     /**< what was waited for has not happened in time */
  HEDDLE_OTHER_PROCESS = -19, /**< an arena of the process that this one was forked from */
  HEDDLE_PLAN_CIRCLE = -20,   /**< tasks of a plan wait for each other */
  HEDDLE_PLAN_FROZEN = -21,   /**< a plan that has been replayed takes no more tasks */
  HEDDLE_PLAN_BUSY = -22,     /**< the plan is being replayed */
  HEDDLE_PLAN_NO_TASK = -23,  /**< a plan has no task with this number */
  HEDDLE_PLAN_SHAPE = -24,    /**< a plan was recorded anew with other tasks or dependences */
  HEDDLE_PLAN_FILE = -25      /**< a placement file cannot be read or written, or is not for this plan */
};

/** A sentence in English for a code; never null, also where there is no such code. Any thread. */
const char* heddle_error_string(int code);

#ifdef __cplusplus
}
#endif

#endif
