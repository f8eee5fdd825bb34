// Setting ICVs by omp_set_*: what is out of range is ignored or bounded, as libgomp does (OpenMP 5.2, 18.2 to 18.4).
//
// Each function changes the settings of the calling thread's current task, and of the tasks it makes from then on.
#pragma once

#include <cstdint>

#include "omp/region.hpp"

namespace heddle::omp {

inline constexpr std::uint32_t k_sched_trapezoidal = 101;        // libomp's own number, for programs of both
inline constexpr std::uint32_t k_sched_monotonic = 0x80000000U;  // omp_sched_monotonic

void set_num_threads(Worker& worker, int threads) noexcept;
void set_nested(Worker& worker, int nested) noexcept;
bool nested(const Worker& worker) noexcept;
void set_max_active_levels(Worker& worker, int levels) noexcept;
void set_schedule(Worker& worker, std::uint32_t kind, int chunk) noexcept;
/// The kind as omp_sched_t.
std::uint32_t schedule_kind(const Worker& worker) noexcept;

}  // namespace heddle::omp
