// IDWS Tables 3 and 4 in virtual time: Heddle's loop schedules on the paper's Xeon Phi, beside what the paper measured.
// README.md says which numbers are fitted.
//
//   cmake --build BUILD --target idws_tables && BUILD/bin/idws_tables [MACHINES [ITERATIONS]]
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/loop_works.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle;
using sim::LoopSchedules;

constexpr std::size_t k_works = 5;  // regular, random, dense end, dense begin, periodic

/// One of ours, and the paper's row in seconds that it stands beside.
struct Rival {
  LoopSchedules schedule;
  const char* name_there;
  double seconds[k_works];
};

struct Table {
  const char* title;
  std::uint32_t threads;
  std::vector<Rival> rivals;
};

const Table k_tables[] = {
    {"Table 3: Xeon Phi, 122 threads",
     122,
     {{LoopSchedules::idws, "IDWS", {11.0, 19.6, 9.60, 9.02, 0.97}},
      {LoopSchedules::static_blocks, "OMP static", {12.3, 22.3, 49.0, 54.2, 1.06}},
      {LoopSchedules::static_1, "OMP static,1", {12.6, 22.9, 11.2, 10.6, 48.3}},
      {LoopSchedules::dynamic_1, "OMP dynamic", {40.1, 31.5, 25.7, 25.1, 15.2}},
      {LoopSchedules::guided_half, "OMP guided", {10.8, 19.6, 10.3, 23.5, 0.92}},
      {LoopSchedules::guided, "", {}},
      {LoopSchedules::steal, "Cilk+", {11.3, 19.9, 10.1, 9.59, 1.05}}}},
    {"Table 4: Xeon Phi, 244 threads",
     244,
     {{LoopSchedules::idws, "IDWS", {7.46, 15.9, 7.46, 7.06, 0.56}},
      {LoopSchedules::static_blocks, "OMP static", {8.13, 16.5, 27.0, 27.1, 0.51}},
      {LoopSchedules::static_1, "OMP static,1", {7.65, 16.0, 7.63, 7.24, 24.7}},
      {LoopSchedules::dynamic_1, "OMP dynamic", {17.3, 19.8, 13.9, 13.6, 7.68}},
      {LoopSchedules::guided_half, "OMP guided", {7.27, 15.7, 8.11, 19.6, 0.52}},
      {LoopSchedules::guided, "", {}},
      {LoopSchedules::steal, "Cilk+", {8.03, 16.3, 8.31, 7.97, 0.63}}}},
};

/// Of all work spread evenly over cores that are busy to the end.
double ideal(const sim::LoopWork& work, const sim::LoopScenario& scenario) {
  const auto each = static_cast<double>(scenario.shared.speeds.size());
  return static_cast<double>(work.total()) / (scenario.machine.cores / each * scenario.shared.speeds.back());
}

void print(const Table& table, const sim::LoopScenario& base, std::uint64_t trip) {
  const auto speeds = sim::thread_speeds_of_xeon_phi();
  for (const bool neighbours : {true, false}) {
    sim::LoopScenario scenario = base;
    scenario.machine.cores = table.threads;
    scenario.shared.speeds.assign(speeds.begin(), speeds.begin() + table.threads / 61);
    scenario.shared.neighbours = neighbours;
    std::printf("\n### %s; %s\n\n|  ", table.title,
                neighbours ? "threads 0, 1 ... share a core" : "threads 0, 61 ... share a core");
    for (const sim::Distribution distribution : sim::distributions()) std::printf("| %s ", sim::name_of(distribution));
    std::printf("|\n|---|---|---|---|---|---|\n");
    for (const Rival& rival : table.rivals) {
      std::printf("| %s ", sim::name_of(rival.schedule));
      for (std::size_t at = 0; at < k_works; ++at) {
        const sim::LoopWork work = sim::loop_of(sim::distributions()[at], trip, sim::states_of_xeon_phi());
        const sim::LoopRun run = sim::run_loop(work, rival.schedule, scenario);
        std::printf("| %.2f", static_cast<double>(run.cycles) / ideal(work, scenario));
        // As the paper's: over its IDWS, which comes nearest to the ideal.
        if (rival.seconds[at] != 0) std::printf(" (%.2f)", rival.seconds[at] / table.rivals[0].seconds[at]);
        std::printf(" ");
        std::fflush(stdout);
      }
      std::printf("|\n");
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string machines = count > 1 ? arguments[1] : "machines";
  const std::uint64_t trip = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : std::uint64_t{1} << 20;
  const auto file = sim::read_machine(machines + "/knc7120.toml");
  if (!file || trip == 0) {
    if (!file) std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
    return 1;
  }
  sim::LoopScenario scenario;
  scenario.machine = file.value().machine;
  std::printf("Times of the ideal (all work spread evenly), and in brackets the paper's times of its IDWS.\n");
  for (const Table& table : k_tables) print(table, scenario, trip);
  return 0;
}
