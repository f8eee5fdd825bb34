// One task construct has another number of dependences each time it is met, and its private variables stay whole.
#include "check.h"

enum { PARTS = 40 };

int main(void) {
  static const int counts[] = {1, 9, 3, 0, 4, 8, 5, 40, 2, 0, 7, 1};
  int parts[PARTS] = {0}, expected[PARTS] = {0};
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 600; round++) {
    const int count = counts[round % 12], first = round * 7 % (PARTS - count + 1);
    double kept[6] = {round, round + 1, round + 2, round + 3, round + 4, round + 5};
    for (int i = 0; i < count; i++) expected[first + i] = expected[first + i] * 3 % 1009 + round;
#pragma omp task depend(iterator(i = 0 : count), inout : parts[first + i]) firstprivate(kept, count, first, round) \
    shared(parts)
    {
      for (int i = 0; i < 6; i++) CHECK_EQ((int)kept[i], round + i);
      for (int i = 0; i < count; i++) parts[first + i] = parts[first + i] * 3 % 1009 + round;
    }
  }
  for (int i = 0; i < PARTS; i++) CHECK_EQ(parts[i], expected[i]);
  return check_result();
}
