// The functions of heddle/task.h.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "front/c/regions.hpp"
#include "heddle/task.h"
#include "regions/described.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/ending.hpp"
#include "tasks/event.hpp"
#include "tasks/failures.hpp"
#include "tasks/group.hpp"
#include "tasks/join.hpp"
#include "tasks/observers.hpp"
#include "tasks/origin.hpp"
#include "tasks/scope.hpp"
#include "tasks/spawn.hpp"
#include "tasks/wait.hpp"

#define HEDDLE_TASK_EXPORT [[gnu::visibility("default")]]

namespace heddle::front {

namespace {

/// What a task without a description has: a body, and bytes that are copied.
struct Plain {
  void (*body)(void*);
  void* argument;
  std::size_t bytes;
  std::size_t alignment;
};

/// The same with a description, which observers are told of.
[[gnu::cold, gnu::noinline]] int spawn_observed(const Plain& what, const heddle_place* where) noexcept {
  heddle_task task = HEDDLE_TASK;
  task.flags = HEDDLE_TASK_PLACED;
  task.body = what.body;
  task.argument = what.argument;
  task.argument_bytes = what.bytes;
  task.argument_alignment = std::max<std::size_t>(what.alignment, 1);  // 0 where there are no bytes
  task.where = where;
  return tasks::spawn(task);
}

/// Outside of regions. @param where  null: not known
[[gnu::noinline]] int spawn_outside(const Plain& what, const heddle_place* where) noexcept {
  const tasks::CurrentSeat place;
  if (place.refused()) return HEDDLE_SHUT_DOWN;
  if (where != nullptr && place.worker().recorder != nullptr) [[unlikely]]
    tasks::note_place(place.worker(), where);
  tasks::Tasking::spawn_plain(place.worker(), what.body, what.argument, what.bytes, what.alignment);
  return HEDDLE_OK;
}

}  // namespace

}  // namespace heddle::front

using namespace heddle;  // the rest of the file is extern "C"

extern "C" {

HEDDLE_TASK_EXPORT int heddle_spawn(const heddle_task* task) {
  if (task == nullptr) return HEDDLE_NULL_BODY;
  if (task->access_count != 0 && task->accesses != nullptr && regions::any_regional(task->accesses, task->access_count))
      [[unlikely]]
    return front::spawn_on_regions(*task);
  return tasks::spawn(*task);
}

HEDDLE_TASK_EXPORT int heddle_spawn_plain(void (*body)(void*), void* argument, size_t bytes, size_t alignment) {
  if (body == nullptr || (argument == nullptr && bytes != 0)) [[unlikely]]
    return HEDDLE_NULL_BODY;
  if (tasks::observed()) [[unlikely]]
    return front::spawn_observed({body, argument, bytes, alignment}, nullptr);
  process::Worker& worker = runtime::current();
  if (worker.member->team->size == 1) return front::spawn_outside({body, argument, bytes, alignment}, nullptr);
  tasks::Tasking::spawn_plain(worker, body, argument, bytes, alignment);
  return HEDDLE_OK;
}

HEDDLE_TASK_EXPORT int heddle_spawn_placed(void (*body)(void*), void* argument, size_t bytes, size_t alignment) {
  if (body == nullptr || argument == nullptr || bytes < sizeof(const heddle_place*)) [[unlikely]]
    return HEDDLE_NULL_BODY;
  if (tasks::observed()) [[unlikely]]
    return front::spawn_observed({body, argument, bytes, alignment},
                                 *static_cast<const heddle_place* const*>(argument));
  process::Worker& worker = runtime::current();
  if (worker.member->team->size == 1)
    return front::spawn_outside({body, argument, bytes, alignment}, *static_cast<const heddle_place* const*>(argument));
  if (worker.recorder != nullptr) [[unlikely]]
    tasks::note_place(worker, *static_cast<const heddle_place* const*>(argument));
  tasks::Tasking::spawn_plain(worker, body, argument, bytes, alignment);
  return HEDDLE_OK;
}

HEDDLE_TASK_EXPORT int heddle_observe(const heddle_observer* observer, uint32_t* number) {
  return observer == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::observe(*observer, number);
}
HEDDLE_TASK_EXPORT int heddle_observe_stop(uint32_t number) { return tasks::stop_observing(number); }

HEDDLE_TASK_EXPORT void heddle_coroutine_begin(heddle_coroutine* whole) {
  const process::Worker& worker = runtime::current();
  tasks::words_of(*whole) = {worker.task, worker.member->team};  // with an event it has a block of its own
}

HEDDLE_TASK_EXPORT int heddle_spawn_part(const heddle_task* part, const heddle_coroutine* whole) {
  return part == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::spawn_part(*part, whole);
}

HEDDLE_TASK_EXPORT int heddle_wait(heddle_failure* failure) { return tasks::wait(failure); }

HEDDLE_TASK_EXPORT int heddle_wait_for_accesses(const heddle_access* accesses, size_t count, uint32_t flags) {
  if (accesses != nullptr && regions::any_regional(accesses, count)) [[unlikely]]
    return front::wait_on_regions(accesses, count, flags);
  return tasks::wait_for_accesses(accesses, count, flags);
}

HEDDLE_TASK_EXPORT void heddle_yield() {
  const tasks::CurrentSeat place;
  tasks::Tasking::yield(place.worker());
}

HEDDLE_TASK_EXPORT int heddle_task_skipped() { return tasks::skipped() ? 1 : 0; }
HEDDLE_TASK_EXPORT int heddle_cancelled() { return tasks::cancelled() ? 1 : 0; }
HEDDLE_TASK_EXPORT uint32_t heddle_workers() { return tasks::workers(); }
HEDDLE_TASK_EXPORT uint32_t heddle_worker() { return tasks::worker(); }
HEDDLE_TASK_EXPORT uint32_t heddle_thread() { return runtime::current().id; }

HEDDLE_TASK_EXPORT void heddle_task_fail(const heddle_failure* failure) {
  tasks::fail(*failure, {nullptr, failure->task, nullptr});
}
HEDDLE_TASK_EXPORT void heddle_task_fail_with(const heddle_failure* failure, const heddle_failure_text* told) {
  tasks::fail(*failure, *told);
}
HEDDLE_TASK_EXPORT void heddle_failure_lost(const heddle_failure_text* told) {
  tasks::ending();
  tasks::tell_lost(tasks::copied(*told), "; its future was given up, and nobody had asked for its value");
}

HEDDLE_TASK_EXPORT int heddle_reduction_combine(void* target, void* part, void (*join)(void* target, void* part)) {
  if (target == nullptr || join == nullptr) return HEDDLE_NULL_BODY;
  tasks::join_part(target, part, join);
  return HEDDLE_OK;
}

HEDDLE_TASK_EXPORT int heddle_group_wait(heddle_group* group, heddle_failure* failure) {
  if (failure != nullptr) *failure = {};
  return group == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::wait(*group, failure);
}
HEDDLE_TASK_EXPORT int heddle_group_cancel(heddle_group* group) {
  return group == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::cancel(*group);
}

HEDDLE_TASK_EXPORT int heddle_event_complete(heddle_event* event) {
  return event == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::complete(tasks::words_of(*event));
}
HEDDLE_TASK_EXPORT int heddle_event_done(const heddle_event* event) {
  return event != nullptr && tasks::words_of(*event).done() ? 1 : 0;
}
HEDDLE_TASK_EXPORT int heddle_event_wait(heddle_event* event, char* circle, size_t bytes) {
  if (event == nullptr) return HEDDLE_NULL_BODY;
  return tasks::wait(tasks::words_of(*event), {circle, circle == nullptr ? 0 : bytes});
}
HEDDLE_TASK_EXPORT int heddle_event_wait_for(heddle_event* event, uint64_t ns) {
  return event == nullptr ? static_cast<int>(HEDDLE_NULL_BODY) : tasks::wait_for(tasks::words_of(*event), ns);
}
HEDDLE_TASK_EXPORT void heddle_event_set_completer(heddle_event* event, const char* name) {
  tasks::complete_here(tasks::words_of(*event), name);
}
HEDDLE_TASK_EXPORT int heddle_event_then(heddle_event* event, heddle_continuation* continuation) {
  return tasks::words_of(*event).happening.listen(*continuation) ? 1 : 0;
}

HEDDLE_TASK_EXPORT int heddle_scope_run(const heddle_scope* scope, void (*body)(void*), void* data,
                                        heddle_failure* failure) {
  if (failure != nullptr) *failure = {};
  if (scope == nullptr || body == nullptr) return HEDDLE_NULL_BODY;
  return tasks::run_scope(*scope, body, data, failure);
}

}  // extern "C"
