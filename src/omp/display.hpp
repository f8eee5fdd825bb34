// OMP_DISPLAY_ENV and omp_display_env: the settings in libgomp's format, or, as the dialect asks, in libomp's. Pure;
// cold.
#pragma once

#include <string>
#include <vector>

#include "omp/environment.hpp"
#include "platform/topology/cpu_set.hpp"
#include "process/own_settings.hpp"

namespace heddle::omp {

enum class Detail : std::uint8_t { standard, verbose };

/// @param places  resolved places (places.hpp); empty where threads are not bound
/// @returns several lines, to be written to standard error; verbose adds the GOMP_* settings and Heddle's `own`
std::string display_environment(const Environment& environment, const process::OwnSettings& own,
                                const std::vector<platform::topology::CpuSet>& places, Detail detail);

/// Between the lines that OMP_DISPLAY_ENV asks for, or as KMP_SETTINGS shows what holds.
enum class LlvmForm : std::uint8_t { environment, settings };

/// In libomp's format; verbose adds Heddle's own settings.
std::string display_environment_of_llvm(const Environment& environment, const process::OwnSettings& own, Detail detail,
                                        LlvmForm form);

}  // namespace heddle::omp
