/* digest.h: results as one number that does not depend on how the data were cut. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* One element at its place. The sum over all elements, in any order, is the digest. */
static inline uint64_t digest_of(uint64_t place, uint64_t bits) {
  uint64_t x = (place + 1) * 0x9e3779b97f4a7c15u ^ bits * 0xd6e8feb86659fd93u;
  x ^= x >> 32;
  x *= 0xd6e8feb86659fd93u;
  x ^= x >> 29;
  return x;
}
static inline uint64_t digest_float(uint64_t place, float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return digest_of(place, bits);
}
static inline void print_digest(uint64_t digest) { printf("result %016llx\n", (unsigned long long)digest); }

/* Numbers that every program makes for itself, by place: the same however the data are cut. */
static inline uint32_t number_at(uint64_t place) { return (uint32_t)(digest_of(place, 0x2545f491u) >> 17); }
static inline float fraction_at(uint64_t place) { return (float)(number_at(place) & 0xffffff) * (1.0f / 16777216.0f); }

#endif
