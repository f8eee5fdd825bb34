// Cross-iteration dependences (ordered(n), depend(sink), depend(source)) order a chain and a wavefront under every schedule.
#include "check.h"

enum { k_side = 9 };
static int line[63], grid[k_side + 1][k_side + 1], wanted[k_side + 1][k_side + 1];

static void fill_wanted(void) {
  for (int i = 0; i <= k_side; i++)
    for (int j = 0; j <= k_side; j++)
      wanted[i][j] = i && j ? (wanted[i - 1][j] * 3 + wanted[i][j - 1] + wanted[i - 1][j - 1] * 5) % 1009 : 1;
}

static void check_grid(void) {
  CHECK_EQ(memcmp(grid, wanted, sizeof grid), 0);
}

#define DOACROSS(...)                                                        \
  line[0] = line[1] = 1;                                                     \
  OMP(parallel for ordered(1) schedule(__VA_ARGS__))                         \
  for (int i = 2; i < 63; i++) {                                            \
    OMP(ordered depend(sink : i - 1) depend(sink : i - 2))                   \
    line[i] = (line[i - 1] + line[i - 2]) % 1000;                            \
    OMP(ordered depend(source))                                              \
  }                                                                          \
  check_line();                                                              \
  OMP(parallel for ordered(2) schedule(__VA_ARGS__))                         \
  for (int i = 0; i <= k_side; i++)                                          \
    for (int j = 0; j <= k_side; j++) {                                      \
      OMP(ordered depend(sink : i - 1, j) depend(sink : i, j - 1) depend(sink : i - 1, j - 1)) \
      grid[i][j] = i && j ? (grid[i - 1][j] * 3 + grid[i][j - 1] + grid[i - 1][j - 1] * 5) % 1009 : 1; \
      OMP(ordered depend(source))                                            \
    }                                                                        \
  check_grid();                                                              \
  OMP(parallel for collapse(2) ordered(2) schedule(__VA_ARGS__))             \
  for (long long i = 0; i <= k_side; i++)                                    \
    for (long long j = 0; j <= k_side; j++) {                                \
      OMP(ordered depend(sink : i - 1, j) depend(sink : i, j - 1) depend(sink : i - 1, j - 1)) \
      grid[i][j] = i && j ? (grid[i - 1][j] * 3 + grid[i][j - 1] + grid[i - 1][j - 1] * 5) % 1009 : 1; \
      OMP(ordered depend(source))                                            \
    }                                                                        \
  check_grid();

static void check_line(void) {
  int a = 1, b = 1;
  for (int i = 2; i < 63; i++) {
    int c = (a + b) % 1000;
    CHECK_EQ(line[i], c);
    a = b;
    b = c;
    line[i] = 0;
  }
}

int main(void) {
  fill_wanted();
  DOACROSS(static)
  memset(grid, 0, sizeof grid);
  DOACROSS(static, 1)
  memset(grid, 0, sizeof grid);
  DOACROSS(static, 6)
  memset(grid, 0, sizeof grid);
  DOACROSS(dynamic)
  memset(grid, 0, sizeof grid);
  DOACROSS(dynamic, 3)
  memset(grid, 0, sizeof grid);
  DOACROSS(guided)
  memset(grid, 0, sizeof grid);
  DOACROSS(runtime)
  memset(grid, 0, sizeof grid);
  omp_set_schedule(omp_sched_dynamic, 2);
  DOACROSS(runtime)
  memset(grid, 0, sizeof grid);
  omp_set_schedule(omp_sched_guided, 2);
  DOACROSS(runtime)
  return check_result();
}
