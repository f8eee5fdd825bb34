// The proc_bind clause places threads, and changes neither their number nor the process's affinity.
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

#define BOUND_TEAM(policy)                        \
  do {                                            \
    int members = 0;                              \
    OMP(parallel num_threads(4) proc_bind(policy)) \
    HIT(members);                                 \
    CHECK_EQ(members, 4);                         \
  } while (0)

int main(void) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  BOUND_TEAM(close);
  BOUND_TEAM(spread);
  BOUND_TEAM(master);
  BOUND_TEAM(primary);
  sched_getaffinity(0, sizeof after, &after);
  CHECK(CPU_EQUAL(&before, &after));
  return check_result();
}
