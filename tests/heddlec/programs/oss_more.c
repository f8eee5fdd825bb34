// flags: -fopenmp
// expect: functions 5050 144|ready 30|iterated 60 12|tested 7|together 0|parts 2475 99 3|counted 400
// OmpSs-2 in C: tasks on functions, onready, taskiter, collapse, declared reductions, critical.
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 8

struct pair {
  long sum;
  int most;
};
static void join(struct pair* into, const struct pair* from) {
  into->sum += from->sum;
  if (from->most > into->most) into->most = from->most;
}
#pragma oss declare reduction(pairs : struct pair : join(&omp_out, &omp_in)) initializer(omp_priv = {0, -1})
#pragma oss declare reduction(widest:int : omp_out = omp_in > omp_out ? omp_in : omp_out)

#pragma oss task in(values[0; n])inout(*sum) label("add")
static void add(const int* values, int n, long* sum);

#pragma oss task inout(*at)
void grow(int depth, int at[LENGTH]) {
  if (depth == 0) {
    at[0] += 1;
    return;
  }
  int left[LENGTH] = {0}, right[LENGTH] = {0};
  grow(depth - 1, left);
  grow(depth > 1 ? depth - 2 : 0, right);
#pragma oss taskwait
  at[0] += left[0] + right[0];
}

static void add(const int* values, int n, long* sum) {
  for (int i = 0; i < n; i++) *sum += values[i];
}

static int readied;
static void note(int by) { __atomic_add_fetch(&readied, by, __ATOMIC_RELAXED); }

int main(void) {
  int values[100], grown[LENGTH] = {0};
  long sum = 0;
  for (int i = 0; i < 100; i++) values[i] = i + 1;
  for (int at = 0; at < 100; at += 10) add(values + at, 10, &sum);
  grow(10, grown);
#pragma oss taskwait
  printf("functions %ld %d\n", sum, grown[0]);

  for (int i = 0; i < 10; i++) {
    const int by = i % 2 + 1;
#pragma oss task inout(sum) onready(note(2 * by)) private(readied)
    sum += 1;
  }
#pragma oss taskwait
  printf("ready %d\n", readied);

  int a = 0, b = 0, lap = 0;
#pragma oss taskiter
  for (int i = 0; i < 12; i++) {
    for (int k = 0; k < 2; k++) {
#pragma oss task inout(a) label("step") cost(3)
      a += k + 2;
    }
#pragma oss task in(a)inout(b)
    {
#pragma oss task inout(b)
      b += 1;
    }
#pragma oss task inout(lap)
    lap++;
  }
  printf("iterated %d %d\n", a, b);

  int left = 7, turns = 0;
#pragma oss taskiter
  while (left > 0) {
#pragma oss task inout(left)
    left -= 1;
#pragma oss task in(left)inout(turns)
    turns += 1;
  }
  printf("tested %d\n", turns);

  enum { rows = 7, columns = 11, depth = 3 };
  static int met[rows][columns][depth];
#pragma oss taskloop collapse(3) grainsize(17)
  for (int i = 0; i < rows; i++)
    for (int j = columns - 1; j >= 0; j -= 2)
      for (long k = 1; k <= depth; k++) met[i][j][k - 1] += 1;
#pragma oss taskwait
  int wrong = 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      for (int k = 0; k < depth; k++) wrong += met[i][j][k] != (j % 2 == 0);
  printf("together %d\n", wrong);

  struct pair all = {0, -1};
  int widest = 0;
#pragma oss taskloop grainsize(9) reduction(pairs : all)
  for (int i = 0; i < 100; i++) {
    all.sum += i % 50 + 0;
    if (i > all.most) all.most = i;
  }
  for (int i = 0; i < 4; i++) {
#pragma oss task reduction(widest : widest)
    if (i > widest) widest = i;
  }
#pragma oss taskwait
  printf("parts %ld %d %d\n", all.sum + 25, all.most, widest);

  int count = 0;
  for (int i = 0; i < 400; i++) {
#pragma oss task shared(count)
    {
#pragma oss critical(counting)
      count++;
    }
  }
#pragma oss taskwait
  printf("counted %d\n", count);
  return 0;
}
