// Streaming: a stencil that reads and writes all of its data in every iteration, on a machine whose memory has nodes;
// what matters is where the data lie (OCR-Vx, section 4: Seismic on Knights Landing).
#pragma once

#include <cstdint>

#include "platform/sim/engine.hpp"
#include "sim/bodies.hpp"

namespace heddle::ocrvx {

/// Where the data of each core's block lie.
enum class DataPlacement : std::uint8_t {
  own_node,     // on the node that the core is near to
  one_node,     // all on the first node, as far as who places them knows
  interleaved,  // on all nodes in turn
};

struct Streaming {
  platform::sim::Machine machine;
  double gb_per_iteration = 0;  // by all cores
  std::uint32_t iterations = 10;
  sim::Memory memory = sim::Memory::large;
  DataPlacement placement = DataPlacement::own_node;
};

/// Seconds for one iteration. All cores wait for each other after each.
double seconds_per_iteration(const Streaming& streaming);

}  // namespace heddle::ocrvx
