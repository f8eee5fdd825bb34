// The names: every environment variable of OpenMP that the runtime reads, and every setting they decide. Heddle's own
// stand in process/own_variables.hpp.
// Two variables may decide one setting (OMP_STACKSIZE, GOMP_STACKSIZE). Constants only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace heddle::omp {

enum class Variable : std::uint8_t {
  none,
  omp_affinity_format,
  omp_allocator,
  omp_cancellation,
  omp_default_device,
  omp_display_affinity,
  omp_display_env,
  omp_dynamic,
  omp_max_active_levels,
  omp_max_task_priority,
  omp_nested,
  omp_num_teams,
  omp_num_threads,
  omp_places,
  omp_proc_bind,
  omp_schedule,
  omp_stacksize,
  omp_target_offload,
  omp_teams_thread_limit,
  omp_thread_limit,
  omp_wait_policy,
  gomp_cpu_affinity,
  gomp_spincount,
  gomp_stacksize,
};

inline constexpr auto k_variable_names = std::to_array<std::string_view>({
    "",
    "OMP_AFFINITY_FORMAT",
    "OMP_ALLOCATOR",
    "OMP_CANCELLATION",
    "OMP_DEFAULT_DEVICE",
    "OMP_DISPLAY_AFFINITY",
    "OMP_DISPLAY_ENV",
    "OMP_DYNAMIC",
    "OMP_MAX_ACTIVE_LEVELS",
    "OMP_MAX_TASK_PRIORITY",
    "OMP_NESTED",
    "OMP_NUM_TEAMS",
    "OMP_NUM_THREADS",
    "OMP_PLACES",
    "OMP_PROC_BIND",
    "OMP_SCHEDULE",
    "OMP_STACKSIZE",
    "OMP_TARGET_OFFLOAD",
    "OMP_TEAMS_THREAD_LIMIT",
    "OMP_THREAD_LIMIT",
    "OMP_WAIT_POLICY",
    "GOMP_CPU_AFFINITY",
    "GOMP_SPINCOUNT",
    "GOMP_STACKSIZE",
});
inline constexpr std::size_t k_variable_count = k_variable_names.size();
static_assert(static_cast<std::size_t>(Variable::gomp_stacksize) + 1 == k_variable_count);

constexpr std::string_view name_of(Variable variable) noexcept {
  return k_variable_names[static_cast<std::size_t>(variable)];
}

enum class Setting : std::uint8_t {
  num_threads,
  dynamic,
  max_active_levels,
  schedule,
  proc_bind,
  places,
  stack_size,
  wait_policy,
  spin_count,
  thread_limit,
  num_teams,
  teams_thread_limit,
  cancellation,
  default_device,
  max_task_priority,
  allocator,
  target_offload,
  display_affinity,
  affinity_format,
  display_env,
};
inline constexpr std::size_t k_setting_count = static_cast<std::size_t>(Setting::display_env) + 1;

}  // namespace heddle::omp
