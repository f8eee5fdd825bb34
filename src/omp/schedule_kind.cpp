// See schedule_kind.hpp.
#include "omp/schedule_kind.hpp"

#include "platform/threads/threads.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

const runtime::LoopPolicy<P>* row_of(unsigned number) noexcept {
  return runtime::find_loop(runtime::loop_schedules<P>(), number);
}

}  // namespace

ScheduleKind kind_named(std::string_view name) noexcept {
  const runtime::LoopPolicy<P>* const row = runtime::find_policy(runtime::loop_schedules<P>(), name);
  return row == nullptr ? ScheduleKind::runtime : ScheduleKind{row->traits.number};
}

bool is_loop_schedule(unsigned number) noexcept { return row_of(number) != nullptr; }

std::string_view name_of(ScheduleKind kind) noexcept {
  switch (kind) {
    case ScheduleKind::runtime:
      return "runtime";
    case ScheduleKind::automatic:
      return "auto";
    case ScheduleKind::inlined:
      return "inlined";
    default:
      break;
  }
  const runtime::LoopPolicy<P>* const row = row_of(static_cast<unsigned>(kind));
  return row == nullptr ? "unknown" : row->name;
}

}  // namespace heddle::omp
