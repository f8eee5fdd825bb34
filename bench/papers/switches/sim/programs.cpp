#include "programs.hpp"

#include <algorithm>

namespace heddle::switches {

namespace {

constexpr std::uint32_t k_threads_of_a_core = 4;

/// SparseLU's blocks are 32 x 32: Table 3's 6,798 s over 480^3 / 3 tasks at most make 184 us a task. Simulated are 80
/// blocks a side of the 480: all would take days.
constexpr std::uint64_t k_lu_task_ns = 184'000;
constexpr std::uint32_t k_lu_blocks[] = {20, 40, 80};

/// Work: Table 3's serial times. OCEAN: a red and a black half of one sweep, a task a row. Poisson2D: a loop that
/// copies and one that computes, four rows a task. RK4: four loops, eight iterations a task.
constexpr Application k_applications[] = {
    {"7", "Q12", 240, 1, 4'800, 373'350'000'000, 0, Reach::same, {0.1, 0.1}, {0.001, 0.01}},
    {"8", "MMULT", 240, 1, 1'024, 78'170'000'000, 0, Reach::same, {0.25, 0.5}, {1 / 64.0, 1 / 8.0}},
    {"9", "RK4", 240, 4, 2'400, 32'270'000'000, 0, Reach::same, {0.25, 0.5}, {0.25, 0.5}},
    {"10", "SU3", 120, 1, 7'680, 3'590'000'000, 0, Reach::same, {0.25, 0.5}, {0.25, 0.5}},
    {"11", "SparseLU", 240, 0, 0, 0, 0, Reach::same, {}, {}},
    {"12", "OCEAN", 120, 2, 16'384, 14'570'000'000, 0, Reach::neighbours, {0.25, 0.5}, {1 / 16.0, 0.25}},
    {"13", "Poisson2D", 32, 2, 4'096, 12'140'000'000, 100, Reach::neighbours, {0.25, 0.5}, {1 / 16.0, 0.25}},
};

}  // namespace

std::span<const Application> applications() { return k_applications; }

LoopProgram program_of(const Application& application, std::uint32_t data_set) {
  if (application.loops == 0) return lu_loops(k_lu_blocks[data_set], k_lu_task_ns);
  const bool largest = data_set == k_largest;
  const double tasks = largest ? 1 : application.smaller_tasks[data_set];
  const double work = largest ? 1 : application.smaller_work[data_set];
  return loop_program({.name = application.name,
                       .loops = application.loops,
                       .tasks = static_cast<std::uint32_t>(application.tasks * tasks),
                       .work_ns = static_cast<std::uint64_t>(static_cast<double>(application.work_ns) * work),
                       .uneven_percent = application.uneven_percent,
                       .reach = application.reach});
}

const char* name_of(Assignment assignment) noexcept {
  constexpr const char* k_names[] = {"compact", "scatter", "hybrid"};
  return k_names[static_cast<std::size_t>(assignment)];
}

platform::sim::Machine machine_with(platform::sim::Machine machine, std::uint32_t threads, Assignment assignment) {
  machine.cores = threads;
  machine.shared.cores = k_cores;
  std::vector<double>& speeds = machine.shared.speeds;
  const std::uint32_t on_a_core = (threads + k_cores - 1) / k_cores;
  machine.shared.neighbours =
      assignment == Assignment::compact || (assignment == Assignment::hybrid && threads > k_cores);
  if (machine.shared.neighbours && assignment == Assignment::hybrid && on_a_core < speeds.size())
    speeds.resize(on_a_core);  // so many neighbours on each
  while (speeds.size() < on_a_core) speeds.push_back(speeds[k_threads_of_a_core - 1]);
  return machine;
}

}  // namespace heddle::switches
