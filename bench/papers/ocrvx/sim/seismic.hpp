// Seismic's tasks, run by Heddle's own engine on a simulated machine: bands of rows, two phases an iteration,
// neighbours that wait for each other's rows, and no barrier (OCR-Vx §4.1, Fig. 2). A task's time is that of what it
// moves from and to the memory nodes on which its band lies. One run at a time on a thread of the host.
#pragma once

#include <cstdint>

#include "platform/sim/engine.hpp"
#include "sim/bodies.hpp"
#include "streaming.hpp"

namespace heddle::ocrvx {

struct Seismic {
  platform::sim::Machine machine;  // a thread on each core
  const char* scheduler = "numa";  // or "steal"
  sim::Memory memory = sim::Memory::large;
  DataPlacement placement = DataPlacement::own_node;
  double gb_per_iteration = 0;  // of all bands
  std::uint32_t bands = 128;
  std::uint32_t tasks = 1;  // of a band in each phase
  std::uint32_t iterations = 20;
};

struct Outcome {
  double seconds_per_iteration = 0;
  std::uint64_t tasks = 0;
  std::uint64_t foreign = 0;  // that ran in another quarter than their band's
  bool ended = false;
};

Outcome run(const Seismic& seismic);

}  // namespace heddle::ocrvx
