// Figure 1 of the SWITCHES paper as directives: four loops, chunk by chunk. Its hand-written twin is plan.cpp.
#pragma heddle dialect(switches)
#include <cstdio>
#include <cstdlib>

constexpr long k_elements = 8192, k_chunk = 8;
double k0[k_elements], k1[k_elements], k2[k_elements], k3[k_elements], k4[k_elements];

static void lap() {
#pragma omp parallel
  {
#pragma omp for schedule(cross, k_chunk) depend(in : k0[0 : k_chunk]) depend(out : k1[0 : k_chunk])
    for (long i = 0; i < k_elements; ++i) k1[i] = 0.5 * k0[i] + 1;
#pragma omp for schedule(cross, k_chunk) depend(in : k1[0 : k_chunk]) depend(out : k2[0 : k_chunk])
    for (long i = 0; i < k_elements; ++i) k2[i] = 0.5 * k1[i] + 1;
#pragma omp for schedule(cross, k_chunk) depend(in : k2[0 : k_chunk]) depend(out : k3[0 : k_chunk])
    for (long i = 0; i < k_elements; ++i) k3[i] = 0.5 * k2[i] + 1;
#pragma omp for schedule(cross, k_chunk) depend(in : k3[0 : k_chunk]) depend(out : k4[0 : k_chunk])
    for (long i = 0; i < k_elements; ++i) k4[i] = 0.5 * k3[i] + 1;
  }
}

int main(int argc, char** argv) {
  for (long i = 0; i < k_elements; ++i) k0[i] = static_cast<double>(i);
  const int laps = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int at = 0; at < laps; ++at) lap();
  std::printf("%g\n", k4[k_elements - 1]);
}
