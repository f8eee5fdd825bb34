// Loop schedules made from their table's rows; see loop_schedules.hpp.
#include "omp/loop_schedules.hpp"

#include "loop/idws/history.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;

}  // namespace

TeamLoops make_team_loops(std::uint32_t seats, process::Permission interrupts) {
  TeamLoops loops;
  if (seats > 1) loops.history.reset(new LoopHistory(seats));
  loops.interrupts = seats > 1 && interrupts == process::Permission::granted && P::allow_interrupts();
  return loops;
}

void FreeLoopHistory::operator()(LoopHistory* history) const noexcept { delete history; }

// What is no row has no iterations to hand out (ScheduleKind::inlined): any will do.
std::unique_ptr<LoopSchedule> ScheduleSlots::make(ScheduleKind kind, const TeamLoops& team) noexcept {
  const auto rows = runtime::loop_schedules<P>();
  const runtime::LoopPolicy<P>* const row = runtime::find_loop(rows, static_cast<unsigned>(kind));
  return (row == nullptr ? rows.front() : *row).make({.history = team.history.get(), .interrupts = team.interrupts});
}

}  // namespace heddle::omp
