/* heddle/access.h: what a task says of a piece of data, in C. */
#ifndef HEDDLE_ACCESS_H
#define HEDDLE_ACCESS_H

#include <stddef.h>
#include <stdint.h>

/** What a task does with a piece of data. */
enum heddle_access_mode {
  HEDDLE_IN = 0,         /**< reads: after the last writer */
  HEDDLE_OUT = 1,        /**< writes, or reads and writes: after all earlier accesses */
  HEDDLE_CONCURRENT = 2, /**< as HEDDLE_OUT, but beside others of this mode (OpenMP: inoutset) */
  HEDDLE_COMMUTATIVE = 3 /**< as HEDDLE_OUT, in any order among others of this mode, one at a time (mutexinoutset) */
};

/** May be added to the mode of an access of a task, not of a plan: the task had better run where this piece was written
 *  last. Of several accesses the first that says so counts. */
#define HEDDLE_NEAR 16U
/** May be added to the mode of an access of a task: the task itself does not touch the piece, but hands it on to tasks
 *  that it makes. The task is over when they are; see also HEDDLE_TASK_EARLY. */
#define HEDDLE_WEAK 32U

/** A piece of data that a task uses. */
typedef struct heddle_access {
  const void* address; /**< where it begins */
  size_t bytes;        /**< 0 is 1; counts when the accesses of the plan or task are ranges */
  uint32_t mode;       /**< an enum heddle_access_mode, HEDDLE_NEAR and HEDDLE_WEAK */
  /** A piece of data that a task uses. */
} heddle_access;

#endif
