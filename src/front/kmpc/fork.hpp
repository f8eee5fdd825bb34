// Regions and leagues with their captured variables in a list, for those who have taken the list from their own caller.
#pragma once

#include <cstdarg>
#include <cstdint>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/microtask.hpp"

namespace heddle::kmpc {

using RunRegion = void (*)(void* region);  // of Region

/// __kmpc_fork_call.
void fork(std::int32_t count, Microtask code, std::va_list captured, RunRegion run = Region::run) noexcept;
/// __kmpc_fork_teams.
void fork_teams(std::int32_t count, Microtask code, std::va_list captured, RunRegion run = Region::run) noexcept;

}  // namespace heddle::kmpc
