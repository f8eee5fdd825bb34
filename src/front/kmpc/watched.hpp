// The functions of this front that take the place of others where a process is watched (ompt/around.hpp). Routines that
// both fronts export have theirs in front/gomp.
#pragma once

#include <span>

#include "process/real_library.hpp"

namespace heddle::kmpc {

std::span<const process::Replacement> watched_functions() noexcept;

}  // namespace heddle::kmpc
