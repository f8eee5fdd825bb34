// Replay: a program's tasks run again by Heddle's own engine, on a simulated machine.
//
// Bodies take the time that they took, or longer where memory has no bandwidth left for them; everything else
// (creating, linking, queueing, stealing, waking) is the engine's code, instantiated for platform::Sim. One replay at a
// time on a thread of the host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dependence/async/parameters.hpp"
#include "platform/sim/engine.hpp"
#include "sim/bodies.hpp"
#include "sim/graph_size.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

/// A stretch of computing of some body, on whatever core.
struct BodyRun {
  std::uint64_t from_ns = 0;
  std::uint64_t to_ns = 0;
};

struct Scenario {
  platform::sim::Machine machine;  // as many threads as it has cores
  std::string dependence = "adaptive";
  std::string scheduler = "steal";
  dependence::AsyncParameters async;
  std::uint32_t window = 2048;      // as in runtime::Settings
  std::uint32_t spin_ns = 300'000;  // as in runtime::Settings
  std::uint32_t task_lines = 3;     // of a task's memory that move to the core that runs it
  MemoryUse memory;
  platform::sim::Options options;
  std::string loop;                 // a loop schedule's name, of all loops that let it be chosen; empty: as recorded
  GraphSize* graph_size = nullptr;  // null: not counted
  std::vector<BodyRun>* body_runs = nullptr;  // null: not kept
};

struct Prediction {
  platform::sim::Report report;
  std::uint64_t makespan_ns = 0;
  std::uint64_t created_ns = 0;  // when the last task had been created
  std::uint64_t busy_ns = 0;     // of all cores, computing in bodies
  std::uint64_t memory_ns = 0;   // of all cores, in bodies that had computed and waited for memory
  std::uint64_t crowded_ns = 0;  // of that, while memory had no bandwidth left; else they took what a core can
  std::uint64_t used_up_ns = 0;  // for so long memory had no bandwidth left
  std::uint32_t tasks_run = 0;
  std::uint64_t chunks_run = 0;    // of loops
  std::uint64_t waited_ns = 0;     // of all cores, at the ends of loops
  std::uint32_t most_pending = 0;  // tasks created and not ended, at most
};

/// Does not return when the machine has no memory left. The report says when it could not be ended. Of a run that was
/// cut (options.most_steps), the time is that since the first task was created.
Prediction replay(const Program& program, const Scenario& scenario);

}  // namespace heddle::sim
