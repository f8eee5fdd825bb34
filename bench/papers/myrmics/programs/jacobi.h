/* Jacobi iteration: each cell becomes the mean of its four neighbours; the border is fixed. */
#ifndef JACOBI_H
#define JACOBI_H
#include "digest.h"

static inline void jacobi_start(float* band, long first, long rows, long cols) {
  long i, j;
  for (i = 0; i < rows; i++)
    for (j = 0; j < cols; j++) band[i * cols + j] = fraction_at((uint64_t)((first + i) * cols + j));
}
static inline void jacobi_row(const float* above, const float* row, const float* below, float* to, long cols) {
  long j;
  for (j = 0; j < cols; j++) {
    const float north = above == NULL ? 1.0f : above[j], south = below == NULL ? 0.0f : below[j];
    const float west = j == 0 ? 0.5f : row[j - 1], east = j == cols - 1 ? 0.25f : row[j + 1];
    to[j] = 0.25f * ((north + south) + (west + east));
  }
}
/* above, below: the rows next to the band; null at the border of the grid. */
static inline void jacobi_band(const float* from, float* to, const float* above, const float* below, long rows,
                               long cols) {
  long i;
  for (i = 0; i < rows; i++)
    jacobi_row(i == 0 ? above : from + (i - 1) * cols, from + i * cols, i == rows - 1 ? below : from + (i + 1) * cols,
               to + i * cols, cols);
}
static inline uint64_t jacobi_digest(const float* band, long first, long rows, long cols) {
  uint64_t digest = 0;
  long i;
  for (i = 0; i < rows * cols; i++) digest += digest_float((uint64_t)(first * cols + i), band[i]);
  return digest;
}
#endif
