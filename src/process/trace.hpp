// HEDDLE_TRACE: the trace of this process, from the environment to the end of the process, and across fork().
#pragma once

#include <string>

#include "probe/recording.hpp"

namespace heddle::process {

/// Opens the file that HEDDLE_TRACE names, for as long as the process lives. Once, before the process registers its own
/// fork handlers: whoever holds the runtime's lock may ask for the recording's, so at a fork the runtime's is taken
/// first.
/// @returns null, after a warning, when the file cannot be written
probe::Recording* start_trace(const std::string& path) noexcept;

}  // namespace heddle::process
