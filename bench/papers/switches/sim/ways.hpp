// Ways: a program of loops, run as OpenMP programs run such and as Heddle's plans do, on a simulated machine (SWITCHES,
// section 7).
//
// All ways run the engine's own code: loop schedules and barriers, tasks, dependence managers, switches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/sim/engine.hpp"
#include "sim/program.hpp"

namespace heddle::switches {

/// Tasks of one loop stand side by side. Their accesses order them across loops; within one they are independent.
struct LoopProgram {
  sim::Program program;
  std::vector<sim::TaskIndex> loops;  // where each begins
};

/// Which tasks of the last loop a task waits for.
enum class Reach : std::uint8_t { same, neighbours };

struct LoopShapes {
  std::string name;
  std::uint32_t loops = 1;
  std::uint32_t tasks = 1;           // of each loop
  std::uint64_t work_ns = 0;         // of all tasks
  std::uint32_t uneven_percent = 0;  // so much longer than the shortest task of a loop is the longest, in a ramp
  std::uint64_t create_ns = 100;     // of the program's own code, between two tasks
  Reach reach = Reach::same;
};
LoopProgram loop_program(const LoopShapes& shape);

/// LU factorisation of a sparse matrix of blocks, as SWITCHES has it: for each step one task, a loop over the row and
/// the column of blocks, and a loop over all that these two update. The pattern is that of sparse_lu() in
/// sim/shapes.hpp.
LoopProgram lu_loops(std::uint32_t blocks, std::uint64_t task_ns, std::uint64_t create_ns = 100);

enum class Variant : std::uint8_t {
  static_for,   // a block of each loop for each thread, and a barrier
  dynamic_for,  // one task at a time from a counter, and a barrier
  tasks,        // created by one thread, which waits after each loop
  depend,       // created by one thread with all accesses, none waits
  plan,         // placed beforehand, switches; all tasks count as equally long
  plan_told,    // the same, but it has been told how long each takes: no rival is
  plan_robin,   // the same as plan, but tasks go to the threads in turn: SWITCHES as published (section 5)
  plan_split,   // as plan; odd loops have half of the threads for themselves, even ones the other
};
const char* name_of(Variant way) noexcept;

struct WayScenario {
  platform::sim::Machine machine;  // as many threads as it has cores
  std::string dependence = "locked";
  std::uint32_t spin_ns = 300'000;  // as in runtime::Settings
  platform::sim::Options options;
};

struct WayRun {
  platform::sim::Report report;
  std::uint64_t ns = 0;
  std::uint32_t tasks_run = 0;
};

WayRun run_loops(const LoopProgram& loops, Variant way, const WayScenario& scenario);

}  // namespace heddle::switches
