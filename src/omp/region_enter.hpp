// What a thread does for OpenMP's sake when it takes its seat in a region.
#pragma once

#include "omp/team_data.hpp"

namespace heddle::omp {

/// The hook Hooks::region_entered: resets the seat's worksharing, binds the thread if the region says so.
void enter_member(Member& member) noexcept;

/// The worker's place, or -1 when it has none. For omp_get_place_num().
int current_place(const Worker& worker) noexcept;

}  // namespace heddle::omp
