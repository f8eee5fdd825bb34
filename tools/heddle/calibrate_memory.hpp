// What memory gives to one cpu, and to all together: measured by a triad (McCalpin, STREAM: a = b + s c), whose arrays
// are four times as large as the last cache. Starts threads; nothing else should run meanwhile.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::tools {

/// @returns MB/s of the cpus together, 24 bytes for each element; the median of several runs
double measure_triad(const std::vector<std::uint32_t>& cpus);

}  // namespace heddle::tools
