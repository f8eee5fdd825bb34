// The random programs on simulated machines: 1, 2, 8 or 64 workers, trees of 1 to 3 levels, p = 0, 20 or 100, by seed.
// Prints what random.c does. A fault leaves something out of the rules, to show that the programs find it.
//
//   random_simulated MACHINE FIRST COUNT [LEVELS [none|no_cure|no_reset]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/machine_file.hpp"
#include "simulated.hpp"

extern "C" {
extern heddle::myrmics_sim::Body random_table[];
std::uint64_t random_result();
}

using namespace heddle::myrmics_sim;

namespace {

Fault fault_of(const std::string& name) {
  return name == "no_cure" ? Fault::no_cure : name == "no_reset" ? Fault::no_reset : Fault::none;
}

Setup setup_of(long seed, unsigned levels) {
  static constexpr std::uint32_t k_workers[] = {1, 2, 8, 64};
  static constexpr std::uint32_t k_localities[] = {0, 20, 100};
  const auto mixed = static_cast<std::uint64_t>(seed) * 0x9e3779b97f4a7c15U;
  Setup setup;
  setup.workers = k_workers[mixed >> 20 & 3];
  setup.locality = k_localities[(mixed >> 30) % 3];
  setup.one_spawn_at_a_time = (mixed >> 40 & 1) != 0;
  setup.seed = mixed;
  setup.jitter_percent = 90;
  const std::uint32_t leaves = std::min<std::uint32_t>(setup.workers, 4);
  if (levels == 2) setup.widths = {1, leaves};
  if (levels == 3) setup.widths = {1, std::max(1U, leaves / 2), leaves};
  return setup;
}

}  // namespace

int main(int count, char** values) {
  if (count < 4) return 2;
  const auto file = heddle::sim::read_machine(values[1]);
  if (!file) return 2;
  const long first = std::strtol(values[2], nullptr, 10), programs = std::strtol(values[3], nullptr, 10);
  const unsigned levels = count > 4 ? static_cast<unsigned>(std::strtoul(values[4], nullptr, 10)) : 1;
  for (long seed = first; seed < first + programs; ++seed) {
    Setup setup = setup_of(seed, levels);
    if (count > 5) setup.fault = fault_of(values[5]);
    const Outcome out = simulate(file.value().machine, setup, random_table, {seed});
    if (out.finished)
      std::printf("%ld %016llx\n", seed, static_cast<unsigned long long>(random_result()));
    else
      std::printf("%ld has not ended\n%s\n", seed, out.story.c_str());
    std::fflush(stdout);
  }
  return 0;
}
