// OMP_DISPLAY_ENV and omp_display_env: the settings in libgomp's format. Pure; cold.
#pragma once

#include <string>
#include <vector>

#include "omp/environment.hpp"
#include "platform/topology/cpu_set.hpp"

namespace heddle::omp {

enum class Detail : std::uint8_t { standard, verbose };

/// @param places  resolved places (places.hpp); empty where threads are not bound
/// @returns several lines, to be written to standard error; verbose adds the GOMP_* settings
std::string display_environment(const Environment& environment, const std::vector<platform::topology::CpuSet>& places,
                                Detail detail);

}  // namespace heddle::omp
