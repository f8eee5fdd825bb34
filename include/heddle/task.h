/* heddle/task.h: tasks in C.
 *
 *     heddle_task task = HEDDLE_TASK;
 *     task.body = work;
 *     task.argument = &arguments;
 *     task.argument_bytes = sizeof arguments;    // copied
 *     heddle_spawn(&task);
 *     heddle_wait(NULL);
 *
 * Link with -lheddle; docs/tasks.md is the page. Any thread may call these functions: in a task, in and outside OpenMP
 * regions, in the bodies of loops. Outside of regions and tasks the first call starts the workers that OpenMP regions
 * of the thread have, too. They return 0 or one of the negative codes of heddle/error.h; then nothing has been done. */
#ifndef HEDDLE_TASK_H
#define HEDDLE_TASK_H

#include <stddef.h>
#include <stdint.h>

#include "access.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Something that happens once, and that tasks and threads wait for. Begin with HEDDLE_EVENT; it must stay where it is
 *  until it has happened and nobody waits for it any more. */
typedef struct heddle_event {
  uint64_t words[6]; /**< Heddle's */
} heddle_event;

/** An event that has not happened. */
#define HEDDLE_EVENT {{0, 0, 0, 0, 0, 0}}

/** A set of tasks that can be waited for and cancelled. Begin with HEDDLE_GROUP; belongs to the task (or thread) that
 *  puts the first task into it. Ends with heddle_group_wait. */
typedef struct heddle_group {
  uint64_t words[4]; /**< Heddle's */
} heddle_group;

/** A group without tasks. */
#define HEDDLE_GROUP {{0, 0, 0, 0}}

/** What may be asked of a task. */
enum heddle_task_flag {
  HEDDLE_TASK_RUN_IF_CANCELLED =
      1,                  /**< the body is called even when its group is cancelled, and asks heddle_task_skipped() */
  HEDDLE_TASK_RANGES = 2, /**< accesses meet when their bytes overlap, not only when they begin at the same address. All
                               tasks of a parent that share data must say so, or none */
  HEDDLE_TASK_WITH_CHILDREN = 4, /**< the task is over when the tasks that it has made are over, as with HEDDLE_WEAK */
  HEDDLE_TASK_EARLY = 8,    /**< with HEDDLE_TASK_RANGES: does not wait for what its HEDDLE_WEAK accesses wait for. The
                                 tasks that it makes do, where their ranges are part of these; and who comes behind it
                                 waits for those tasks. It must not wait for anything itself: HEDDLE_EARLY_WAIT */
  HEDDLE_TASK_PLACED = 16,  /**< heddle_task::where is the address of a heddle_place */
  HEDDLE_TASK_LOCALITY = 32 /**< heddle_task::worker is 1 + the number of a locality of the machine, modulo how many
                                 there are: the task runs there, where HEDDLE_SCHEDULER=numa (docs/numa.md) */
};

/** A place in the source of a program. In C++ a std::source_location is the address of one. */
typedef struct heddle_place {
  const char* file;     /**< as the compiler was told */
  const char* function; /**< that it is in */
  uint32_t line;        /**< from 1 */
  uint32_t column;      /**< from 1; 0: not known */
} heddle_place;

/** A task. Begin with HEDDLE_TASK, then set what differs. */
typedef struct heddle_task {
  uint32_t bytes;               /**< sizeof(heddle_task) */
  uint32_t flags;               /**< of enum heddle_task_flag */
  void (*body)(void* argument); /**< what it does */
  void* argument;            /**< `argument_bytes` at this address are copied, and the body gets the copy's address */
  size_t argument_bytes;     /**< how long it is */
  size_t argument_alignment; /**< a power of two */
  void (*copy)(void* to, void* from); /**< copies the argument, and may make tasks and wait; null: as bytes */
  const heddle_access* accesses;      /**< null when there are none */
  size_t access_count;                /**< how many of them */
  heddle_group* group;                /**< that it belongs to; null: to none but those of its parent */
  heddle_event* event;                /**< the task is over when its body is and this has happened; null: none */
  int32_t priority;                   /**< above 0: before others that are ready */
  uint32_t worker;                    /**< 1 + the number of the worker that had better run it, modulo how many there
                                           are; 0: any. No more than a preference: others run it if that one is busy.
                                           With HEDDLE_TASK_LOCALITY a locality instead */
  const char* name;                   /**< in traces; lives as long as the program; null: that of the function */
  const void* where; /**< for traces and HEDDLE_VERIFY: "file:line" (HEDDLE_TASK sees to it), or with HEDDLE_TASK_PLACED
                          a heddle_place; lives as long as the program; null: not known */
} heddle_task;

/** A number as text. */
#define HEDDLE_TEXT_OF(number) #number
/** "file:line" with the line of a macro. */
#define HEDDLE_WHERE_AT(line) __FILE__ ":" HEDDLE_TEXT_OF(line)
/** "file:line" of where this is written. */
#define HEDDLE_WHERE HEDDLE_WHERE_AT(__LINE__)

/** The defaults. The task is shown with the file and line of this. */
#define HEDDLE_TASK {(uint32_t)sizeof(heddle_task), 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, HEDDLE_WHERE}

/** What a task failed with: whoever waits for it gets this. */
typedef struct heddle_failure {
  void* what;                  /**< the program's; null: nothing has failed */
  void (*release)(void* what); /**< called when nobody takes it; may be null */
  const char* task;            /**< the task's name, for messages; lives as long as the program; may be null */
} heddle_failure;

/** A task of the current one: runs body(argument) some time before the current one is waited for. A task runs after
 *  those of its siblings, made before, whose accesses say so. */
int heddle_spawn(const heddle_task* task);
/** The same for a task that has nothing but a body and bytes to copy. */
int heddle_spawn_plain(void (*body)(void* argument), void* argument, size_t bytes, size_t alignment);
/** The same where the argument begins with a const heddle_place*: where the task is made. */
int heddle_spawn_placed(void (*body)(void* argument), void* argument, size_t bytes, size_t alignment);

/** Something that runs in parts, one after the other, each a task: a coroutine, say. It lasts until the event of the
 * task that it began as has happened. Any number of parts takes no more memory than one. */
typedef struct heddle_coroutine {
  const void* words[2]; /**< Heddle's */
} heddle_coroutine;

/** Nothing that runs in parts. */
#define HEDDLE_COROUTINE {{0, 0}}

/** The current task, which ends with an event, is the first part. */
void heddle_coroutine_begin(heddle_coroutine* whole);
/** As heddle_spawn; the task is the next part, and in the group of the first. Any thread; what is made by a task in
 * another region than the whole is a task of that one. Without a whole it goes on where the current task ends: beside
 * it, and in its group. Only body, argument, name and place count. */
int heddle_spawn_part(const heddle_task* part, const heddle_coroutine* whole);

/** Waits for all tasks that the current task (outside: the thread) has made, and for those that they have made.
 *  @param failure  gets what the first of them failed with, if they are in no group; may be null
 *  @returns HEDDLE_TASK_FAILED when there is something */
int heddle_wait(heddle_failure* failure);
/** Waits for those alone that a task with these accesses would have to wait for, HEDDLE_COMMUTATIVE being HEDDLE_OUT
 * here. They may be ranges if so were those of the tasks: flags as in heddle_task. */
int heddle_wait_for_accesses(const heddle_access* accesses, size_t count, uint32_t flags);
/** Runs a task of the current one's, if there is one that is ready. */
void heddle_yield(void);

/** In the body of a HEDDLE_TASK_RUN_IF_CANCELLED: whether it would not have been called without that. */
int heddle_task_skipped(void);
/** Whether the group that the current task belongs to, or one around it, is cancelled. */
int heddle_cancelled(void);
/** The current task has failed. The innermost group around it keeps that, if it is the first, and is cancelled; without
 *  a group it is kept for heddle_wait() of the thread, scope or region that all began in. */
void heddle_task_fail(const heddle_failure* failure);

/** What a message says of a failure that nobody has asked for. Each may be null. */
typedef struct heddle_failure_text {
  const char* text;          /**< what has happened */
  const char* task;          /**< its name */
  const heddle_place* where; /**< where it was made; lives as long as the program */
} heddle_failure_text;
/** As heddle_task_fail. If nobody asks for it before the thread or the process ends in which it is kept, standard error
 *  gets what is told here, and a process that ends with status 0 ends with 1. The texts are copied. */
void heddle_task_fail_with(const heddle_failure* failure, const heddle_failure_text* told);
/** The same for a failure that the program has kept itself, for whom nobody can ask any more. */
void heddle_failure_lost(const heddle_failure_text* told);

/** Joins a part of a reduction to its target, one part at a time: join(target, part). The tasks that do so name the
 *  target as HEDDLE_CONCURRENT: whoever reads it waits for them all. join() must not wait for anything. */
int heddle_reduction_combine(void* target, void* part, void (*join)(void* target, void* part));

/** Waits for the tasks of a group and all that they have made; the group can be used again then.
 *  @returns HEDDLE_TASK_FAILED when one has failed, HEDDLE_CANCELLED when the group was cancelled, else 0 */
int heddle_group_wait(heddle_group* group, heddle_failure* failure);
/** Tasks of the group that have not begun are left out. Any task of the group, or the one that it belongs to. */
int heddle_group_cancel(heddle_group* group);

/** The event has happened: tasks that end with it may end, who waits goes on. Any thread. */
int heddle_event_complete(heddle_event* event);
/** @returns 1 when it has happened, else 0. Any thread. */
int heddle_event_done(const heddle_event* event);
/** Waits until it has happened, and runs tasks meanwhile. HEDDLE_DEADLOCK when it never will, because the task that has
 *  to complete it (heddle_event_set_completer) waits for the current one, or is the current one.
 *  @param circle  gets a sentence that names them then, `bytes` long at most; may be null */
int heddle_event_wait(heddle_event* event, char* circle, size_t bytes);
/** The same for so many nanoseconds at most; a task that it runs meanwhile is finished first. @returns HEDDLE_TIMED_OUT
 *  when it has not happened by then. UINT64_MAX is no end: as heddle_event_wait, HEDDLE_DEADLOCK, too */
int heddle_event_wait_for(heddle_event* event, uint64_t ns);
/** The current task, and nobody else, will complete the event. Only for heddle_event_wait to find circles.
 *  @param task  its name; lives as long as the event */
void heddle_event_set_completer(heddle_event* event, const char* task);

/** To be called when an event has happened. */
typedef struct heddle_continuation {
  struct heddle_continuation* next;               /**< Heddle's */
  void (*call)(struct heddle_continuation* self); /**< called with its own address */
} heddle_continuation;

/** Calls continuation->call(continuation) on the thread that completes the event. @returns 0 when the event has
 * happened already, and nothing will be called, else 1 */
int heddle_event_then(heddle_event* event, heddle_continuation* continuation);

/** Workers of one's own. Begin with HEDDLE_SCOPE. */
typedef struct heddle_scope {
  uint32_t bytes;       /**< sizeof(heddle_scope) */
  uint32_t workers;     /**< the calling thread among them; 0: as many as an OpenMP region would get */
  const uint32_t* cpus; /**< worker i runs on cpus[i % cpu_count]; null: where the system likes */
  size_t cpu_count;     /**< how many of them */
} heddle_scope;

/** The defaults. */
#define HEDDLE_SCOPE {(uint32_t)sizeof(heddle_scope), 0, 0, 0}

/** Runs body(data) on the calling thread; tasks that are made meanwhile are run by the scope's workers. Returns when
 * all are over. @param failure  as in heddle_wait */
int heddle_scope_run(const heddle_scope* scope, void (*body)(void* data), void* data, heddle_failure* failure);

/** Workers that may run the tasks of the current task, itself included. */
uint32_t heddle_workers(void);
/** Number of the one that runs this, below heddle_workers(). A task keeps it from its begin to its end. */
uint32_t heddle_worker(void);
/** Number of the calling thread in the process: small, and no two threads have the same at the same time. It is another
 *  one while the thread is inside an arena; who comes when another thread has ended may get that one's. */
uint32_t heddle_thread(void);

#ifdef __cplusplus
}
#endif

#include "renamed.h"

#endif
