// collapse(2) and collapse(3) visit each tuple once under every schedule, with mixed types and empty inner loops.
#include "check.h"

static int hits[7][11][5];

static void check_all_once(int rows) {
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 11; j++)
      for (int k = 0; k < 5; k++) {
        CHECK_EQ(hits[i][j][k], i < rows);
        hits[i][j][k] = 0;
      }
}

#define THREE(...)                                                    \
  OMP(parallel for collapse(3) schedule(__VA_ARGS__))                 \
  for (int i = 6; i >= 0; i--)                                        \
    for (unsigned j = 0; j < 11; j++)                                 \
      for (long long k = 8; k >= 0; k -= 2) HIT(hits[i][j][k / 2]);   \
  check_all_once(7);

#define TWO(...)                                                      \
  OMP(parallel for collapse(2) schedule(__VA_ARGS__))                 \
  for (unsigned long long i = 0; i < 7; i++)                          \
    for (int j = 0; j <= 10; j++)                                     \
      for (int k = 0; k < 5; k++) HIT(hits[i][j][k]);                 \
  check_all_once(7);

#define EMPTY(...)                                                    \
  OMP(parallel for collapse(2) schedule(__VA_ARGS__))                 \
  for (int i = 0; i < 7; i++)                                         \
    for (int j = zero; j > 0; j--) HIT(hits[i][j][0]);                \
  check_all_once(0);

#define ALL(...) THREE(__VA_ARGS__) TWO(__VA_ARGS__) EMPTY(__VA_ARGS__)

int main(void) {
  int zero = 0;
  ALL(static)
  ALL(static, 3)
  ALL(dynamic)
  ALL(dynamic, 4)
  ALL(guided)
  ALL(runtime)
  ALL(auto)
  int last_i = -1, last_j = -1;
#pragma omp parallel for collapse(2) lastprivate(last_i, last_j) schedule(dynamic)
  for (int i = 0; i < 9; i += 2)
    for (int j = 5; j > 0; j--) last_i = i, last_j = j;
  CHECK_EQ(last_i, 8);
  CHECK_EQ(last_j, 1);
  return check_result();
}
