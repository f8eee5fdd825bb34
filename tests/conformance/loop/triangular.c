// Non-rectangular collapsed loops (OpenMP 5.0) visit each pair of the triangle once.
#include "check.h"

enum { k_side = 24 };
static int hits[k_side][k_side];

int main(void) {
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < k_side; i++)
      for (int j = i; j < k_side; j++) HIT(hits[i][j]);
#pragma omp for collapse(2) nowait
    for (int i = 0; i < k_side; i++)
      for (int j = 0; j < i; j++) HIT(hits[i][j]);
  }
  for (int i = 0; i < k_side * k_side; i++) CHECK_EQ((&hits[0][0])[i], 1);
  int sum = 0, last = -1;
#pragma omp parallel for collapse(2) reduction(+ : sum) lastprivate(last)
  for (int i = 1; i <= 40; i += 2)
    for (int j = 3 * i + 1; j > i; j -= 2) sum += j, last = i * 100 + j;
  int wanted = 0, wanted_last = -1;
  for (int i = 1; i <= 40; i += 2)
    for (int j = 3 * i + 1; j > i; j -= 2) wanted += j, wanted_last = i * 100 + j;
  CHECK_EQ(sum, wanted);
  CHECK_EQ(last, wanted_last);
  return check_result();
}
