// Seismic by oneTBB's parallel_for, with the grain that it chooses itself.
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include "whole.h"

namespace {

template <class Body>
void rows(uint64_t first, uint64_t last, const Body& body) {
  tbb::parallel_for(tbb::blocked_range<uint64_t>(first, last), [&](const tbb::blocked_range<uint64_t>& part) {
    for (uint64_t y = part.begin(); y < part.end(); y++) body(y);
  });
}

}  // namespace

int main(int count, char** given) {
  const Seismic s = seismic_parameters(count, given);
  const char* threads = getenv("OMP_NUM_THREADS");  // the number that all variants are told
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads ? strtoull(threads, nullptr, 10) : 2);
  double* a = seismic_new_field(&s);
  rows(0, s.height, [&](uint64_t y) { seismic_fill_row(&s, a, s.height, y, y); });
  const uint64_t begin = seismic_now_ns();
  for (uint64_t i = 0; i < s.iterations; i++) {
    rows(0, s.height - 1, [&](uint64_t y) { seismic_stress(&s, a, y); });
    rows(1, s.height, [&](uint64_t y) { seismic_velocity(&s, a, y, i); });
    seismic_first_row(&s, a, i);
  }
  seismic_end(&s, a, seismic_now_ns() - begin);
  return 0;
}
