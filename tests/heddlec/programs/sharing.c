// dialect: switches
// expect: private 3 5|copied 7 70 4000000000 12|array 10 18|matrix 60|square 198|global 1 2
// P1 to P6.
#include <stdint.h>
#include <stdio.h>

struct pair {
  int x, y;
};

static int first, second, shared_value = 1, seen;
static double square(double x) { return x * x; }
static double result;

static void privates(void) {
  int t;
#pragma omp parallel
  {
#pragma omp task private(t) depend(out : first)
    {
      t = 3;
      first = t;
    }
#pragma omp task private(t) depend(out : second)
    {
      t = 5;
      second = t;
    }
  }
  printf("private %d %d\n", first, second);
}

static void copies(void) {
  int storage = 7;
  int* pointer = &storage;
  unsigned long wide = 4000000000UL;
  uint64_t typed = 5;
  struct pair both = {3, 4};
  int values[3] = {10, 20, 40};
  int a = 0, b = 0;
  unsigned long c = 0;
  uint64_t d = 0;
#pragma omp parallel
  {
#pragma omp task firstprivate(pointer, wide, typed, both, values)
    {
      a = *pointer;
      b = values[0] + values[1] + values[2];
      c = wide;
      d = typed + both.x + both.y;
      values[0] = 0;
      both.x = 0;
    }
  }
  printf("copied %d %d %lu %lu\n", a, b, c, (unsigned long)d);
}

static void arrays(int n) {
  int local[4] = {1, 2, 3, 4};
  int vla[n];
  double matrix[n][n + 1];
  for (int i = 0; i < n; i++) vla[i] = 2 * i;
#pragma omp parallel
  {
#pragma omp task depend(inout : local)
    {
      local[0] = local[0] + local[1] + local[2] + local[3];
    }
#pragma omp task depend(inout : vla)
    {
      vla[0] = vla[n - 1] + n * 2;
    }
#pragma omp task depend(out : matrix)
    {
      for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++) matrix[i][j] = i * (n + 1) + j + 1;
    }
  }
  printf("array %d %d\n", local[0], vla[0]);
  double sum = 0;
  double(*rows)[n + 1] = matrix;
#pragma omp parallel
  {
#pragma omp task depend(in : matrix) depend(out : sum)
    {
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 5; j++) sum += rows[i][j];
    }
  }
  printf("matrix %g\n", sum);
}

int main(void) {
  privates();
  copies();
  arrays(5);
#pragma omp parallel
  {
#pragma omp task depend(out : result)
    {
      result = square(3) + square(3) * 21;
    }
  }
  printf("square %g\n", result);
#pragma omp parallel
  {
#pragma omp task firstprivate(shared_value) depend(out : seen)
    {
      seen = shared_value;
    }
#pragma omp task depend(out : shared_value)
    {
      shared_value = 2;
    }
  }
  printf("global %d %d\n", seen, shared_value);
  return 0;
}
