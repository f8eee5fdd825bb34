// What becomes of a refused call: the program's handler hears of it, or the process ends with one line.
#pragma once

#include <string>

#include "front/myrmics/abi.hpp"
#include "regions/engine.hpp"

namespace heddle::myrmics {

using regions::CallError;
using regions::Fault;

/// The call in the program, as the header's macro gives it.
struct CallSite {
  const char* call;
  const char* file;
  int line;
};

/// Tells of it. Comes back only where the program has set a handler.
[[gnu::cold]] void refuse(const CallSite& where, const CallError& error);

/// Whether the program has one.
bool has_handler() noexcept;

/// @returns the handler before
myrmics_error_handler set_handler(myrmics_error_handler handler) noexcept;

/// What a fault is among the errno values.
int number_of(Fault fault) noexcept;

}  // namespace heddle::myrmics
