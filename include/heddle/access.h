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

/* Of regions and their objects (heddle/region.h), added to the mode of an access of a task: */
/** The task waits as said, but touches nothing of it: it only hands it on. */
#define HEDDLE_NO_TRANSFER 128U
/** Not analysed: another access of the task covers it. HEDDLE_VERIFY=1 refuses one that none covers. */
#define HEDDLE_SAFE 256U
/** The task writes it, and does not want what it held: that is undefined. */
#define HEDDLE_FRESH 512U

/** A piece of data that a task uses. */
typedef struct heddle_access {
  const void* address; /**< where it begins */
  size_t bytes;        /**< 0 is 1; counts when the accesses of the plan or task are ranges */
  uint32_t mode;       /**< an enum heddle_access_mode, and what may be added to it */
  /** A piece of data that a task uses. */
} heddle_access;

#endif
