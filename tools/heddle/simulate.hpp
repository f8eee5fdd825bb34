// `heddle simulate`: what a recorded program would take on a machine with many cores.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::tools {

struct SimulateRequest {
  std::string graph;
  std::string machine = "vm2";
  std::vector<std::uint32_t> cores;  // none: 1, 2, 4 … all
  std::string dependence = "adaptive";
  std::string scheduler = "steal";
  std::string loop;                 // empty: as recorded
  std::string memory = "accesses";  // or none, or MB/s of a core that computes
  bool fast_memory = false;         // where the machine has both
  std::uint32_t window = 2048;
  bool quick = false;  // one seed, and only the machine's own costs
  bool json = false;
  std::string plot;  // an SVG file; empty: none
};

/// @returns the exit status
int simulate(const SimulateRequest& request);

}  // namespace heddle::tools
