// Loops over long long: every schedule executes each iteration once, next to the type's limits too.
#define T long long
#define T_MIN LLONG_MIN
#define T_MAX LLONG_MAX
#define T_DOWNWARDS 1
#include "every_schedule.h"

int main(void) {
  check_every_schedule();
  return check_result();
}
