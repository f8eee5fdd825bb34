// A race between a task and what its creator does before it waits is found
// races: found
// threads: 1 2 4
// heddle-only: libgomp tells ThreadSanitizer nothing
#include "check.h"

int main(void) {
  int x = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x = 1;
    seen = x;
#pragma omp taskwait
  }
  CHECK(seen <= 1);
  return check_result();
}
