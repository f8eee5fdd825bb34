// Threads of a region that somebody is about to open. Any thread.
#pragma once

#include "process/types.hpp"

namespace heddle::process {

/// Threads that a region of the worker's would get, before the system has its say. @param asked  0: for no number
unsigned threads_for(const Worker& worker, unsigned asked) noexcept;

}  // namespace heddle::process
