// Taskgroups, events, cancellation, and how a taskloop is cut.
#include "omp/tasks.hpp"

#include <algorithm>

#include "omp/team_data.hpp"
#include "process/verify.hpp"
#include "runtime/barrier.hpp"
#include "runtime/tasking.hpp"

namespace heddle::omp {

namespace {

using P = platform::Threads;
using Tasking = runtime::Tasking<P>;

void cancel_region(Team& team) noexcept {
  // order: seq_cst — release pairs with Barrier::cancelled(); with prepare_to_park's fence the Dekker pair of a
  // sleeper.
  team.cancelled.store(true, std::memory_order_seq_cst);
  P::fence(std::memory_order_seq_cst);
  wake_constructs(team);
  runtime::wake_everybody(team);
}

}  // namespace

Group& taskgroup_start(Worker& worker) noexcept { return Tasking::open_group(worker); }
void taskgroup_end(Worker& worker) noexcept {
  const Group* const group = worker.task->group;
  Tasking::close_group(worker);
  if (process::verifying()) process::verify_waits_of(worker, group);
}

std::int32_t allowed_priority(std::int32_t asked) noexcept { return std::min(asked, global().priority_limit); }

void fulfill_event(std::uintptr_t handle) noexcept {
  Tasking::fulfill(runtime::current(), *reinterpret_cast<Task*>(handle));
}

bool cancel(CancelKind kind) noexcept {
  if (!global().cancellation) return false;
  Worker& worker = runtime::current();
  switch (kind) {
    case CancelKind::parallel:
      cancel_region(*worker.member->team);
      return true;
    case CancelKind::loop:
    case CancelKind::sections:
      cancel_construct(worker);
      return true;
    case CancelKind::taskgroup:
      if (worker.task->group != nullptr) worker.task->group->cancel();
      return worker.task->group != nullptr;
  }
  return false;
}

bool cancellation_point(CancelKind kind) noexcept {
  if (!global().cancellation) return false;
  Worker& worker = runtime::current();
  const bool region = runtime::Barrier<P>::cancelled(*worker.member->team);
  switch (kind) {
    case CancelKind::parallel:
      return region;
    case CancelKind::loop:
    case CancelKind::sections:
      return region || construct_cancelled(worker);
    case CancelKind::taskgroup:
      return region || (worker.task->group != nullptr && worker.task->group->is_cancelled());
  }
  return false;
}

TaskloopCut cut_taskloop(std::uint64_t trip, TaskloopClause cut, std::uint64_t amount, std::uint64_t threads) noexcept {
  const auto evenly = [trip](std::uint64_t tasks) {
    if (tasks > trip) tasks = trip;
    if (tasks == 0) tasks = 1;
    return TaskloopCut{tasks, trip / tasks, trip % tasks};
  };
  const auto pieces = [trip](std::uint64_t size) {
    return TaskloopCut{trip / size + (trip % size != 0 ? 1 : 0), size, 0};
  };
  if (amount == 0) amount = 1;
  switch (cut) {
    case TaskloopClause::evenly:
      return evenly(threads);
    case TaskloopClause::by_grainsize:
      return evenly(trip / amount);  // each gets at least the grainsize, and less than twice that
    case TaskloopClause::by_grainsize_strict:
      return pieces(amount);
    case TaskloopClause::by_count:
      return evenly(amount);
    case TaskloopClause::by_count_strict:
      return pieces(trip / amount + (trip % amount != 0 ? 1 : 0));
  }
  return evenly(threads);
}

}  // namespace heddle::omp
