/* MD5 (RFC 1321) of a buffer. */
#ifndef MD5_H
#define MD5_H
#include "digest.h"

static inline void md5_start(uint8_t* buffer, long number, long bytes) {
  long i;
  for (i = 0; i < bytes; i++) buffer[i] = (uint8_t)number_at((uint64_t)number << 32 ^ (uint64_t)i);
}
static inline void md5_block(uint32_t* state, const uint8_t* data) {
  static const uint8_t shift[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
  /* floor(2^32 |sin(i + 1)|): section 3.4. */
  static const uint32_t sine[64] = {
      0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
      0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
      0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
      0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
      0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
      0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
      0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
      0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
  uint32_t word[16], a = state[0], b = state[1], c = state[2], d = state[3];
  int i;
  memcpy(word, data, sizeof word); /* little-endian machines */
  for (i = 0; i < 64; i++) {
    uint32_t f, next;
    int k;
    switch (i / 16) {
      case 0:
        f = (b & c) | (~b & d), k = i;
        break;
      case 1:
        f = (d & b) | (~d & c), k = (5 * i + 1) % 16;
        break;
      case 2:
        f = b ^ c ^ d, k = (3 * i + 5) % 16;
        break;
      default:
        f = c ^ (b | ~d), k = 7 * i % 16;
        break;
    }
    f += a + sine[i] + word[k];
    next = b + (f << shift[i / 16 * 4 + i % 4] | f >> (32 - shift[i / 16 * 4 + i % 4]));
    a = d, d = c, c = b, b = next;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}
static inline void md5_sum(const uint8_t* buffer, long bytes, uint32_t* state) {
  uint8_t tail[128] = {0};
  const long whole = bytes / 64 * 64, rest = bytes - whole, end = rest < 56 ? 64 : 128;
  const uint64_t bits = (uint64_t)bytes * 8;
  long i;
  state[0] = 0x67452301, state[1] = 0xefcdab89, state[2] = 0x98badcfe, state[3] = 0x10325476;
  for (i = 0; i < whole; i += 64) md5_block(state, buffer + i);
  memcpy(tail, buffer + whole, (size_t)rest);
  tail[rest] = 0x80;
  memcpy(tail + end - 8, &bits, sizeof bits);
  for (i = 0; i < end; i += 64) md5_block(state, tail + i);
}
static inline uint64_t md5_digest(const uint32_t* state, long number) {
  uint64_t digest = 0;
  int i;
  for (i = 0; i < 4; i++) digest += digest_of((uint64_t)number * 4 + (uint64_t)i, state[i]);
  return digest;
}
/* The answer for "abc" (section A.5 of the RFC). */
static inline int md5_is_right(void) {
  uint32_t state[4];
  md5_sum((const uint8_t*)"abc", 3, state);
  return state[0] == 0x98500190 && state[1] == 0xb04fd23c && state[2] == 0x7d3f96d6 && state[3] == 0x727fe128;
}
#endif
