/* FFTW's OpenMP library: 2-D transforms of 1024 x 1024 forth and back, then many of 64 x 64, which make many short
   regions. Estimated plans, so that both runtimes get the same plan. */
#include <complex.h>
#include <fftw3.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t digest(const void* bytes, size_t size) {
  uint64_t hash = 1469598103934665603u;
  for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char*)bytes)[i]) * 1099511628211u;
  return hash;
}

static void transform(const char* name, int side, int rounds) {
  size_t count = (size_t)side * side;
  fftw_complex* data = fftw_malloc(count * sizeof *data);
  fftw_plan forth = fftw_plan_dft_2d(side, side, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_plan back = fftw_plan_dft_2d(side, side, data, data, FFTW_BACKWARD, FFTW_ESTIMATE);
  for (size_t i = 0; i < count; ++i) data[i] = (double)(i * 7919 % 1013) + I * (double)(i % 17);
  for (int round = 0; round < rounds; ++round) {
    fftw_execute(forth);
    fftw_execute(back);
    for (size_t i = 0; i < count; ++i) data[i] /= (double)count;
  }
  printf("digest %s %016llx\n", name, (unsigned long long)digest(data, count * sizeof *data));
  fftw_destroy_plan(forth);
  fftw_destroy_plan(back);
  fftw_free(data);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  fftw_init_threads();
  fftw_plan_with_nthreads(omp_get_max_threads());
  if (argv[1][0] == 'l')
    transform("large", 1024, 6);
  else
    transform("small", 64, 2000);
  return 0;
}
