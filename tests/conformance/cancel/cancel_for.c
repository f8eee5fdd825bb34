// cancel for stops handing out iterations, in every schedule; the team goes on behind the loop.
// env: OMP_CANCELLATION=true
#include "check.h"

#define SEARCH(...)                                                            \
  do {                                                                         \
    int ran = 0, found = -1, behind = 0;                                       \
    OMP(parallel num_threads(3))                                               \
    {                                                                          \
      OMP(for schedule(__VA_ARGS__))                                           \
      for (int i = 0; i < 100000; i++) {                                       \
        HIT(ran);                                                              \
        if (i == 40) {                                                         \
          POKE(found, i);                                                      \
          OMP(cancel for)                                                      \
          CHECK(0);                                                            \
        }                                                                      \
        while (i > 1000 && PEEK(found) < 0) {                                  \
          OMP(cancellation point for)                                          \
        }                                                                      \
        OMP(cancellation point for)                                            \
      }                                                                        \
      HIT(behind);                                                             \
      OMP(for schedule(dynamic))                                               \
      for (int i = 0; i < 30; i++) HIT(behind);                                \
    }                                                                          \
    CHECK_EQ(found, 40);                                                       \
    CHECK(ran < 100000);                                                       \
    CHECK_EQ(behind, 33);                                                      \
  } while (0)

int main(void) {
  for (int round = 0; round < 5; round++) {
    SEARCH(static);
    SEARCH(static, 2);
    SEARCH(dynamic);
    SEARCH(dynamic, 5);
    SEARCH(guided);
    SEARCH(runtime);
  }
  int never = 0;
#pragma omp parallel for reduction(+ : never)
  for (int i = 0; i < 100; i++) {
    if (i == 50) {
#pragma omp cancel for if (0)
    }
    never++;
  }
  CHECK_EQ(never, 100);
  return check_result();
}
