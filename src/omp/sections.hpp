// Sections: a loop over the sections, handed out one at a time.
#pragma once

#include "omp/loop.hpp"

namespace heddle::omp {

/// What enters a construct of `count` sections; open_loop() and end_loop() are those of loops.
LoopRequest sections_request(std::uint64_t count) noexcept;

/// @returns the number of the next section, from 0, or UINT64_MAX when there is none
std::uint64_t next_section(Worker& worker) noexcept;

}  // namespace heddle::omp
