// expect: simple 3|sections 0|nested 20|loop 4950|multi 15|waits 1|if0 9|reduce 499500
// OmpSs-2 in C.
#include <stdio.h>
#include <stdlib.h>

static int total;

static int fib(int n) {
  int x, y;
  if (n < 2) return n;
#pragma oss task shared(x)
  x = fib(n - 1);
#pragma oss task shared(y)
  y = fib(n - 2);
#pragma oss taskwait
  return x + y;
}

int main(void) {
  int a = 0, b = 0;
#pragma oss task out(a)
  a = 1;
#pragma oss task in(a)out(b) label("second")
  {
    b = a + 2;
  }
#pragma oss taskwait
  printf("simple %d\n", b);

  enum { n = 64 };
  double* v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++) v[i] = 0;
  for (int round = 0; round < 8; round++)
    for (int first = 0; first < n; first += 16) {
#pragma oss task inout(v[first; 16])
      for (int i = first; i < first + 16; i++) v[i] += round;
    }
#pragma oss task inout(v[10 : 40])
  for (int i = 10; i <= 40; i++) v[i] = v[i] - 28;
#pragma oss taskwait
  int bad = 0;
  for (int i = 0; i < n; i++) bad += v[i] != (i >= 10 && i <= 40 ? 0 : 28);
  printf("sections %d\n", bad);

  int sum = 0;
#pragma oss task inout(sum)
  {
    for (int i = 0; i < 10; i++) {
#pragma oss task inout(sum)
      sum += 2;
    }
#pragma oss taskwait
  }
#pragma oss taskwait in(sum)
  printf("nested %d\n", sum);

  int at[100] = {0};
#pragma oss taskloop grainsize(7) out(at[i])
  for (int i = 0; i < 100; i++) at[i] = i;
#pragma oss taskwait
  sum = 0;
  for (int i = 0; i < 100; i++) sum += at[i];
  printf("loop %d\n", sum);

  int parts[5];
  for (int i = 0; i < 5; i++) {
#pragma oss task out(parts[i])
    parts[i] = i + 1;
  }
  sum = 0;
#pragma oss task in({parts[i], i = 0; 5}) out(sum)
  for (int i = 0; i < 5; i++) sum += parts[i];
#pragma oss taskwait
  printf("multi %d\n", sum);

#pragma oss task out(a)
  a = 1;
#pragma oss taskwait on(a)
  printf("waits %d\n", a);
#pragma oss task inout(a) if (0)
  a += 8;
  printf("if0 %d\n", a);
  for (int i = 0; i < 1000; i++) {
#pragma oss task reduction(+ : total)
    total += i;
  }
#pragma oss taskwait
  printf("reduce %d\n", total);
  if (fib(15) != 610) puts("fib is wrong");
  free(v);
  return 0;
}
