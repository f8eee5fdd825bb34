// IDWS Tables 1 to 4 in virtual time: Heddle's loop schedules on the paper's machines. A line of CSV for each run;
// run.py makes a page of them, and says which numbers are fitted.
//
//   cmake --build BUILD --target idws_tables && BUILD/bin/idws_tables [MACHINES [ITERATIONS]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/loop_works.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle;

/// A loop schedule under the name that run.py knows it by.
struct Rival {
  const char* name;
  sim::LoopDealing dealing;
};
constexpr Rival k_rivals[] = {
    {"idws", {.schedule = "idws"}},
    {"static", {.schedule = "static"}},
    {"static,1", {.schedule = "static", .chunk = 1}},
    {"dynamic", {.schedule = "dynamic"}},
    {"guided (2P)", {.schedule = "guided", .told_threads = 2}},
    {"guided (P)", {.schedule = "guided"}},
    {"steal", {.schedule = "steal"}},
};

/// One line's cost, and one order of what happens at the same time.
struct Variant {
  std::uint32_t percent;
  std::uint64_t seed;
};
constexpr Variant k_band[] = {{100, 1}, {100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};

/// A machine of the paper. States cost cycles of a thread whose core is as full as in the table they are fitted to.
struct Table {
  int number;
  const char* machine;
  std::uint32_t threads;
  std::vector<double> speeds;  // of one, two ... busy threads of a core, in those cycles
  sim::LoopStates states;
};

std::vector<double> speeds_of_xeon_phi(std::size_t threads) {
  const auto all = sim::thread_speeds_of_xeon_phi();
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(threads)};
}

/// Sandy Bridge: fitted as Xeon Phi's (loop_works.hpp), to the rows of guided and to IDWS on Dense End. Both come to
/// nearly the same dense part. Two threads of a core do 1.25 times what one does.
std::vector<Table> tables() {
  const sim::LoopStates e5_2650{.cycles = {20, 1'110, 2'220, 8'054}, .dense = 0.145, .mixed = 0.145, .period = 16};
  const sim::LoopStates e5_2643{.cycles = {20, 1'295, 2'590, 9'331}, .dense = 0.145, .mixed = 0.145, .period = 8};
  return {{1, "xeon-e5-2650x2", 32, {1.6, 2.0}, e5_2650},
          {2, "xeon-e5-2643x2", 16, {1.6, 2.0}, e5_2643},
          {3, "knc7120", 122, speeds_of_xeon_phi(2), sim::states_of_xeon_phi()},
          {4, "knc7120", 244, speeds_of_xeon_phi(4), sim::states_of_xeon_phi()}};
}

/// Of all work spread evenly over cores that are busy to the end.
double ideal(const sim::LoopWork& work, const platform::sim::Machine& machine) {
  return static_cast<double>(work.total()) / (machine.shared.cores * machine.shared.speeds.back());
}

sim::LoopScenario scenario_of(platform::sim::Machine machine, const Variant& variant) {
  sim::LoopScenario scenario;
  for (auto* cost : {&machine.line.transfer, &machine.line.transfer_far, &machine.line.upgrade})
    *cost = std::max<platform::sim::Cycles>(*cost * variant.percent / 100, 1);
  scenario.machine = std::move(machine);
  scenario.options = {.seed = variant.seed, .jitter_permille = 50};
  return scenario;
}

void run(const Table& table, const platform::sim::Machine& machine, std::uint64_t trip) {
  for (const sim::Distribution distribution : sim::distributions()) {
    const sim::LoopWork work = sim::loop_of(distribution, trip, table.states);
    for (const Rival& rival : k_rivals) {
      for (const Variant& variant : k_band) {
        const sim::LoopRun made = sim::run_loop(work, rival.dealing, scenario_of(machine, variant));
        std::printf("%d,%u,%s,\"%s\",%s,%u,%lu,%.4f\n", table.number, table.threads,
                    machine.shared.neighbours ? "neighbours" : "others", rival.name, sim::name_of(distribution),
                    variant.percent, static_cast<unsigned long>(variant.seed),
                    static_cast<double>(made.cycles) / ideal(work, machine));
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string machines = count > 1 ? arguments[1] : "machines";
  const std::uint64_t trip = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : std::uint64_t{1} << 16;
  std::printf("table,threads,share,schedule,work,transfer_percent,seed,over_ideal\n");
  for (const Table& table : tables()) {
    const auto file = sim::read_machine(machines + "/" + table.machine + ".toml");
    if (!file || trip == 0) {
      if (!file) std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
      return 1;
    }
    platform::sim::Machine machine = file.value().machine;
    machine.cores = table.threads;
    machine.shared.speeds = table.speeds;
    for (const bool neighbours : {true, false}) {
      machine.shared.neighbours = neighbours;
      run(table, machine, trip);
    }
  }
  return 0;
}
