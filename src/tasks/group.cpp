#include "tasks/group.hpp"

#include <functional>
#include <utility>

#include "probe/order.hpp"
#include "process/verify.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/deadlock_detector.hpp"
#include "tasks/failures.hpp"
#include "tasks/header.hpp"

namespace heddle::tasks {

namespace {

// A group of the engine for the current task; it does not become the innermost one.
void begin(process::Worker& worker, GroupWords& group) noexcept {
  process::Group& opened = Tasking::open_group(worker);
  worker.task->group = opened.outer;
  opened.front = &group;
  group.owner = worker.task;
  group.group = &opened;
  // order: relaxed — cancelled before it had a task.
  if (group.cancelled.load(std::memory_order_relaxed) != 0) opened.cancel();
}

// Outside of regions the owner is a seat of the standing region. If that was closed meanwhile, the group's tasks are
// over, and the thread goes on with it at its next seat.
bool owns(process::Worker& worker, GroupWords& group) noexcept {
  if (worker.task == group.owner) return true;
  if (!group.owner->has(graph::k_implicit) || !worker.task->has(graph::k_implicit)) return false;
  if (&root_of(*group.owner) != &worker || !group.group->members.none()) return false;
  group.owner = group.group->owner = worker.task;
  return true;
}

bool is_in(const process::Task& task, const GroupWords& group) noexcept {
  for (const process::Group* at = task.group; at != nullptr; at = at->outer)
    if (at == group.group) return true;
  return false;
}

void cancel(process::Worker& worker, GroupWords& group) noexcept {
  probe::released(&group.cancelled);
  // order: relaxed — a request; who has not begun yet and does not see it runs.
  worker.member->team->cancellable.store(true, std::memory_order_relaxed);
  // order: relaxed — read by the owner behind its tasks' ends.
  group.cancelled.store(1, std::memory_order_relaxed);
  if (group.group != nullptr) group.group->cancel();
}

// The innermost group of the program's around a task, or null.
GroupWords* innermost(const process::Task& task) noexcept {
  for (const process::Group* at = task.group; at != nullptr; at = at->outer)
    if (at->front != nullptr) return static_cast<GroupWords*>(at->front);
  return nullptr;
}

void wait(process::Worker& worker, GroupWords& group) noexcept {
  process::Task& owner = *worker.task;
  process::Group* const before = owner.group;
  const process::Group* const ended = group.group;
  {
    WaitForTasks waiting(worker, group.group);
    owner.group = group.group;
    Tasking::close_group(worker, std::ref(waiting));
  }
  if (process::verifying()) [[unlikely]]
    process::verify_waits_of(worker, ended);
  owner.group = before;
  group.group = nullptr;
  group.owner = nullptr;
}

}  // namespace

Membership::Membership(process::Worker& worker, heddle_group* named) noexcept : worker_(worker) {
  if (named == nullptr) return;
  GroupWords& group = words_of(*named);
  if (group.group == nullptr) {
    if (worker.task->has(graph::k_early)) {
      code_ = HEDDLE_EARLY_WAIT;
      return;
    }
    begin(worker, group);
  } else if (!owns(worker, group) && !is_in(*worker.task, group)) {
    code_ = HEDDLE_WRONG_TASK;
    return;
  }
  before_ = worker.task->group;
  worker.task->group = group.group;
  changed_ = true;
}

void order_after_cancels(const process::Group* innermost) noexcept {
  if (probe::order_listener == nullptr) [[likely]]
    return;
  for (const process::Group* at = innermost; at != nullptr; at = at->outer)
    if (at->front != nullptr) probe::acquired(&static_cast<GroupWords*>(at->front)->cancelled);
}

int wait(heddle_group& named, heddle_failure* failure) noexcept {
  GroupWords& group = words_of(named);
  if (group.group != nullptr) {
    const CurrentSeat place;
    if (!owns(place.worker(), group)) return HEDDLE_WRONG_TASK;
    wait(place.worker(), group);
  }
  // order: relaxed (both) — its tasks are over.
  const bool cancelled = group.cancelled.load(std::memory_order_relaxed) != 0;
  group.cancelled.store(0, std::memory_order_relaxed);
  if (take_failure(&named, failure)) return HEDDLE_TASK_FAILED;
  return cancelled ? HEDDLE_CANCELLED : HEDDLE_OK;
}

int cancel(heddle_group& named) noexcept {
  GroupWords& group = words_of(named);
  const CurrentSeat place;
  const process::Task& current = *place.worker().task;
  if (group.group != nullptr && &current != group.owner && !is_in(current, group)) return HEDDLE_WRONG_TASK;
  cancel(place.worker(), group);
  return HEDDLE_OK;
}

void fail(const heddle_failure& failure, const heddle_failure_text& told) noexcept {
  ending();  // its end will tell what nobody has asked for
  process::Worker& worker = runtime::current();
  FailureText all = copied(told);
  all.code = identity_of(*worker.task).code;
  if (GroupWords* const group = innermost(*worker.task); group != nullptr) {
    keep_failure(group, failure, std::move(all));
    return cancel(worker, *group);
  }
  keep_failure(&root_of(*worker.task), failure, std::move(all));
}

}  // namespace heddle::tasks
