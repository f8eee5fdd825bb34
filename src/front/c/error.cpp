// heddle_error_string.
#include "heddle/error.h"

#include "heddle/region.h"

extern "C" [[gnu::visibility("default")]] const char* heddle_error_string(int code) {
  switch (code) {
    case HEDDLE_OK:
      return "no error";
    case HEDDLE_NULL_BODY:
      return "a function or a result that must be there is null";
    case HEDDLE_BAD_RANGE:
      return "the step of a range is zero, or not the 1 that loops in blocks need";
    case HEDDLE_BAD_OPTION:
      return "an option has an unknown value; begin with HEDDLE_LOOP_OPTIONS and set what differs";
    case HEDDLE_NO_MEMORY:
      return "there is no memory left for partial results";
    case HEDDLE_BAD_REDUCTION:
      return "a reduction or scan needs a size, an identity, and all of its functions";
    case HEDDLE_BAD_WORKERS:
      return "more workers than the process may have threads (OMP_THREAD_LIMIT sets how many that are), or a worker's "
             "number below -1";
    case HEDDLE_BAD_PLACE:
      return "a worker was to run on a cpu that the process may not use; heddle info lists those that it may";
    case HEDDLE_OVERLAP:
      return "a task writes the same bytes by two of its accesses; name them once";
    case HEDDLE_WRONG_TASK:
      return "a group is used by a task that has not begun it and is not in it; only its tasks may add to it, and only "
             "who began it may wait";
    case HEDDLE_DEADLOCK:
      return "tasks wait for each other, or one for itself";
    case HEDDLE_SHUT_DOWN:
      return "the process is ending, there are no tasks any more; make them before main returns";
    case HEDDLE_TASK_FAILED:
      return "a task that was waited for has failed";
    case HEDDLE_CANCELLED:
      return "tasks were left out, because their group was cancelled";
    case HEDDLE_EVENT_USED:
      return "an event has happened already, or another task ends with it; an event is good for once";
    case HEDDLE_EARLY_WAIT:
      return "a task that begins early waits or begins a group, and might hold up what it waits for; leave that to the "
             "tasks that it makes, or do without early";
    case HEDDLE_TIMED_OUT:
      return "what was waited for has not happened in time";
    case HEDDLE_OTHER_PROCESS:
      return "the arena belongs to the process that this one was forked from; make one here";
    case HEDDLE_BAD_REGION:
    case HEDDLE_REGION_BUSY:
      return heddle_region_failure();  // of the calling thread's last call: it names regions and tasks
    case HEDDLE_PLAN_CIRCLE:
      return "tasks of the plan wait for each other; heddle_plan_message() names them";
    case HEDDLE_PLAN_FROZEN:
      return "a plan that has been replayed takes no more tasks; describe a new one";
    case HEDDLE_PLAN_BUSY:
      return "the plan is being replayed; wait for that, or make a second plan";
    case HEDDLE_PLAN_NO_TASK:
      return "the plan has no task with this number";
    case HEDDLE_PLAN_SHAPE:
      return "the plan was recorded anew with other tasks or dependences; make a new plan for them";
    case HEDDLE_PLAN_FILE:
      return "a placement file cannot be read or written, or is not for this plan; heddle_plan_message() says which";
    default:
      return code > 0 ? "a body has stopped the loop" : "not an error code of Heddle";
  }
}
