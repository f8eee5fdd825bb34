// copyprivate hands the single thread's values to every thread's own copy, scalars, arrays, pointers and structs.
#include <stdlib.h>

#include "check.h"

typedef struct {
  int words[40];
  double real;
} Big;

static int thread_own;
#pragma omp threadprivate(thread_own)

int main(void) {
#pragma omp parallel
  for (int round = 1; round <= 100; round++) {
    int number = -1, array[9] = {0}, *pointer = NULL;
    Big big = {{0}, 0};
    thread_own = -1;
#pragma omp single copyprivate(number, array, pointer, big, thread_own)
    {
      number = round;
      array[8] = round + 1;
      pointer = malloc(sizeof *pointer);
      *pointer = round + 2;
      big.words[39] = round + 3;
      big.real = 0.5;
      thread_own = round + 4;
    }
    CHECK_EQ(number, round);
    CHECK_EQ(array[8], round + 1);
    CHECK_EQ(*pointer, round + 2);
    CHECK_EQ(big.words[39], round + 3);
    CHECK(big.real == 0.5);
    CHECK_EQ(thread_own, round + 4);
#pragma omp barrier
#pragma omp single nowait
    free(pointer);
  }
  return check_result();
}
