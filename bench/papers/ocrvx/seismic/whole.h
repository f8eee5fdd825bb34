// The variants that have the whole field in one array: rows by index, filled, and reported.
#pragma once

#include "seismic.h"

static inline double* seismic_row(const Seismic* s, double* arrays, int array, uint64_t y) {
  return arrays + ((uint64_t)array * s->height + y) * s->width;
}

static inline double* seismic_new_field(const Seismic* s) {
  double* arrays = (double*)aligned_alloc(64, (k_arrays * s->width * s->height * sizeof(double) + 63) / 64 * 64);
  if (arrays == NULL) {
    fprintf(stderr, "seismic: no memory for %llu x %llu points\n", (unsigned long long)s->width,
            (unsigned long long)s->height);
    exit(3);
  }
  return arrays;
}

static inline void seismic_stress(const Seismic* s, double* a, uint64_t y) {
  seismic_stress_row(s->width, seismic_row(s, a, k_S, y), seismic_row(s, a, k_T, y), seismic_row(s, a, k_V, y),
                     seismic_row(s, a, k_V, y + 1), seismic_row(s, a, k_M, y));
}

static inline void seismic_velocity(const Seismic* s, double* a, uint64_t y, uint64_t iteration) {
  seismic_velocity_row(s->width, seismic_row(s, a, k_V, y), seismic_row(s, a, k_S, y), seismic_row(s, a, k_T, y),
                       seismic_row(s, a, k_T, y - 1), seismic_row(s, a, k_D, y), seismic_row(s, a, k_L, y));
  if (y == seismic_pulse_row(s)) seismic_add_pulse(s, seismic_row(s, a, k_V, y), iteration + 1);
}

// The row above all others has no phase 2, but may have the source.
static inline void seismic_first_row(const Seismic* s, double* a, uint64_t iteration) {
  if (seismic_pulse_row(s) == 0) seismic_add_pulse(s, seismic_row(s, a, k_V, 0), iteration + 1);
}

static inline void seismic_end(const Seismic* s, double* a, uint64_t ns) {
  uint64_t hash = 0;
  for (uint64_t y = 0; y < s->height; y++) hash = seismic_hash_row(s, a, s->height, y, hash);
  seismic_report(s, hash, ns);
  free(a);
}
