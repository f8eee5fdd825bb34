// IDWS Tables 1 to 4 in virtual time: Heddle's loop schedules on the paper's machines. A line of CSV for each run;
// run.py makes a page of them, and says which numbers are fitted.
//
//   cmake --build BUILD --target idws_tables && BUILD/bin/idws_tables MACHINES [TABLE [ITERATIONS]]
//
// With ITERATIONS only what balances a loop is run, once, where threads that share a core are no neighbours.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "loop_works.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle;

/// A loop schedule under the name that run.py knows it by.
struct Rival {
  const char* name;
  sim::LoopDealing dealing;
};
constexpr Rival k_rivals[] = {
    {"idws by signals", {.schedule = sim::k_by_signals}},
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
constexpr Variant k_usual = {100, 1};
constexpr Variant k_band[] = {{100, 1}, {100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};

/// A machine of the paper. States cost cycles of a thread whose core is as full as in the table they are fitted to.
struct Table {
  int number;
  const char* machine;
  std::uint32_t threads;
  std::vector<double> speeds;  // of one, two ... busy threads of a core, in those cycles
  idws::LoopStates states;
};

std::vector<double> speeds_of_xeon_phi(std::size_t threads) {
  const auto all = idws::thread_speeds_of_xeon_phi();
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(threads)};
}

/// Sandy Bridge: fitted as Xeon Phi's (loop_works.hpp), to the rows of guided and to IDWS on Dense End. Both come to
/// nearly the same dense part. Two threads of a core do 1.25 times what one does.
std::vector<Table> tables() {
  const idws::LoopStates e5_2650{.cycles = {20, 1'110, 2'220, 8'054}, .dense = 0.145, .mixed = 0.145, .period = 16};
  const idws::LoopStates e5_2643{.cycles = {20, 1'295, 2'590, 9'331}, .dense = 0.145, .mixed = 0.145, .period = 8};
  return {{1, "xeon-e5-2650x2", 32, {1.6, 2.0}, e5_2650},
          {2, "xeon-e5-2643x2", 16, {1.6, 2.0}, e5_2643},
          {3, "knc7120", 122, speeds_of_xeon_phi(2), idws::states_of_xeon_phi()},
          {4, "knc7120", 244, speeds_of_xeon_phi(4), idws::states_of_xeon_phi()}};
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

struct Setting {
  const Table* table;
  platform::sim::Machine machine;
  std::uint64_t trip;
};

void run(const Setting& setting, const sim::LoopWork& work, const Rival& rival, const Variant& variant) {
  const sim::LoopRun made = sim::run_loop(work, rival.dealing, scenario_of(setting.machine, variant));
  if (made.iterations != setting.trip) {
    std::fprintf(stderr, "%s, %s: ran %lu iterations\n%s", rival.name, work.name().c_str(),
                 static_cast<unsigned long>(made.iterations), made.report.story.c_str());
    std::exit(1);
  }
  std::printf("%d,%u,%lu,%s,\"%s\",%s,%u,%lu,%.4f\n", setting.table->number, setting.table->threads,
              static_cast<unsigned long>(setting.trip), setting.machine.shared.neighbours ? "neighbours" : "others",
              rival.name, work.name().c_str(), variant.percent, static_cast<unsigned long>(variant.seed),
              static_cast<double>(made.cycles) / ideal(work, setting.machine));
  std::fflush(stdout);
}

void run_all(const Setting& setting) {
  for (const idws::Distribution distribution : idws::distributions()) {
    const sim::LoopWork work = idws::loop_of(distribution, setting.trip, setting.table->states);
    for (const Rival& rival : k_rivals)
      for (const Variant& variant : k_band) run(setting, work, rival, variant);
  }
}

/// Longer loops, up to the paper's length: without dynamic and static,1, and `by signals` only in those where its
/// single iterations, each an event, take seconds.
void run_long(const Setting& setting) {
  constexpr std::uint64_t k_most_events = std::uint64_t{1} << 20;
  for (const idws::Distribution distribution : idws::distributions()) {
    const sim::LoopWork work = idws::loop_of(distribution, setting.trip, setting.table->states);
    for (const Rival& rival : k_rivals) {
      const std::string name = rival.name;
      const bool signals = rival.dealing.schedule == std::string(sim::k_by_signals);
      if (name != "dynamic" && name != "static,1" && (!signals || setting.trip <= k_most_events))
        run(setting, work, rival, k_usual);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string machines = count > 1 ? arguments[1] : "machines";
  const int wanted = count > 2 ? std::atoi(arguments[2]) : 0;
  const std::uint64_t asked = count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 0;
  std::printf("table,threads,iterations,share,schedule,work,transfer_percent,seed,over_ideal\n");
  for (const Table& table : tables()) {
    if (wanted != 0 && wanted != table.number) continue;
    const auto file = sim::read_machine(machines + "/" + table.machine + ".toml");
    if (!file) {
      std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
      return 1;
    }
    Setting setting{&table, file.value().machine, asked != 0 ? asked : std::uint64_t{1} << 16};
    setting.machine.cores = table.threads;
    setting.machine.shared.speeds = table.speeds;
    if (asked != 0) {
      run_long(setting);
      continue;
    }
    for (const bool neighbours : {true, false}) {
      setting.machine.shared.neighbours = neighbours;
      run_all(setting);
    }
  }
  return 0;
}
