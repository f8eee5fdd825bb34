#include "front/c/options.hpp"

#include "graph/loop_space.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/loop_table.hpp"

namespace heddle::c {

namespace {

// Iterations may come in any order: nothing in heddle.h promises one.
omp::Schedule schedule_of(std::uint32_t asked, std::uint64_t grain) noexcept {
  auto kind = static_cast<omp::ScheduleKind>(asked);
  // Automatic with a grain: pieces of that size, balanced as the engine balances them by default.
  if (asked == HEDDLE_LOOP_AUTOMATIC) kind = grain == 0 ? omp::ScheduleKind::automatic : omp::ScheduleKind::dynamic;
  return {kind, grain, omp::Monotonicity::nonmonotonic};
}

// Those of heddle/loop.h, and any other that has a number in the table.
bool is_schedule(std::uint32_t asked) noexcept {
  return asked == HEDDLE_LOOP_AUTOMATIC || omp::is_loop_schedule(asked);
}

static_assert(runtime::loop_number<platform::Threads>("static") == HEDDLE_LOOP_STATIC);
static_assert(runtime::loop_number<platform::Threads>("dynamic") == HEDDLE_LOOP_DYNAMIC);
static_assert(runtime::loop_number<platform::Threads>("guided") == HEDDLE_LOOP_GUIDED);
static_assert(runtime::loop_number<platform::Threads>("idws") == HEDDLE_LOOP_IDWS);
static_assert(runtime::loop_number<platform::Threads>("steal") == HEDDLE_LOOP_STEAL);

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
  return {HEDDLE_OK, graph::signed_space(range.first, range.last, range.step).trip};
}

}  // namespace heddle::c
