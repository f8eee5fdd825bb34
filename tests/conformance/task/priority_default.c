// Priorities are honoured by default.
// races: orders tasks by priority on one free thread
// heddle-only: libgomp ignores priorities unless OMP_MAX_TASK_PRIORITY is set
#include "priority_order.h"

int main(void) { return check_priority_order(); }
