/* OpenBLAS built with OpenMP: products of large and of small matrices and a Cholesky factorization. The prototypes are
   BLAS's and LAPACK's own, so no header of any implementation is needed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*, const int*,
            const double*, const int*, const double*, double*, const int*);
void dpotrf_(const char*, const int*, double*, const int*, int*);

static uint64_t digest(const void* bytes, size_t size) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char*)bytes)[i]) * 1099511628211u;
  return hash;
}

static double* matrix(int n) {
  double* a = malloc((size_t)n * n * sizeof *a);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) a[(size_t)j * n + i] = 1.0 / (1 + abs(i - j)) + (i == j ? n : 0);
  return a;
}

static void multiply(int n, int rounds) {
  double *a = matrix(n), *b = matrix(n), *c = matrix(n);
  double scale = 1.0 / n, old = 0.5;
  for (int round = 0; round < rounds; ++round) dgemm_("N", "N", &n, &n, &n, &scale, a, &n, b, &n, &old, c, &n);
  printf("digest product%d %016llx\n", n, (unsigned long long)digest(c, (size_t)n * n * sizeof *c));
  free(a), free(b), free(c);
}

static int factor(int n) {
  double* a = matrix(n);
  int failed = 0;
  dpotrf_("L", &n, a, &n, &failed);
  printf("digest factor %016llx\n", (unsigned long long)digest(a, (size_t)n * n * sizeof *a));
  free(a);
  return failed;
}

int main(void) {
  multiply(1000, 4);
  multiply(128, 1000);
  return factor(2000) != 0;
}
