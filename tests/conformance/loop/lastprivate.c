// lastprivate takes the value of the sequentially last iteration or section, whoever ran it.
// races: gcc 12 lets several threads write a lastprivate variable of no iterations
#include "check.h"

#define LAST(...)                                                              \
  do {                                                                         \
    int last = -1, both = 100, array[3] = {0};                                 \
    OMP(parallel for lastprivate(last, array) firstprivate(both) lastprivate(both) schedule(__VA_ARGS__)) \
    for (int i = 0; i < 77; i += 3) {                                          \
      CHECK(both >= 100);                                                      \
      last = i;                                                                \
      both = 100 + i;                                                          \
      array[1] = i * 2;                                                        \
    }                                                                          \
    CHECK_EQ(last, 75);                                                        \
    CHECK_EQ(both, 175);                                                       \
    CHECK_EQ(array[1], 150);                                                   \
    int untouched = 9;                                                         \
    OMP(parallel for lastprivate(untouched) firstprivate(untouched) schedule(__VA_ARGS__)) \
    for (int i = 0; i < zero; i++) untouched = i;                              \
    CHECK_EQ(untouched, 9);                                                    \
  } while (0)

int main(void) {
  int zero = 0;
  LAST(static);
  LAST(static, 2);
  LAST(dynamic);
  LAST(dynamic, 5);
  LAST(guided);
  LAST(runtime);
  LAST(auto);
  int section = 0, iterator;
#pragma omp parallel sections lastprivate(section)
  {
    section = 1;
#pragma omp section
    section = 2;
#pragma omp section
    section = 3;
  }
  CHECK_EQ(section, 3);
#pragma omp parallel for lastprivate(iterator)
  for (iterator = 0; iterator < 10; iterator += 4) {
  }
  CHECK_EQ(iterator, 12);
  return check_result();
}
