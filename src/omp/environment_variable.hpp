// The names: every environment variable the runtime reads, and every setting they decide.
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
  omp_debug,
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
  omp_tool,
  omp_tool_libraries,
  omp_tool_verbose_init,
  omp_wait_policy,
  gomp_cpu_affinity,
  gomp_debug,
  gomp_spincount,
  gomp_stacksize,
  heddle_async_managers,
  heddle_async_operations,
  heddle_async_ready,
  heddle_async_spins,
  heddle_dependence,
  heddle_disable,
  heddle_loop,
  heddle_scheduler,
  heddle_trace,
  heddle_verbose,
  heddle_verify,
  heddle_window,
};

inline constexpr auto k_variable_names = std::to_array<std::string_view>({
    "",
    "OMP_AFFINITY_FORMAT",
    "OMP_ALLOCATOR",
    "OMP_CANCELLATION",
    "OMP_DEBUG",
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
    "OMP_TOOL",
    "OMP_TOOL_LIBRARIES",
    "OMP_TOOL_VERBOSE_INIT",
    "OMP_WAIT_POLICY",
    "GOMP_CPU_AFFINITY",
    "GOMP_DEBUG",
    "GOMP_SPINCOUNT",
    "GOMP_STACKSIZE",
    "HEDDLE_ASYNC_MANAGERS",
    "HEDDLE_ASYNC_OPERATIONS",
    "HEDDLE_ASYNC_READY",
    "HEDDLE_ASYNC_SPINS",
    "HEDDLE_DEPENDENCE",
    "HEDDLE_DISABLE",
    "HEDDLE_LOOP",
    "HEDDLE_SCHEDULER",
    "HEDDLE_TRACE",
    "HEDDLE_VERBOSE",
    "HEDDLE_VERIFY",
    "HEDDLE_WINDOW",
});
inline constexpr std::size_t k_variable_count = k_variable_names.size();
static_assert(static_cast<std::size_t>(Variable::heddle_window) + 1 == k_variable_count);

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
  disable,
  scheduler,
  dependence,
  async_managers,
  async_spins,
  async_operations,
  async_ready,
  loop,
  window,
  trace,
  verify,
  verbose,
};
inline constexpr std::size_t k_setting_count = static_cast<std::size_t>(Setting::verbose) + 1;

}  // namespace heddle::omp
