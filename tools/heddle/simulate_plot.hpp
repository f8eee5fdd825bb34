// The speed-up over cores as a drawing: the median as a line, all runs as a band, the ideal dashed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "sim/machine_file.hpp"
#include "sim/study.hpp"

namespace heddle::tools {

/// @returns why the file cannot be written, if it cannot
std::optional<base::Error> plot_speedup(const std::string& path, const sim::Program& program,
                                        const sim::MachineFile& machine, const std::vector<sim::Point>& points);

}  // namespace heddle::tools
