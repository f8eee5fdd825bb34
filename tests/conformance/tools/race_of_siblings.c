// A race between two sibling tasks is found also when one thread runs both
// races: found
// threads: 1 2 4
// heddle-only: libgomp tells ThreadSanitizer nothing
#include "check.h"

int main(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(x)
    x++;
#pragma omp task shared(x)
    x++;
  }
  CHECK(x >= 1);
  return check_result();
}
