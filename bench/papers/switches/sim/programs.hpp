// What the SWITCHES paper runs, as programs of loops for the simulator: its applications (Tables 2 and 3), and its Xeon
// Phi with threads assigned as section 5 has it. run.py says which numbers are inputs.
#pragma once

#include <cstdint>
#include <span>

#include "ways.hpp"

namespace heddle::switches {

constexpr std::uint32_t k_cores = 60;  // the paper leaves the last one to the system

struct Application {
  const char* figure;
  const char* name;
  std::uint32_t peak_threads;  // in the paper's figure
  std::uint32_t loops;
  std::uint32_t tasks;           // of a loop, with the largest of Table 2's data sets
  std::uint64_t work_ns;         // of the loops that are simulated, with that data set
  std::uint32_t uneven_percent;  // LoopShapes
  Reach reach;
  double smaller_tasks[2];  // DS1 and DS2: so much of the tasks, and of the work
  double smaller_work[2];
};
std::span<const Application> applications();

constexpr std::uint32_t k_largest = 2;  // data sets are 0, 1, 2
LoopProgram program_of(const Application& application, std::uint32_t data_set = k_largest);

/// Which hardware thread a thread of the program gets.
enum class Assignment : std::uint8_t { compact, scatter, hybrid };
const char* name_of(Assignment assignment) noexcept;

/// Seven threads and eight of a core, and so on, do as much together as four do: more than the machine has are an
/// input.
platform::sim::Machine machine_with(platform::sim::Machine machine, std::uint32_t threads, Assignment assignment);

}  // namespace heddle::switches
