// The numbers under which OpenMP knows the schedules of loops.
//
// They are GOMP's, and omp_sched_t's where it has them. Those of the table of loop schedules (runtime/policies.hpp) are
// among them: OpenMP's own, which have a name here, and from 6 on ours, which have none outside the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/policies.hpp"

namespace heddle::omp {

enum class ScheduleKind : std::uint8_t {
  runtime = 0,  // as the run-sched ICV says; for HEDDLE_LOOP: as the program says
  static_chunks = 1,
  dynamic = 2,
  guided = 3,
  automatic = 4,
  inlined = 5,  // the program knows its iterations; it asks only for what the construct shares
};

/// Of a kind in the table; of the others the traits that nothing has.
inline const runtime::LoopTraits& traits_of(ScheduleKind kind) noexcept {
  return runtime::loop_traits[static_cast<std::size_t>(kind) % runtime::k_loop_numbers];
}

/// The number of the table's row with this name; `runtime` where there is none.
ScheduleKind kind_named(std::string_view name) noexcept;

/// Whether the table has a row with this number.
bool is_loop_schedule(unsigned number) noexcept;

/// "static", "auto", "idws"; "unknown" for a number that means nothing.
std::string_view name_of(ScheduleKind kind) noexcept;

/// The chunk size of a schedule that was given none; 0: the schedule chooses.
inline int default_chunk(ScheduleKind kind) noexcept {
  return traits_of(kind).chunk == runtime::ChunkRule::at_least_one ? 1 : 0;
}

}  // namespace heddle::omp
