// A race between tasks whose depend clauses name other variables than the one they change is found
// races: found
// threads: 1 2 4
// heddle-only: libgomp tells ThreadSanitizer nothing
#include "check.h"

int main(void) {
  int x = 0, a = 0, b = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 10; i++) {
#pragma omp task shared(x) depend(inout : a)
    x++;
#pragma omp task shared(x) depend(inout : b)
    x++;
  }
  CHECK(x >= 1);
  return check_result();
}
