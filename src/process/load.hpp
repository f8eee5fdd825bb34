// The start of the process while the library is loaded. On the thread that loads it.
#pragma once

namespace heddle::process {

/// Tells the rooms, starts the process, and says what HEDDLE_VERBOSE asks for.
void load() noexcept;

}  // namespace heddle::process
