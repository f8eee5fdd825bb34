#include "front/task/group.hpp"

#include <functional>
#include <utility>

#include "front/task/circles.hpp"
#include "front/task/failures.hpp"
#include "front/task/place.hpp"
#include "front/task/spawn.hpp"
#include "probe/order.hpp"
#include "process/verify.hpp"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

namespace heddle::task {

namespace {

// A group of the engine for the current task; it does not become the innermost one.
void begin(omp::Worker& worker, Group& group) noexcept {
  omp::Group& opened = Tasking::open_group(worker);
  worker.task->group = opened.outer;
  opened.front = &group;
  group.owner = worker.task;
  group.group = &opened;
  // order: relaxed — cancelled before it had a task.
  if (group.cancelled.load(std::memory_order_relaxed) != 0) opened.cancel();
}

// Outside of regions the owner is a seat of the standing region. If that was closed meanwhile, the group's tasks are
// over, and the thread goes on with it at its next seat.
bool owns(omp::Worker& worker, Group& group) noexcept {
  if (worker.task == group.owner) return true;
  if (!group.owner->has(graph::k_implicit) || !worker.task->has(graph::k_implicit)) return false;
  if (&root_of(*group.owner) != &worker || !group.group->members.none()) return false;
  group.owner = group.group->owner = worker.task;
  return true;
}

bool is_in(const omp::Task& task, const Group& group) noexcept {
  for (const omp::Group* at = task.group; at != nullptr; at = at->outer)
    if (at == group.group) return true;
  return false;
}

void cancel(omp::Worker& worker, Group& group) noexcept {
  probe::released(&group.cancelled);
  // order: relaxed — a request; who has not begun yet and does not see it runs.
  worker.member->team->cancellable.store(true, std::memory_order_relaxed);
  // order: relaxed — read by the owner behind its tasks' ends.
  group.cancelled.store(1, std::memory_order_relaxed);
  if (group.group != nullptr) group.group->cancel();
}

// The innermost group of the program's around a task, or null.
Group* innermost(const omp::Task& task) noexcept {
  for (const omp::Group* at = task.group; at != nullptr; at = at->outer)
    if (at->front != nullptr) return static_cast<Group*>(at->front);
  return nullptr;
}

void wait(omp::Worker& worker, Group& group) noexcept {
  omp::Task& owner = *worker.task;
  omp::Group* const before = owner.group;
  const omp::Group* const ended = group.group;
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

Membership::Membership(omp::Worker& worker, heddle_group* named) noexcept : worker_(worker) {
  if (named == nullptr) return;
  Group& group = words_of(*named);
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

void order_after_cancels(const omp::Group* innermost) noexcept {
  if (probe::order_listener == nullptr) [[likely]]
    return;
  for (const omp::Group* at = innermost; at != nullptr; at = at->outer)
    if (at->front != nullptr) probe::acquired(&static_cast<Group*>(at->front)->cancelled);
}

}  // namespace heddle::task

using namespace heddle;  // the rest of the file is extern "C"
using task::Place;

extern "C" {

HEDDLE_TASK_EXPORT int heddle_group_wait(heddle_group* named, heddle_failure* failure) {
  if (failure != nullptr) *failure = {};
  if (named == nullptr) return HEDDLE_NULL_BODY;
  task::Group& group = task::words_of(*named);
  if (group.group != nullptr) {
    const Place place;
    if (!task::owns(place.worker(), group)) return HEDDLE_WRONG_TASK;
    task::wait(place.worker(), group);
  }
  // order: relaxed (both) — its tasks are over.
  const bool cancelled = group.cancelled.load(std::memory_order_relaxed) != 0;
  group.cancelled.store(0, std::memory_order_relaxed);
  if (task::take_failure(named, failure)) return HEDDLE_TASK_FAILED;
  return cancelled ? HEDDLE_CANCELLED : HEDDLE_OK;
}

HEDDLE_TASK_EXPORT int heddle_group_cancel(heddle_group* named) {
  if (named == nullptr) return HEDDLE_NULL_BODY;
  task::Group& group = task::words_of(*named);
  const Place place;
  const omp::Task& current = *place.worker().task;
  if (group.group != nullptr && &current != group.owner && !task::is_in(current, group)) return HEDDLE_WRONG_TASK;
  task::cancel(place.worker(), group);
  return HEDDLE_OK;
}

HEDDLE_TASK_EXPORT void heddle_task_fail(const heddle_failure* failure) {
  const heddle_told told = {nullptr, failure->task, nullptr};
  heddle_task_fail_with(failure, &told);
}

HEDDLE_TASK_EXPORT void heddle_task_fail_with(const heddle_failure* failure, const heddle_told* told) {
  task::ending();  // its end will tell what nobody has asked for
  omp::Worker& worker = runtime::current();
  task::Told all = task::copied(*told);
  all.code = task::identity_of(*worker.task).code;
  if (task::Group* const group = task::innermost(*worker.task); group != nullptr) {
    task::keep_failure(group, *failure, std::move(all));
    return task::cancel(worker, *group);
  }
  task::keep_failure(&task::root_of(*worker.task), *failure, std::move(all));
}

HEDDLE_TASK_EXPORT void heddle_failure_lost(const heddle_told* told) {
  task::ending();
  task::tell_lost(task::copied(*told), "; its future was given up, and nobody had asked for its value");
}

}  // extern "C"
