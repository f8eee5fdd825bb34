/* Matrix multiplication. The elements are small whole numbers, so sums are exact in any order. */
#ifndef MATRIX_H
#define MATRIX_H
#include "digest.h"

static inline double matrix_element(int which, long row, long col) {
  return (double)(number_at((uint64_t)which << 60 ^ (uint64_t)row << 30 ^ (uint64_t)col) % 17) - 8;
}
static inline void matrix_start(double* block, int which, long row, long col, long side) {
  long i, j;
  for (i = 0; i < side; i++)
    for (j = 0; j < side; j++) block[i * side + j] = which == 2 ? 0 : matrix_element(which, row + i, col + j);
}
static inline void matrix_multiply(const double* a, const double* b, double* c, long side) {
  long i, j, k;
  for (i = 0; i < side; i++)
    for (k = 0; k < side; k++) {
      const double x = a[i * side + k];
      for (j = 0; j < side; j++) c[i * side + j] += x * b[k * side + j];
    }
}
static inline uint64_t matrix_digest(const double* block, long row, long col, long side) {
  uint64_t digest = 0;
  long i, j;
  for (i = 0; i < side; i++)
    for (j = 0; j < side; j++)
      digest += digest_of((uint64_t)(row + i) << 30 ^ (uint64_t)(col + j), (uint64_t)(int64_t)block[i * side + j]);
  return digest;
}
#endif
