// dialect: switches
// expect: b 1|c 2|chain 1 2 3 30|forty 40|forty often 80000
// D1 to D4: write after read, write after write, a chain, forty writers of one variable.
#include <stdio.h>

static int a, b, c, d;

static void war(void) {
  a = 1;
  b = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp task depend(in : a) depend(out : b)
    {
      b = a;
    }
#pragma omp task depend(out : a)
    {
      a = 7;
    }
  }
  printf("b %d\n", b);
}

static void waw(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp task depend(out : c)
    {
      c = 1;
    }
#pragma omp task depend(out : c)
    {
      c = 2;
    }
  }
  printf("c %d\n", c);
}

static void chain(void) {
  a = b = c = d = 0;
#pragma omp parallel
  {
#pragma omp task depend(out : a)
    {
      a = 1;
    }
#pragma omp task depend(in : a) depend(out : b)
    {
      b = a + 1;
    }
#pragma omp task depend(in : a, b) depend(out : c)
    {
      c = a + b;
    }
#pragma omp task depend(in : c) depend(out : d)
    {
      d = 10 * c;
    }
  }
  printf("chain %d %d %d %d\n", a, b, c, d);
}

static int forty(int times) {
  int x = 0;
  for (int time = 0; time < times; time++) {
#pragma omp parallel
    for (int i = 0; i < 40; i++) {
#pragma omp task depend(inout : x)
      {
        x = x + 1;
      }
    }
  }
  return x;
}

int main(void) {
  war();
  waw();
  chain();
  printf("forty %d\n", forty(1));
  printf("forty often %d\n", forty(2000));
  return 0;
}
