// Bodies: what bodies of tasks and loops take on a simulated machine: their core's time and, beside it, what they move
// to and from memory, whose bandwidth all share. A body ends when both are over.
//
// Data lie on all of the memory's nodes alike, whose bandwidth is one. Each byte that a body names is moved: that a
// cache may have it is not modelled. Used by the threads of one engine.
#pragma once

#include <cstdint>
#include <optional>

#include "platform/sim/bandwidth.hpp"
#include "platform/sim/cores.hpp"
#include "platform/sim/engine.hpp"

namespace heddle::sim {

enum class Memory : std::uint8_t { large, fast };

/// What is known of a program's memory traffic.
struct MemoryUse {
  enum class Sizes : std::uint8_t { counted, ignored };
  Sizes sizes = Sizes::counted;  // of accesses
  std::uint32_t mbps = 0;        // of one core that computes, where no sizes count; 0: none
  Memory memory = Memory::large;
};

class Bodies {
 public:
  Bodies(platform::sim::Engine& engine, const MemoryUse& use) : engine_(engine), cores_(engine), use_(use) {
    const platform::sim::Machine& machine = engine.machine();
    const auto& memory = machine.memory;
    const double node = use.memory == Memory::fast ? memory.fast_node_mbps : memory.node_mbps;
    if (memory.nodes == 0 || node == 0) return;
    memory_.emplace(engine, memory.nodes * node / machine.mhz, static_cast<double>(memory.core_mbps) / machine.mhz);
  }

  /// What a thread only waited for memory.
  struct MemoryWait {
    platform::sim::Cycles all = 0;
    platform::sim::Cycles used_up = 0;  // of these, while memory had no bandwidth left; else it was its core's limit
  };
  /// The running thread computes so long, at a speed of 1, and moves so much: nothing when it is not to count.
  MemoryWait run(std::uint64_t ns, double bytes) {
    const auto cycles = static_cast<double>(engine_.machine().to_cycles(ns));
    if (!memory_ || bytes <= 0) {
      cores_.compute(engine_.self(), cycles);
      return {};
    }
    platform::sim::Bandwidth::Flow flow;
    memory_->begin(bytes, flow);
    cores_.compute(engine_.self(), cycles);
    const platform::sim::Cycles computed = engine_.now(), used_up = memory_->used_up();
    memory_->wait(flow);
    return {engine_.now() - computed, memory_->used_up() - used_up};
  }
  /// For how long memory has had no bandwidth left, so far.
  platform::sim::Cycles used_up() const noexcept { return memory_ ? memory_->used_up() : 0; }
  /// What a body of so long moves whose accesses have so many bytes, 0: not known.
  double moved(std::uint64_t ns, double bytes = 0) const noexcept {
    if (bytes > 0 && use_.sizes == MemoryUse::Sizes::counted) return bytes;
    return static_cast<double>(ns) * use_.mbps / 1000;
  }

 private:
  platform::sim::Engine& engine_;
  platform::sim::Cores cores_;
  const MemoryUse use_;
  std::optional<platform::sim::Bandwidth> memory_;
};

}  // namespace heddle::sim
