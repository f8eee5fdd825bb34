// lastprivate(conditional:) takes the value of the sequentially last iteration that assigned it.
// gcc-only: clang 19 gets it wrong for some types, on every runtime
#include "check.h"

#define CONDITIONAL(...)                                                     \
  do {                                                                       \
    int found = -1, never = 42;                                              \
    long where = -1;                                                         \
    OMP(parallel for schedule(__VA_ARGS__) lastprivate(conditional : found, never, where)) \
    for (int i = 0; i < 1000; i++) {                                         \
      if (i % 97 == 5) found = i;                                            \
      if (i > 5000) never = i;                                               \
      if (i < 123) where = 1000 - i;                                         \
    }                                                                        \
    CHECK_EQ(found, 975);                                                    \
    CHECK_EQ(never, 42);                                                     \
    CHECK_EQ(where, 1000 - 122);                                             \
  } while (0)

int main(void) {
  CONDITIONAL(static);
  CONDITIONAL(static, 10);
  CONDITIONAL(dynamic, 3);
  CONDITIONAL(guided);
  CONDITIONAL(runtime);
  CONDITIONAL(monotonic : dynamic);
  int tail = 0, second = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic) lastprivate(conditional : tail) nowait
    for (unsigned long long i = 0; i < 50; i++)
      if (i % 10 == 3) tail = (int)i;
#pragma omp sections lastprivate(conditional : second)
    {
      second = 1;
#pragma omp section
      second = 2;
#pragma omp section
      {
      }
    }
  }
  CHECK_EQ(tail, 43);
  CHECK_EQ(second, 2);
  return check_result();
}
