// Loops over unsigned long long: every schedule executes each iteration once, next to the type's limits too.
#define T unsigned long long
#define T_MIN 0ull
#define T_MAX ULLONG_MAX
#define T_DOWNWARDS 1
#include "every_schedule.h"

int main(void) {
  check_every_schedule();
  return check_result();
}
