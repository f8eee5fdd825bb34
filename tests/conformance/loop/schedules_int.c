// Loops over int: every schedule executes each iteration once, next to the type's limits too.
#define T int
#define T_MIN INT_MIN
#define T_MAX INT_MAX
#define T_DOWNWARDS 1
#include "every_schedule.h"

int main(void) {
  check_every_schedule();
  return check_result();
}
