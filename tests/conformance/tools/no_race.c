// A program without races is not said to have any: tasks of all kinds, their arguments, stacks and errno
// races: none
// threads: 1 2 4
// heddle-only: libgomp tells ThreadSanitizer nothing
// timeout: 60
#include <errno.h>
#include <omp.h>

#include "check.h"

enum { k_side = 12, k_values = 64, k_groups = 8 };

static double grid[k_side][k_side];
static int done[k_values][3];

static int fib(int n) {
  if (n < 2) return n;
  int a, b;
#pragma omp task shared(a) firstprivate(n)
  a = fib(n - 1);
#pragma omp task shared(b) firstprivate(n) if (n > 4)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void sweep(void) {
  for (int i = 1; i < k_side; i++) {
    for (int j = 1; j < k_side; j++) {
#pragma omp task depend(in : grid[i - 1][j], grid[i][j - 1]) depend(inout : grid[i][j]) firstprivate(i, j)
      {
        volatile double local[40];
        for (int k = 0; k < 40; k++) local[k] = grid[i - 1][j] + grid[i][j - 1];
        grid[i][j] += local[39] / 2 + 1;
        errno = i;
      }
    }
  }
#pragma omp taskwait depend(in : grid[k_side - 1][k_side - 1])
  grid[k_side - 1][k_side - 1] += 1;
}

static int grouped(void) {
  int part[k_groups] = {0}, sum = 0;
#pragma omp taskgroup
  for (int i = 0; i < k_groups; i++) {
#pragma omp task shared(part) firstprivate(i)
    {
#pragma omp task shared(part)
      part[i] = i;
    }
  }
  for (int i = 0; i < k_groups; i++) sum += part[i];
#pragma omp taskloop grainsize(2) reduction(+ : sum) shared(part)
  for (int i = 0; i < k_groups; i++) sum += part[i];
  return sum;
}

static void in_order(void) {
#pragma omp for ordered(1) schedule(dynamic, 3)
  for (int i = 0; i < k_values; i++) {
#pragma omp ordered depend(sink : i - 2)
    done[i][0] = i < 2 ? i : done[i - 2][0] + 2;
#pragma omp ordered depend(source)
    done[i][1] = i;
  }
}

int main(void) {
  int number = 0, sum = 0, counted = 0, locked = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 3; round++) {
#pragma omp parallel
    {
      in_order();
#pragma omp single
      {
        number = fib(8);
        sum = grouped();
        sweep();
      }
#pragma omp critical
      counted++;
      omp_set_lock(&lock);
      locked++;
      omp_unset_lock(&lock);
    }
  }
  omp_destroy_lock(&lock);
  CHECK_EQ(number, 21);
  CHECK_EQ(sum, 2 * 28);
  CHECK_EQ(counted, locked);
  for (int i = 0; i < k_values; i++) CHECK_EQ(done[i][0], i);
  CHECK(grid[k_side - 1][k_side - 1] > 3);
  return check_result();
}
