// Setting ICVs by omp_set_*, and asking for them: what is out of range is ignored or bounded, as libgomp does (OpenMP
// 5.2, 18.2 to 18.4); omp_display_env.
//
// Each function concerns the settings of the calling thread's current task; what it sets, the tasks that this one makes
// from then on inherit.
#pragma once

#include <cstdint>

#include "omp/display.hpp"
#include "omp/types.hpp"

namespace heddle::omp {

inline constexpr std::uint32_t k_sched_trapezoidal = 101;        // libomp's own number, for programs of both
inline constexpr std::uint32_t k_sched_monotonic = 0x80000000U;  // omp_sched_monotonic

void set_num_threads(Worker& worker, int threads) noexcept;
int max_threads(const Worker& worker) noexcept;
int thread_limit(const Worker& worker) noexcept;
void set_dynamic(Worker& worker, bool dynamic) noexcept;
bool dynamic(const Worker& worker) noexcept;
void set_nested(Worker& worker, int nested) noexcept;
bool nested(const Worker& worker) noexcept;
void set_max_active_levels(Worker& worker, int levels) noexcept;
int max_active_levels(const Worker& worker) noexcept;
void set_schedule(Worker& worker, std::uint32_t kind, int chunk) noexcept;
/// The kind as omp_sched_t.
std::uint32_t schedule_kind(const Worker& worker) noexcept;
int schedule_chunk(const Worker& worker) noexcept;

void set_num_teams(Worker& worker, int teams) noexcept;
void set_teams_thread_limit(Worker& worker, int limit) noexcept;
void set_default_device(Worker& worker, int device) noexcept;
int max_teams(const Worker& worker) noexcept;
int teams_thread_limit(const Worker& worker) noexcept;
int default_device(const Worker& worker) noexcept;

// Of the process.
int num_procs() noexcept;
bool cancellation() noexcept;
int max_task_priority() noexcept;

/// Writes all settings to standard error, in one piece.
void display_settings(Detail detail) noexcept;

}  // namespace heddle::omp
