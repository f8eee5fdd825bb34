// The simulator beside this host (specification V4): one program, played by the engine on real threads and in virtual
// time, on one and two cores, for tasks from a thousand to a million cycles. README.md says how to read it.
//
//   cmake --build BUILD --target simulate_validate && BUILD/bin/simulate_validate [--runs N] MACHINE.toml
//
// A line's flight is measured before and after, because a virtual machine's cores may be moved near to each other and
// apart; the machine file's flights are stretched to it. Nothing else is fitted. Ends with 1 when a task of 10,000
// cycles or more is off by more than a fifth.
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "platform/sim/sim.hpp"
#include "platform/threads/threads.hpp"
#include "sim/machine_file.hpp"
#include "sim/rehearsal.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"

namespace {

using namespace heddle;

constexpr std::uint64_t k_task_cycles[] = {1'000, 2'000, 10'000, 50'000, 200'000, 1'000'000};
constexpr std::uint64_t k_gated_cycles = 10'000;
constexpr double k_tolerance = 0.2;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// In a process of its own, so that the threads of one run are not there in the next.
template <class Measure>
double apart(Measure measure) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) {
    const double result = measure();
    _exit(write(ends[1], &result, sizeof(result)) == sizeof(result) ? 0 : 1);
  }
  double result = std::nan("");
  close(ends[1]);
  if (read(ends[0], &result, sizeof(result)) != sizeof(result)) result = std::nan("");
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return result;
}

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  sched_setaffinity(0, sizeof(set), &set);
}

/// ns for a line from one core to the other, by two threads that answer each other.
double flight_ns() {
  return apart([] {
    constexpr std::uint32_t k_rounds = 200'000;
    struct Word {
      alignas(64) std::atomic<std::uint32_t> value{0};
    };
    static Word ping, pong;
    pin_to(0);
    std::thread other([] {
      pin_to(1);
      for (std::uint32_t round = 1; round <= k_rounds; ++round) {
        while (ping.value.load(std::memory_order_acquire) != round)
          continue;                                          // order: acquire — pairs with the release below
        pong.value.store(round, std::memory_order_release);  // order: release — pairs with the acquire below
      }
    });
    const std::uint64_t start = platform::Threads::now_ns();
    for (std::uint32_t round = 1; round <= k_rounds; ++round) {
      ping.value.store(round, std::memory_order_release);  // order: release — pairs with the acquire above
      while (pong.value.load(std::memory_order_acquire) != round)
        continue;  // order: acquire — pairs with the release above
    }
    const std::uint64_t end = platform::Threads::now_ns();
    other.join();
    return static_cast<double>(end - start) / (2.0 * k_rounds);
  });
}

struct Row {
  std::uint32_t threads;
  const char* dependence;
  std::uint64_t cycles;  // of a task
  double real, least, most, simulated;
  double error() const { return simulated / real - 1; }
};

struct Setup {
  platform::sim::Machine machine;
  int runs = 7;
};

sim::Program program_of(const Setup& setup, std::uint64_t cycles) {
  const auto tasks = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(100'000'000 / cycles, 256, 16'384));
  return sim::chains({.chains = 64, .length = tasks / 64, .task_ns = setup.machine.to_ns(cycles)});
}

/// Cycles for each task, in all.
Row measure(const Setup& setup, const char* dependence, std::uint32_t threads, std::uint64_t cycles) {
  const sim::Program program = program_of(setup, cycles);
  const double each = setup.machine.mhz / 1000.0 / static_cast<double>(program.tasks.size());
  std::vector<double> real;
  for (int run = 0; run < setup.runs; ++run)
    real.push_back(each * apart([&] {
                     return static_cast<double>(sim::rehearse(program, {.threads = threads, .dependence = dependence}));
                   }));
  sim::Scenario scenario;
  scenario.machine = setup.machine;
  scenario.machine.cores = threads;
  scenario.dependence = dependence;
  scenario.options.jitter_permille = 50;
  std::vector<double> simulated;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    scenario.options.seed = seed;
    simulated.push_back(each * static_cast<double>(sim::replay(program, scenario).makespan_ns));
  }
  const auto [least, most] = std::minmax_element(real.begin(), real.end());
  return {threads, dependence, cycles, median(real), *least, *most, median(simulated)};
}

int report(const std::vector<Row>& rows) {
  int missed = 0;
  std::printf(
      "| threads | manager | cycles of a task | measured | least to most | simulated | error |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const Row& row : rows) {
    const bool gated = row.cycles >= k_gated_cycles;
    const bool bad = gated && std::abs(row.error()) > k_tolerance;
    missed += bad ? 1 : 0;
    std::printf("| %u | %s | %lu | %.0f | %.0f to %.0f | %.0f | %+.0f %%%s |\n", row.threads, row.dependence,
                static_cast<unsigned long>(row.cycles), row.real, row.least, row.most, row.simulated, 100 * row.error(),
                bad     ? ", missed"
                : gated ? ""
                        : ", not gated");
  }
  return missed;
}

}  // namespace

int main(int count, char** arguments) {
  Setup setup;
  std::string path = "machines/vm2.toml";
  for (int at = 1; at < count; ++at) {
    if (std::string(arguments[at]) == "--runs" && at + 1 < count) {
      setup.runs = std::max(1, std::atoi(arguments[++at]));
    } else {
      path = arguments[at];
    }
  }
  const auto file = sim::read_machine(path);
  if (!file) {
    std::fprintf(stderr, "simulate_validate: %s\n  %s\n", file.error().what.c_str(), file.error().hint.c_str());
    return 2;
  }
  setup.machine = file.value().machine;
  constexpr double k_near_ns = 67;  // for which the file's flights are fitted: machines/vm2.toml
  const double before = flight_ns();
  for (auto* cost : {&setup.machine.line.transfer, &setup.machine.line.upgrade})
    *cost = static_cast<platform::sim::Cycles>(static_cast<double>(*cost) * before / k_near_ns);
  std::vector<Row> rows;
  for (const std::uint32_t threads : {1u, 2u}) {
    for (const char* dependence : {"adaptive", "direct", "locked", "async"}) {
      for (const std::uint64_t cycles : k_task_cycles) rows.push_back(measure(setup, dependence, threads, cycles));
    }
  }
  const double after = flight_ns();
  const int missed = report(rows);
  std::printf("\nA line's way: %.0f ns before, %.0f ns after%s. Cycles for each task in all; median of %d runs.\n",
              before, after,
              std::max(before, after) > 1.3 * std::min(before, after) ? ": the host has moved, run it again" : "",
              setup.runs);
  return missed == 0 ? 0 : 1;
}
