// Figure 1 of the SWITCHES paper by hand: the twin of directives.cpp.
#include <cstdio>
#include <cstdlib>
#include <heddle/plan.hpp>
#include <span>

constexpr long k_elements = 8192, k_chunk = 8;
double k0[k_elements], k1[k_elements], k2[k_elements], k3[k_elements], k4[k_elements];

static void add_loop(heddle::plan& plan, double* from, double* to) {
  plan.loop(
      {0, k_elements}, {.chunk = k_chunk},
      [from, to](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i) to[i] = 0.5 * from[i] + 1;
      },
      heddle::in_chunk(std::span<const double>(from, k_elements)), heddle::out_chunk(std::span(to, k_elements)));
}

int main(int argc, char** argv) {
  for (long i = 0; i < k_elements; ++i) k0[i] = static_cast<double>(i);
  heddle::plan plan;
  add_loop(plan, k0, k1);
  add_loop(plan, k1, k2);
  add_loop(plan, k2, k3);
  add_loop(plan, k3, k4);
  const int laps = argc > 1 ? std::atoi(argv[1]) : 1;
  for (int at = 0; at < laps; ++at) plan.replay();
  std::printf("%g\n", k4[k_elements - 1]);
}
