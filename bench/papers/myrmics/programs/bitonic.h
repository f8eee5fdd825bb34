/* Bitonic sort of sorted blocks. */
#ifndef BITONIC_H
#define BITONIC_H
#include <stdlib.h>

#include "digest.h"

static inline void bitonic_start(uint32_t* block, long first, long n) {
  long i;
  for (i = 0; i < n; i++) block[i] = number_at((uint64_t)(first + i));
}
static inline int bitonic_compare(const void* a, const void* b) {
  const uint32_t x = *(const uint32_t*)a, y = *(const uint32_t*)b;
  return (x > y) - (x < y);
}
static inline void bitonic_sort(uint32_t* block, long n) { qsort(block, (size_t)n, sizeof *block, bitonic_compare); }
/* Both sorted: `into` gets the lower or the upper half of the two. */
static inline void bitonic_merge(uint32_t* into, const uint32_t* mine, const uint32_t* other, long n, long lower) {
  long i, a = lower ? 0 : n - 1, b = a;
  for (i = 0; i < n; i++) {
    if (lower)
      into[i] = mine[a] <= other[b] ? mine[a++] : other[b++];
    else
      into[n - 1 - i] = mine[a] >= other[b] ? mine[a--] : other[b--];
  }
}
/* Whether this block keeps the lower half in the stage (span, distance). */
static inline int bitonic_lower(long block, long span, long distance) {
  return ((block & span) == 0) == ((block & distance) == 0);
}
static inline uint64_t bitonic_digest(const uint32_t* block, long first, long n) {
  uint64_t digest = 0;
  long i;
  for (i = 0; i < n; i++) digest += digest_of((uint64_t)(first + i), block[i]);
  return digest;
}
#endif
