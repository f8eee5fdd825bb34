// heddle_error_string.
#include "heddle/error.h"

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
