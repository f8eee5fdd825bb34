// The rules for the values of omp_set_*.
#include "omp/routines_settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <climits>
#include <string>

#include "omp/current_icv.hpp"
#include "omp/settings.hpp"
#include "process/settings.hpp"

namespace heddle::omp {

namespace {

int bounded(unsigned value) noexcept { return static_cast<int>(std::min<unsigned>(value, INT_MAX)); }

}  // namespace

void set_num_threads(Worker& worker, int threads) noexcept {
  writable_icv(worker).nthreads = static_cast<unsigned>(std::max(threads, 1));
}

int max_threads(const Worker& worker) noexcept { return bounded(icv(worker).nthreads); }

int thread_limit(const Worker& worker) noexcept { return bounded(icv(worker).thread_limit); }

void set_dynamic(Worker& worker, bool dynamic) noexcept { writable_icv(worker).dynamic = dynamic; }
bool dynamic(const Worker& worker) noexcept { return icv(worker).dynamic; }

void set_nested(Worker& worker, int nested) noexcept {
  if (nested != 0) {
    writable_icv(worker).max_active_levels = k_supported_active_levels;
  } else if (icv(worker).max_active_levels > 1) {
    writable_icv(worker).max_active_levels = 1;
  }
}

bool nested(const Worker& worker) noexcept {
  const unsigned levels = icv(worker).max_active_levels;
  return levels > 1 && levels > worker.member->team->active_level;
}

void set_max_active_levels(Worker& worker, int levels) noexcept {
  if (levels < 0) return;
  const unsigned bounded = std::min(static_cast<unsigned>(levels), k_supported_active_levels);
  writable_icv(worker).max_active_levels = static_cast<std::uint8_t>(bounded);
}

int max_active_levels(const Worker& worker) noexcept { return icv(worker).max_active_levels; }

void set_schedule(Worker& worker, std::uint32_t kind, int chunk) noexcept {
  const std::uint32_t plain = kind & ~k_sched_monotonic;
  const bool trapezoidal = plain == k_sched_trapezoidal;
  const bool automatic = plain == static_cast<std::uint32_t>(ScheduleKind::automatic);
  if (!trapezoidal && !automatic && !is_loop_schedule(plain)) return;  // ours are what schedule_kind() may have said
  RunSchedule& schedule = writable_icv(worker).run_sched;
  schedule.chosen = true;
  schedule.kind = trapezoidal ? ScheduleKind::guided : static_cast<ScheduleKind>(plain);
  schedule.trapezoidal = trapezoidal;
  schedule.modifier = kind == plain ? Monotonicity::nonmonotonic : Monotonicity::monotonic;
  if (!automatic) schedule.chunk = std::max(chunk, default_chunk(schedule.kind));
}

std::uint32_t schedule_kind(const Worker& worker) noexcept {
  const RunSchedule& schedule = icv(worker).run_sched;
  const std::uint32_t kind = schedule.trapezoidal ? k_sched_trapezoidal : static_cast<std::uint32_t>(schedule.kind);
  // libomp tells the modifier that was given, libgomp what holds.
  const bool monotonic =
      global().dialect == Dialect::llvm ? schedule.modifier == Monotonicity::monotonic : schedule.monotonic();
  return kind | (monotonic ? k_sched_monotonic : 0);
}

int schedule_chunk(const Worker& worker) noexcept { return icv(worker).run_sched.chunk; }

void set_num_teams(Worker& worker, int teams) noexcept { writable_icv(worker).nteams = std::max(teams, 0); }

void set_teams_thread_limit(Worker& worker, int limit) noexcept {
  writable_icv(worker).teams_thread_limit = std::max(limit, 0);
}

void set_default_device(Worker& worker, int device) noexcept {
  writable_icv(worker).default_device = std::max(device, 0);
}

int max_teams(const Worker& worker) noexcept { return icv(worker).nteams; }
int teams_thread_limit(const Worker& worker) noexcept { return icv(worker).teams_thread_limit; }
int default_device(const Worker& worker) noexcept { return icv(worker).default_device; }

int num_procs() noexcept { return static_cast<int>(global().num_procs); }
bool cancellation() noexcept { return global().cancellation; }
int max_task_priority() noexcept { return global().max_task_priority; }

void display_settings(Detail detail) noexcept {
  Settings& openmp = Settings::get();
  const std::string text = display_environment(openmp.environment, process::own_settings(), openmp.places(), detail);
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody listens
}

}  // namespace heddle::omp
