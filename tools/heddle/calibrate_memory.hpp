// What memory gives to one cpu, and to all together: measured by a triad (McCalpin, STREAM: a = b + s c), whose arrays
// are four times as large as the last caches. Starts threads; nothing else should run meanwhile.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace heddle::tools {

struct TriadRate {
  double mbps = 0;
  std::string remark;  // what makes the rate doubtful; empty where nothing does
};

/// @returns MB/s of the cpus together, 24 bytes for each element, the median of several runs; an error where the system
///          has too little memory to spare, or refuses it or a thread
base::Result<TriadRate> measure_triad(const std::vector<std::uint32_t>& cpus);

}  // namespace heddle::tools
