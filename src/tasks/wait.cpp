// Waiting for tasks, and what tasks may ask of their group.
#include "tasks/wait.hpp"

#include <functional>

#include "process/process.hpp"
#include "process/team_size.hpp"
#include "process/verify.hpp"
#include "process/watching.hpp"
#include "tasks/deadlock_detector.hpp"
#include "tasks/failures.hpp"
#include "tasks/group.hpp"

namespace heddle::tasks {

namespace {

void wait_for_tasks(process::Worker& worker) noexcept {
  WaitForTasks waiting(worker, nullptr);
  wait_for_descendants(worker, std::ref(waiting));
}

[[gnu::cold]] int early_wait(heddle_failure* failure) noexcept {
  if (failure != nullptr) *failure = {};
  return HEDDLE_EARLY_WAIT;
}

}  // namespace

void note_descendants_awaited(process::Worker& worker) noexcept {
  if (auto* const watcher = process::watcher; watcher != nullptr) watcher->descendants_awaited(worker);
}

int wait(heddle_failure* failure) noexcept {
  const CurrentSeat place;
  if (!place.may_wait()) [[unlikely]]
    return early_wait(failure);
  wait_for_tasks(place.worker());
  if (process::verifying()) [[unlikely]]
    process::verify_waits(place.worker());
  const bool in_task = !place.worker().task->has(graph::k_implicit);
  if (in_task) {
    if (failure != nullptr) *failure = {};
    return HEDDLE_OK;  // what fails in a task is its group's affair
  }
  return take_failure(&root_of(*place.worker().task), failure) ? HEDDLE_TASK_FAILED : HEDDLE_OK;
}

bool skipped() noexcept {
  process::Worker& worker = runtime::current();
  if (!Tasking::skipped(worker, *worker.task)) return false;
  order_after_cancels(worker.task->group);
  return true;
}

bool cancelled() noexcept {
  const process::Group* const group = runtime::current().task->group;
  if (group == nullptr || !group->is_cancelled()) return false;
  order_after_cancels(group);
  return true;
}

unsigned workers() noexcept {
  const process::Worker& worker = runtime::current();
  return process::Visit::outermost(worker) ? process::threads_for(worker, 0)
                                           : worker.member->team->size - worker.member->team->doors;
}

unsigned worker() noexcept { return runtime::current().member->seat; }

}  // namespace heddle::tasks
