/* heddle/plan.h: plans in C. A plan is a graph of tasks that is described once, and then replayed at almost no cost.
 *
 * Link with -lheddle; docs/plans.md is the page. Functions that return int return 0 or one of the negative codes of
 * heddle/error.h; heddle_plan_message() has the whole story then, and the plan stays usable. A plan belongs to one
 * thread at a time; plans of different threads know nothing of each other. */
#ifndef HEDDLE_PLAN_H
#define HEDDLE_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A plan. */
typedef struct heddle_plan heddle_plan;

/** Which worker gets which task. */
enum heddle_plan_placement {
  HEDDLE_PLAN_LOCALITY = 0,      /**< where most of its predecessors ran, evenly */
  HEDDLE_PLAN_CRITICAL_PATH = 1, /**< the longest path first, each task where it ends earliest; uses costs */
  HEDDLE_PLAN_ROUND_ROBIN = 2,   /**< the next task to the next worker */
  HEDDLE_PLAN_RANDOM = 3         /**< by the seed */
};

/** Which core gets which worker, while the plan is replayed. */
enum heddle_plan_cores {
  HEDDLE_PLAN_CORES_NONE = 0,    /**< as the system likes */
  HEDDLE_PLAN_CORES_COMPACT = 1, /**< all hardware threads of a core, then the next core */
  HEDDLE_PLAN_CORES_SCATTER = 2, /**< one on each core in turn */
  HEDDLE_PLAN_CORES_HYBRID = 3   /**< scatter while there are more cores than workers, else neighbours share a core */
};

/** Begin with HEDDLE_PLAN_OPTIONS, then set what differs. */
typedef struct heddle_plan_options {
  uint32_t bytes;     /**< sizeof(heddle_plan_options) */
  uint32_t workers;   /**< 0: as many as an OpenMP region would get */
  uint32_t placement; /**< an enum heddle_plan_placement */
  uint32_t cores;     /**< an enum heddle_plan_cores */
  uint32_t ranges;    /**< 1: accesses meet when their bytes overlap; 0: when their addresses are the same */
  uint32_t rebalance; /**< 1: workers take over tasks that others are late with, and the plan learns from it */
  uint64_t seed;      /**< of HEDDLE_PLAN_RANDOM */
} heddle_plan_options;

/** The defaults. */
#define HEDDLE_PLAN_OPTIONS {(uint32_t)sizeof(heddle_plan_options), 0, 0, 0, 0, 0, 1}

/** No worker in particular. */
#define HEDDLE_ANY_WORKER UINT32_MAX

/** Begin with HEDDLE_PLAN_TASK. */
typedef struct heddle_plan_task {
  uint32_t bytes;               /**< sizeof(heddle_plan_task) */
  uint32_t worker;              /**< who has to run it (modulo the number of workers), or HEDDLE_ANY_WORKER */
  void (*body)(void* argument); /**< what it does */
  void* argument;               /**< what the body gets */
  const char* name;             /**< copied; may be null */
  double cost_ns;               /**< what it is thought to take; 0: unknown */
} heddle_plan_task;

/** The defaults. */
#define HEDDLE_PLAN_TASK {(uint32_t)sizeof(heddle_plan_task), HEDDLE_ANY_WORKER, 0, 0, 0, 0}

/** @param options  may be null  @param plan  where the new plan goes */
int heddle_plan_create(const heddle_plan_options* options, heddle_plan** plan);
/** Null is fine. Not while it is replayed. */
void heddle_plan_destroy(heddle_plan* plan);

/** The next task of the plan.
 *  @param accesses  `count` of them, may be null when there are none; HEDDLE_OVERLAP when two of them write the same
 *                   bytes
 *  @param number    gets the task's number, from 0 on; may be null */
int heddle_plan_add(heddle_plan* plan, const heddle_plan_task* task, const heddle_access* accesses, size_t count,
                    uint32_t* number);
/** From now on accesses of the plan meet when their bytes overlap; before the plan is replayed. */
int heddle_plan_use_ranges(heddle_plan* plan);
/** Task `before` is over before task `after` starts, whatever they access. */
int heddle_plan_precede(heddle_plan* plan, uint32_t before, uint32_t after);
/** Ends the description; a replay does it, too. HEDDLE_PLAN_CIRCLE when tasks wait for each other. */
int heddle_plan_freeze(heddle_plan* plan);

/** Runs all tasks `laps` times in their order and waits for them. Laps follow each other without a barrier: a task runs
 *  as soon as those are over that it would wait for if all laps had been written out. Any thread, also in regions,
 *  tasks, and tasks of other plans (there on the caller's thread alone). */
int heddle_plan_replay(heddle_plan* plan, uint32_t laps);
/** The same once, with a look at the clock around each task: from now on its cost is known.
 *  @param ns  gets the time of the whole replay; may be null */
int heddle_plan_measure(heddle_plan* plan, double* ns);

/** Another argument for a task, from the next replay on. */
int heddle_plan_set_argument(heddle_plan* plan, uint32_t task, void* argument);
/** Bodies and arguments of `other`, which describes the same tasks with the same dependences, perhaps on other data.
 *  HEDDLE_PLAN_SHAPE, and nothing has changed, when it does not. `other` holds what `plan` had. */
int heddle_plan_take_arguments(heddle_plan* plan, heddle_plan* other);

/** Where tasks run, as a file that a tuner may write; reading checks that it is of this graph and for as many workers.
 */
int heddle_plan_write_placement(heddle_plan* plan, const char* path);
/** Takes the placement that heddle_plan_write_placement() has written, and a tuner changed. */
int heddle_plan_read_placement(heddle_plan* plan, const char* path);

/** How heddle_plan_print() writes. */
enum heddle_plan_format { HEDDLE_PLAN_TEXT = 0, HEDDLE_PLAN_DOT = 1, HEDDLE_PLAN_JSON = 2 };

/** The plan as it would be replayed. @returns null when that fails; to be given to free() */
char* heddle_plan_print(heddle_plan* plan, uint32_t format);

/** How many tasks it has. */
uint32_t heddle_plan_tasks(const heddle_plan* plan);
/** What the last function that failed for this plan had to say; "" if none has. Lives until the next one fails.
 *  HEDDLE_PLAN_BUSY leaves no message: the plan is another thread's at that time. */
const char* heddle_plan_message(const heddle_plan* plan);

#ifdef __cplusplus
}
#endif

#endif
