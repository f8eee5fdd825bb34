// Seismic by OpenMP's parallel for: a barrier after each phase.
#include "whole.h"

int main(int count, char** given) {
  const Seismic s = seismic_parameters(count, given);
  double* a = seismic_new_field(&s);
#pragma omp parallel for
  for (uint64_t y = 0; y < s.height; y++) seismic_fill_row(&s, a, s.height, y, y);
  const uint64_t begin = seismic_now_ns();
  for (uint64_t i = 0; i < s.iterations; i++) {
#pragma omp parallel for
    for (uint64_t y = 0; y < s.height - 1; y++) seismic_stress(&s, a, y);
#pragma omp parallel for
    for (uint64_t y = 1; y < s.height; y++) seismic_velocity(&s, a, y, i);
    seismic_first_row(&s, a, i);
  }
  seismic_end(&s, a, seismic_now_ns() - begin);
  return 0;
}
