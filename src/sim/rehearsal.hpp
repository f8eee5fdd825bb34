// Rehearsal: a program played by the same engine on real threads, to be compared with its replay in virtual time.
// Bodies wait for the clock.
#pragma once

#include <cstdint>
#include <string>

#include "sim/program.hpp"

namespace heddle::sim {

struct Rehearsal {
  std::uint32_t threads = 1;
  std::string dependence = "adaptive";
  std::string scheduler = "steal";
  std::uint32_t window = 2048;  // as in runtime::Settings
};

/// @returns how long it took, in ns. Hires threads that stay to the process's end: a few calls for each process.
std::uint64_t rehearse(const Program& program, const Rehearsal& rehearsal);

}  // namespace heddle::sim
