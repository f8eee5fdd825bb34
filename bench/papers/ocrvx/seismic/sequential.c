// Seismic, one thread: what the others must equal.
#include "whole.h"

int main(int count, char** given) {
  const Seismic s = seismic_parameters(count, given);
  double* a = seismic_new_field(&s);
  for (uint64_t y = 0; y < s.height; y++) seismic_fill_row(&s, a, s.height, y, y);
  const uint64_t begin = seismic_now_ns();
  for (uint64_t i = 0; i < s.iterations; i++) {
    for (uint64_t y = 0; y + 1 < s.height; y++) seismic_stress(&s, a, y);
    for (uint64_t y = 1; y < s.height; y++) seismic_velocity(&s, a, y, i);
    seismic_first_row(&s, a, i);
  }
  seismic_end(&s, a, seismic_now_ns() - begin);
  return 0;
}
