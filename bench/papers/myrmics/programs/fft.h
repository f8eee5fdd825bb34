/* Two-dimensional Fourier transform of n x n complex numbers: rows, transpose, rows, transpose. */
#ifndef FFT_H
#define FFT_H
#include <math.h>
#include <stddef.h>

#include "digest.h"

typedef struct {
  float re, im;
} Complex;

static inline Complex fft_element(long row, long col) {
  const uint64_t place = (uint64_t)row << 32 ^ (uint64_t)col;
  const Complex number = {fraction_at(place), fraction_at(place ^ 0x8000000000000000u)};
  return number;
}
/* In place; n is a power of two. */
static inline void fft_row(Complex* x, long n) {
  long i, j, length;
  for (i = 1, j = 0; i < n; i++) {
    long bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) {
      const Complex other = x[i];
      x[i] = x[j];
      x[j] = other;
    }
  }
  for (length = 2; length <= n; length *= 2)
    for (j = 0; j < length / 2; j++) {
      const double angle = -2 * 3.14159265358979323846 * (double)j / (double)length;
      const float c = (float)cos(angle), s = (float)sin(angle);
      for (i = j; i < n; i += length) {
        Complex *a = &x[i], *b = &x[i + length / 2];
        const Complex t = {c * b->re - s * b->im, c * b->im + s * b->re};
        b->re = a->re - t.re, b->im = a->im - t.im;
        a->re += t.re, a->im += t.im;
      }
    }
}
static inline uint64_t fft_digest(Complex number, long row, long col) {
  const uint64_t place = ((uint64_t)row << 32 ^ (uint64_t)col) * 2;
  return digest_float(place, number.re) + digest_float(place + 1, number.im);
}
static inline double fft_units(long rows, long n) {
  return (double)rows * (double)n * (double)(63 - __builtin_clzl((unsigned long)n));
}
#endif
