/* heddle/heddle.h: Heddle for programs in C. Link with -lheddle; the pages are docs/tasks.md,
 * docs/loops.md, docs/plans.md and docs/environment.md.
 */
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include "arena.h"
#include "error.h"
#include "loop.h"
#include "observer.h"
#include "plan.h"
#include "task.h"

#endif
