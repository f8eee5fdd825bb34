// With OMP_MAX_TASK_PRIORITY set, ready tasks of higher priority are taken first, and the limit can be read.
// races: orders tasks by priority on one free thread
// env: OMP_MAX_TASK_PRIORITY=100
#include "priority_order.h"

int main(void) {
  CHECK_EQ(omp_get_max_task_priority(), 100);
  return check_priority_order();
}
