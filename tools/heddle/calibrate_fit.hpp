// Fits the model of a cache line, and what lies around an atomic operation, to what was measured.
#pragma once

#include "platform/sim/machine.hpp"
#include "tools/heddle/calibrate_programs.hpp"

namespace heddle::tools {

struct Fit {
  platform::sim::LineCosts line;
  ProgramTimes simulated{};  // ns for a round of each program, by the fitted costs
};

/// `machine` has everything but transfer, upgrade, hold_percent and chain_percent.
Fit fit_lines(platform::sim::Machine machine, const ProgramTimes& measured);

/// The cycles around an operation with which one core takes as long as one real thread for tasks that do nothing.
/// Starts a team on real threads.
platform::sim::Cycles fit_operation(platform::sim::Machine machine);

}  // namespace heddle::tools
