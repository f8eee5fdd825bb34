// depend(iterator(...)) names as many addresses as the iterators span, computed at run time.
#include "check.h"

int main(void) {
  int parts[20] = {0}, n = 20, total = -1, odd = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 1; round <= 30; round++) {
    for (int i = 0; i < n; i++) {
#pragma omp task depend(inout : parts[i]) shared(parts)
      parts[i] += i;
    }
#pragma omp task depend(iterator(i = 0 : n), in : parts[i]) depend(out : total) shared(parts, total)
    {
      total = 0;
      for (int i = 0; i < n; i++) total += parts[i];
      CHECK_EQ(total, 190 * round);
    }
#pragma omp task depend(iterator(unsigned i = 1 : 20 : 2), inout : parts[i]) shared(parts, odd)
    {
      CHECK_EQ(parts[19], 19 * round);
      odd++;
    }
#pragma omp task depend(iterator(long i = 0 : 2, j = 0 : 10), in : parts[i * 10 + j]) depend(in : total)
    CHECK_EQ(parts[7], 7 * round);
#pragma omp task depend(iterator(i = 0 : 0), out : parts[i])
    {
    }
  }
  CHECK_EQ(odd, 30);
  CHECK_EQ(total, 190 * 30);
  return check_result();
}
