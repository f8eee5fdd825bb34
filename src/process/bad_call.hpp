// The end of a process that called a function of an OpenMP interface in a way that cannot be honoured.
//
// Says which function, called from where, and what was wrong. Used by the fronts; any thread.
#pragma once

#include <string_view>

#include "base/message.hpp"
#include "process/caller.hpp"

namespace heddle::process {

/// @param address  __builtin_return_address(0) of the exported function: the stubs in front of it leave no frame
[[noreturn, gnu::cold, gnu::noinline]] inline void bad_call(std::string_view function, const void* address,
                                                            std::string_view wrong) noexcept {
  const Caller caller(address);
  base::fatal({function, ", called from ", caller.text(), ": ", wrong});
}

}  // namespace heddle::process
