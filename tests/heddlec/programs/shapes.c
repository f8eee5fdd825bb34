// dialect: switches
// expect: sizes 0|swapped 0|deeper 0|threads 0|recursion 0
// X6: other sizes, swapped arrays, a deeper stack, several threads, recursion.
#include <pthread.h>
#include <stdio.h>

static double one[1000], other[1000];

static int step(double* from, double* to, int n) {
#pragma omp parallel
  {
#pragma omp for schedule(cross, 16) depend(in : from[0 : 16]) depend(out : to[0 : 16])
    for (int i = 0; i < n; i++) to[i] = from[i] + 1;
#pragma omp for schedule(cross, 8) depend(inout : to[0 : 8])
    for (int i = 0; i < n; i++) to[i] = 2 * to[i];
  }
  int bad = 0;
  for (int i = 0; i < n; i++) bad += to[i] != 2 * (from[i] + 1);
  return bad;
}

static int local(int depth) {
  double values[100];
  if (depth > 0) return local(depth - 1) + (values[0] = 0, 0);
  int sum = 0;
#pragma omp parallel
  {
#pragma omp task depend(out : values)
    {
      for (int i = 0; i < 100; i++) values[i] = i;
    }
#pragma omp task depend(in : values) depend(out : sum)
    {
      for (int i = 0; i < 100; i++) sum += (int)values[i];
    }
  }
  return sum != 4950;
}

static void* thread(void* result) {
  double from[200], to[200];
  for (int i = 0; i < 200; i++) from[i] = i;
  for (int i = 0; i < 200; i++) *(int*)result += step(from, to, 200);
  return 0;
}

static int recursive(int depth) {
  int inner = 0, mine = 0;
#pragma omp parallel
  {
#pragma omp task depend(out : mine)
    {
      mine = depth;
    }
#pragma omp task depend(out : inner)
    {
      inner = depth == 0 ? 0 : recursive(depth - 1);
    }
  }
  return mine + inner;
}

int main(void) {
  int bad = 0;
  for (int n = 0; n < 1000; n += 37) bad += step(one, other, n);
  printf("sizes %d\n", bad);
  bad = 0;
  for (int i = 0; i < 50; i++) {
    for (int j = 0; j < 1000; j++) one[j] = other[j] = 1;
    bad += step(one, other, 1000) + step(other, one, 1000);
  }
  printf("swapped %d\n", bad);
  bad = 0;
  for (int depth = 0; depth < 30; depth++) bad += local(depth % 15);
  printf("deeper %d\n", bad);
  pthread_t threads[3];
  int results[3] = {0, 0, 0};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, thread, &results[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  printf("threads %d\n", results[0] + results[1] + results[2]);
  printf("recursion %d\n", recursive(5) - 15);
  return 0;
}
