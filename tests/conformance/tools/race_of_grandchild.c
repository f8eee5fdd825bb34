// taskwait does not wait for grandchildren: a race with one is found
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
    {
#pragma omp task shared(x)
      x = 1;
    }
#pragma omp taskwait
    seen = x;
  }
  CHECK(seen <= 1);
  return check_result();
}
