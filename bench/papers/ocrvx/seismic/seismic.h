// The seismic simulation of Dokulil, Benkner and Yaghob, "The Open Community Runtime on the Intel Knights Landing
// Architecture", §4.1: what all variants share. Each point's value depends on its neighbours by a fixed sequence of
// operations, so every variant computes the same bits (compile with -ffp-contract=off).
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// The arrays of one point: stresses S and T, velocity V, and three properties of the ground.
enum { k_S, k_T, k_V, k_M, k_D, k_L, k_arrays };
enum { k_pulse_iterations = 100 };

typedef struct {
  uint64_t width, height, iterations;
  uint64_t bands, tasks;  // of the OCR variant: blocks of rows, and EDTs for each in a phase
} Seismic;

static inline uint64_t seismic_argument(int count, char** given, int index, uint64_t otherwise) {
  return index < count ? strtoull(given[index], NULL, 10) : otherwise;
}

// WIDTH HEIGHT ITERATIONS BANDS TASKS
static inline Seismic seismic_parameters(int count, char** given) {
  Seismic s;
  s.width = seismic_argument(count, given, 1, 512);
  s.height = seismic_argument(count, given, 2, 512);
  s.iterations = seismic_argument(count, given, 3, 200);
  s.bands = seismic_argument(count, given, 4, 8);
  s.tasks = seismic_argument(count, given, 5, 1);
  if (s.width < 2 || s.height < 2 || s.iterations < 1 || s.bands < 1 || s.tasks < 1 || s.height / s.bands < s.tasks) {
    fprintf(stderr,
            "seismic: wants WIDTH >= 2, HEIGHT >= 2, ITERATIONS >= 1, BANDS >= 1, TASKS >= 1, a row for each task of a "
            "band\n");
    exit(2);
  }
  return s;
}

// The first row of a part, when `rows` are dealt out to `parts`.
static inline uint64_t seismic_first(uint64_t rows, uint64_t parts, uint64_t part) { return rows * part / parts; }

static inline uint64_t seismic_pulse_row(const Seismic* s) { return s->height / 4; }

// What the source adds to the velocity at its point before this iteration.
static inline double seismic_pulse(uint64_t iteration) {
  return iteration < k_pulse_iterations ? (double)(k_pulse_iterations - iteration) / 64 : 0;
}

static inline void seismic_add_pulse(const Seismic* s, double* row_of_v, uint64_t iteration) {
  row_of_v[s->width / 3] += seismic_pulse(iteration);
}

// Row y of every array, at row `at` of arrays that have `rows` rows each.
static inline void seismic_fill_row(const Seismic* s, double* arrays, uint64_t rows, uint64_t at, uint64_t y) {
  const double ground = y * 2 < s->height ? 0.125 : 0.25;  // two layers
  for (uint64_t x = 0; x < s->width; x++) {
    const uint64_t edge = x < s->width - 1 - x ? x : s->width - 1 - x;
    double point[k_arrays] = {0, 0, 0, ground, edge < 8 ? 0.9375 : 1, 0.125 + (double)(x % 7) / 256};
    for (int array = 0; array < k_arrays; array++) arrays[((uint64_t)array * rows + at) * s->width + x] = point[array];
  }
  if (y == seismic_pulse_row(s)) seismic_add_pulse(s, arrays + (k_V * rows + at) * s->width, 0);
}

// Phase 1 of one row.
static inline void seismic_stress_row(uint64_t width, double* __restrict s, double* __restrict t,
                                      const double* __restrict v, const double* __restrict v_below,
                                      const double* __restrict m) {
  for (uint64_t x = 0; x < width - 1; x++) {
    s[x] += m[x] * (v[x + 1] - v[x]);
    t[x] += m[x] * (v_below[x] - v[x]);
  }
}

// Phase 2 of one row.
static inline void seismic_velocity_row(uint64_t width, double* __restrict v, const double* __restrict s,
                                        const double* __restrict t, const double* __restrict t_above,
                                        const double* __restrict d, const double* __restrict l) {
  for (uint64_t x = 1; x < width; x++) v[x] = d[x] * (v[x] + l[x] * (s[x] - s[x - 1] + t[x] - t_above[x]));
}

// A hash of the bits of some rows of S, T and V; begins with 0, and rows follow each other.
static inline uint64_t seismic_hash_row(const Seismic* s, const double* arrays, uint64_t rows, uint64_t at,
                                        uint64_t hash) {
  for (int array = k_S; array <= k_V; array++) {
    const double* row = arrays + ((uint64_t)array * rows + at) * s->width;
    for (uint64_t x = 0; x < s->width; x++) {
      union {
        double value;
        uint64_t bits;
      } point;
      point.value = row[x];
      hash = (hash ^ point.bits) * UINT64_C(0x100000001b3) + (hash >> 47);
    }
  }
  return hash;
}

static inline uint64_t seismic_now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static inline void seismic_report(const Seismic* s, uint64_t hash, uint64_t ns) {
  printf("hash %016llx\n", (unsigned long long)hash);
  printf("ns_per_point %.4f\n", (double)ns / ((double)s->width * (double)s->height * (double)s->iterations));
}
