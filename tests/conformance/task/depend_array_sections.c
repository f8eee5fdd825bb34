// Dependences on array sections and on lvalue expressions match by their first address.
#include "check.h"

int main(void) {
  int matrix[6][8] = {{0}}, *rows[6];
  for (int i = 0; i < 6; i++) rows[i] = matrix[i];
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < 40; step++)
    for (int i = 0; i < 6; i++) {
      int *here = rows[i], *before = rows[i ? i - 1 : 5];
#pragma omp task depend(inout : here[0 : 8]) depend(in : before[0 : 8]) firstprivate(here, before, step)
      for (int j = 0; j < 8; j++) here[j] = (here[j] + before[j] + step + j) % 10007;
    }
  int wanted[6][8] = {{0}};
  for (int step = 0; step < 40; step++)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 8; j++)
        wanted[i][j] = (wanted[i][j] + wanted[i ? i - 1 : 5][j] + step + j) % 10007;
  CHECK_EQ(memcmp(matrix, wanted, sizeof wanted), 0);
  return check_result();
}
