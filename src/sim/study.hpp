// A study: what a program would take on one to many cores of a machine, how sure that is, and what limits it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/replay.hpp"

namespace heddle::sim {

/// What keeps a program from being faster on so many cores; in the order in which they are asked.
enum class Limit : std::uint8_t {
  critical_path,  // its longest chain takes nine tenths of the time
  cores,          // all are busy for nine tenths of it
  memory,         // its bandwidth is used up for nine tenths of it, or half of what cores lose they wait meanwhile
  producer,       // tasks come too slowly: their creation takes nine tenths of it
  serial,         // half of what cores lose they lose while the program's own thread runs between loops
  imbalance,      // half of it they wait for others at the ends of loops
  runtime,        // tasks are there, but the cores spend their time between them
};
const char* name_of(Limit limit) noexcept;

/// One number of cores.
struct Point {
  std::uint32_t cores = 1;
  std::uint64_t median_ns = 0;  // over all seeds at the machine's own costs
  std::uint64_t least_ns = 0;   // over all seeds and all costs
  std::uint64_t most_ns = 0;
  double busy = 0;                // of the cores' time, in bodies of tasks
  double memory = 0;              // of the cores' time, in bodies that wait for memory
  double transfers_per_task = 0;  // or chunk of a loop
  std::uint32_t most_pending = 0;
  Limit limit = Limit::cores;
};

struct Study {
  Scenario scenario;                 // its machine has all cores
  std::vector<std::uint32_t> cores;  // to be looked at
  std::uint32_t seeds = 5;
  std::vector<std::uint32_t> transfer_percent = {50, 100, 200};  // the machine's transfer costs are not known better
};

/// What one core could move, for the critical path.
MemoryPace pace_of(const Scenario& scenario) noexcept;

/// Fails when the program cannot end, with what waits for what.
base::Result<Point> predict(const Program& program, const Study& study, std::uint32_t cores);

}  // namespace heddle::sim
