// Sections of different names do not exclude each other: one thread can be in each at once.
#include "check.h"

int main(void) {
  int in_one = 0, in_two = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
    {
      POKE(in_one, 1);
      while (!PEEK(in_two)) {
      }
    }
  } else {
#pragma omp critical(two)
    {
      POKE(in_two, 1);
      while (!PEEK(in_one)) {
      }
    }
  }
  CHECK(in_one && in_two);
  return check_result();
}
