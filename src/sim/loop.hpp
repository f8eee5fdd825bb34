// Loops in virtual time: the loop schedules that programs run on, as they are, on a simulated machine.
//
// An iteration takes what the work says; handing chunks out is the schedule's own code. All threads enter at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/sim/engine.hpp"

namespace heddle::sim {

/// What the iterations of a loop take: each is of one of a few states.
class LoopWork {
 public:
  /// @param states  of each iteration, an index of `cycles`
  LoopWork(std::string name, std::vector<std::uint8_t> states, std::vector<platform::sim::Cycles> cycles);

  const std::string& name() const noexcept { return name_; }
  std::uint64_t trip() const noexcept { return states_.size(); }
  /// Of the iterations [first, last).
  platform::sim::Cycles of(std::uint64_t first, std::uint64_t last) const noexcept;
  platform::sim::Cycles total() const noexcept { return of(0, trip()); }

 private:
  static constexpr std::uint64_t k_block = 64;  // iterations between two sums
  platform::sim::Cycles below(std::uint64_t iteration) const noexcept;

  std::string name_;
  std::vector<std::uint8_t> states_;
  std::vector<platform::sim::Cycles> cycles_;
  std::vector<platform::sim::Cycles> sums_;  // of what lies before each block
};

/// How a loop is handed out: the schedule, and what it is opened with.
struct LoopDealing {
  /// A name in the table of loop schedules (runtime/policies.hpp); or k_by_signals, which is in no table.
  const char* schedule = "idws";
  std::uint64_t chunk = 0;  // 0: as the schedule has it
  /// The schedule is told of so many times the threads that there are: guided chunks, a P-th of the rest as libgomp has
  /// them, become half a P-th as Intel has them.
  std::uint32_t told_threads = 1;
};

/// IDWS as published, by loop/interrupts: each iteration is published, and who is ahead interrupts (idws.h,
/// IDWS_SIGNALS).
inline constexpr const char* k_by_signals = "interrupts";

struct LoopScenario {
  platform::sim::Machine machine;  // as many threads as it has cores; its shared cores have speeds in work's cycles
  platform::sim::Options options;
};

struct LoopRun {
  platform::sim::Report report;
  platform::sim::Cycles cycles = 0;  // until the last thread has left
  std::uint64_t chunks = 0;
  std::uint64_t iterations = 0;
};

LoopRun run_loop(const LoopWork& work, const LoopDealing& dealing, const LoopScenario& scenario);

}  // namespace heddle::sim
