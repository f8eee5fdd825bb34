#include "front/c/options.hpp"

#include "omp/loop_space.hpp"

namespace heddle::c {

namespace {

// Iterations may come in any order: nothing in heddle.h promises one.
omp::Schedule schedule_of(std::uint32_t asked, std::uint64_t grain) noexcept {
  auto kind = static_cast<omp::ScheduleKind>(asked);
  // Automatic with a grain: pieces of that size, balanced as the engine balances them by default.
  if (asked == HEDDLE_LOOP_AUTOMATIC) kind = grain == 0 ? omp::ScheduleKind::automatic : omp::ScheduleKind::dynamic;
  return {kind, grain, omp::Monotonicity::nonmonotonic};
}

bool is_schedule(std::uint32_t asked) noexcept {
  switch (asked) {
    case HEDDLE_LOOP_AUTOMATIC:
    case HEDDLE_LOOP_STATIC:
    case HEDDLE_LOOP_DYNAMIC:
    case HEDDLE_LOOP_GUIDED:
    case HEDDLE_LOOP_IDWS:
    case HEDDLE_LOOP_STEAL:
      return true;
    default:
      return false;
  }
}

static_assert(static_cast<int>(omp::ScheduleKind::static_chunks) == HEDDLE_LOOP_STATIC);
static_assert(static_cast<int>(omp::ScheduleKind::dynamic) == HEDDLE_LOOP_DYNAMIC);
static_assert(static_cast<int>(omp::ScheduleKind::guided) == HEDDLE_LOOP_GUIDED);
static_assert(static_cast<int>(omp::ScheduleKind::idws) == HEDDLE_LOOP_IDWS);
static_assert(static_cast<int>(omp::ScheduleKind::steal) == HEDDLE_LOOP_STEAL);

}  // namespace

int check_options(const heddle_loop_options* given, Options& checked) noexcept {
  const heddle_loop_options options = given == nullptr ? heddle_loop_options HEDDLE_LOOP_OPTIONS : *given;
  if (options.bytes != sizeof options || options.reserved != 0) return HEDDLE_BAD_OPTION;
  if (!is_schedule(options.schedule)) return HEDDLE_BAD_OPTION;
  checked = {schedule_of(options.schedule, options.grain), options.threads};
  return HEDDLE_OK;
}

Trips trips_of(const heddle_range& range) noexcept {
  if (range.step == 0) return {HEDDLE_BAD_RANGE, 0};
  return {HEDDLE_OK, omp::signed_space(range.first, range.last, range.step).trip};
}

}  // namespace heddle::c
