// What the DDAST paper runs, as programs for the simulator: its kernels on its machines (Tables 2 to 4), its managers
// and their parameters (Table 5), and the rivals beside them. run.py says which numbers are inputs.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/replay.hpp"

namespace heddle::ddast {

enum class Kernel : std::uint8_t { matmul, sparse_lu, nbody };

/// A kernel on a machine, and what a task takes, in cycles.
struct Case {
  Kernel kernel;
  const char* machine;
  const char* grain;
  std::uint32_t side;  // blocks
  std::uint64_t cycles;
};
std::span<const Case> cases();

/// The case of these words, or null.
const Case* case_of(Kernel kernel, const std::string& machine, const std::string& grain);
const char* name_of(Kernel kernel) noexcept;

struct Length {
  std::uint32_t steps = 1;   // of N-Body's 16, which are alike
  std::uint32_t rounds = 0;  // of a Matmul's chains; 0: all
};
sim::Program program_of(const Case& chosen, const platform::sim::Machine& machine, const Length& length = {});

struct Manager {
  std::string name;
  std::string dependence;
  dependence::AsyncParameters parameters;
  const char* scheduler = "dbf";      // the paper's
  std::uint32_t window = UINT32_MAX;  // as is that tasks are created without end
};
/// Table 5's initial values.
dependence::AsyncParameters initial_parameters() noexcept;
/// What curves are drawn of: the paper's Nanos++ (locked), DDAST with both sets of values, Heddle's default, rivals.
std::span<const Manager> managers();

/// One line's cost, and one order of what happens at the same time.
struct Draw {
  std::uint32_t percent = 100;
  std::uint64_t seed = 1;
};
sim::Scenario scenario_of(const Manager& manager, platform::sim::Machine machine, std::uint32_t cores,
                          const Draw& draw = {});

/// Ends the program when the file cannot be read.
platform::sim::Machine machine_of(const std::string& machines, const char* name);

}  // namespace heddle::ddast
