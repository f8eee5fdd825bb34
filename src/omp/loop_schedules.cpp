// The only place that knows every loop schedule.
#include "omp/loop_schedules.hpp"

#include <new>

#include "base/check.hpp"
#include "loop/dynamic/dynamic.hpp"
#include "loop/guided/guided.hpp"
#include "loop/idws/idws.hpp"
#include "loop/static/static.hpp"
#include "loop/steal/steal.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

loop::IdwsTuning tuning_of(const TeamLoops& team) noexcept {
  loop::IdwsTuning tuning;
  if (team.interrupts) tuning.signals = loop::Signals::allowed;
  return tuning;
}

LoopSchedule* new_schedule(ScheduleKind kind, const TeamLoops& team) noexcept {
  switch (kind) {
    case ScheduleKind::guided:
      return new (std::nothrow) loop::Guided<P>;
    case ScheduleKind::dynamic:
      return new (std::nothrow) loop::Dynamic<P>;
    case ScheduleKind::idws:
      return new (std::nothrow) loop::Idws<P>(tuning_of(team), team.history.get());
    case ScheduleKind::steal:
      return new (std::nothrow) loop::Steal<P>(loop::Victims::random);
    case ScheduleKind::steal_most:
      return new (std::nothrow) loop::Steal<P>(loop::Victims::most_loaded);
    default:
      return new (std::nothrow) loop::Static<P>;
  }
}

}  // namespace

TeamLoops make_team_loops(std::uint32_t seats, Permission interrupts) {
  TeamLoops loops;
  if (seats > 1) loops.history.reset(new LoopHistory(seats));
  loops.interrupts = seats > 1 && interrupts == Permission::granted && P::allow_interrupts();
  return loops;
}

void FreeLoopHistory::operator()(LoopHistory* history) const noexcept { delete history; }

[[gnu::cold]] std::unique_ptr<LoopSchedule> LoopSchedules::make(ScheduleKind kind, const TeamLoops& team) noexcept {
  std::unique_ptr<LoopSchedule> made(new_schedule(kind, team));
  HEDDLE_CHECK(made != nullptr, "no memory left for the schedule of a loop");
  return made;
}

}  // namespace heddle::omp
