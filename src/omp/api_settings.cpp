// The rules for the values of omp_set_*.
#include "omp/api_settings.hpp"

#include <algorithm>

namespace heddle::omp {

void set_num_threads(Worker& worker, int threads) noexcept {
  writable_icv(worker).nthreads = static_cast<unsigned>(std::max(threads, 1));
}

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

}  // namespace heddle::omp
