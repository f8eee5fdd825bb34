// Loops over unsigned: every schedule executes each iteration once, next to the type's limits too.
#define T unsigned
#define T_MIN 0u
#define T_MAX UINT_MAX
// gcc 12 passes 2^32 - 7 as the step of an unsigned loop downwards: such loops run wrong on any runtime.
#define T_DOWNWARDS 0
#include "every_schedule.h"

int main(void) {
  check_every_schedule();
  return check_result();
}
