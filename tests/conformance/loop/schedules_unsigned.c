// Loops over unsigned: every schedule executes each iteration once, next to the type's limits too.
#define T unsigned
#define T_MIN 0u
#define T_MAX UINT_MAX
#include "every_schedule.h"

int main(void) {
  check_every_schedule();
  return check_result();
}
