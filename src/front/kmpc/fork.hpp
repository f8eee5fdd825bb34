// Regions and leagues with their captured variables in a list, for those who have taken the list from their own caller.
#pragma once

#include <cstdarg>
#include <cstdint>

#include "front/kmpc/abi.hpp"

namespace heddle::kmpc {

/// __kmpc_fork_call.
void fork(std::int32_t count, Microtask code, std::va_list captured) noexcept;
/// __kmpc_fork_teams.
void fork_teams(std::int32_t count, Microtask code, std::va_list captured) noexcept;

}  // namespace heddle::kmpc
