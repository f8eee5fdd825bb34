// A task, checked and in the engine's words.
#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "tasks/accesses.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/early_task.hpp"
#include "tasks/event.hpp"
#include "tasks/group.hpp"
#include "tasks/header.hpp"
#include "tasks/observers.hpp"
#include "tasks/origin.hpp"
#include "tasks/reservation.hpp"
#include "tasks/spawn.hpp"
#include "tasks/wait.hpp"

namespace heddle::tasks {

namespace {

int check(const heddle_task& task) noexcept {
  constexpr std::uint32_t k_most_workers = 1U << 31;  // and 1: the largest int and its successors fit, -2 does not
  constexpr std::uint32_t k_flags = HEDDLE_TASK_RUN_IF_CANCELLED | HEDDLE_TASK_RANGES | HEDDLE_TASK_WITH_CHILDREN |
                                    HEDDLE_TASK_EARLY | HEDDLE_TASK_PLACED | HEDDLE_TASK_LOCALITY;
  if ((task.bytes != sizeof task && task.bytes != k_bytes_without_origin) || (task.flags & ~k_flags) != 0) {
    return HEDDLE_BAD_OPTION;
  }
  if (task.argument_alignment == 0 || (task.argument_alignment & (task.argument_alignment - 1)) != 0) {
    return HEDDLE_BAD_OPTION;
  }
  if (task.worker > k_most_workers) return HEDDLE_BAD_WORKERS;
  if ((task.flags & HEDDLE_TASK_LOCALITY) != 0 && task.worker == 0) return HEDDLE_BAD_WORKERS;
  if (task.body == nullptr || (task.argument == nullptr && task.argument_bytes != 0)) return HEDDLE_NULL_BODY;
  if (const int code = check_accesses(task.accesses, task.access_count); code != HEDDLE_OK) return code;
  if ((task.flags & HEDDLE_TASK_EARLY) == 0) return HEDDLE_OK;
  if ((task.flags & (HEDDLE_TASK_RANGES | HEDDLE_TASK_WITH_CHILDREN)) != HEDDLE_TASK_RANGES) return HEDDLE_BAD_OPTION;
  return weak_ones_stand_alone(task.accesses, task.access_count) ? HEDDLE_OK : HEDDLE_OVERLAP;
}

runtime::Spawn spawn_of(const heddle_task& task, Audience audience) noexcept {
  runtime::Spawn what{.body = task.body,
                      .data = task.argument,
                      .copy = task.copy,
                      .bytes = task.argument_bytes,
                      .alignment = task.argument_alignment,
                      .priority = task.priority};
  if ((task.flags & HEDDLE_TASK_RUN_IF_CANCELLED) != 0) what.flags |= graph::k_run_if_cancelled;
  if ((task.flags & HEDDLE_TASK_EARLY) != 0) what.flags |= graph::k_early;
  if (audience == Audience::nobody && !needs_header(task)) return what;
  add_header(what, task, audience);
  return what;
}

void spawn_with_event(process::Worker& worker, runtime::Spawn& what, EventWords& event) noexcept {
  what.flags |= graph::k_detachable;
  void* handle = nullptr;
  Tasking::spawn(worker, what, &handle);
  bind(event, end_of(*static_cast<process::Task*>(handle)));
}

// On which worker the task had better run, or in which locality, if it says so.
void prefer(const process::Worker& worker, runtime::Spawn& what, const heddle_task& task) noexcept {
  const heddle_access* const end = task.accesses + task.access_count;
  const heddle_access* const near =
      std::find_if(task.accesses, end, [](const heddle_access& access) { return (access.mode & HEDDLE_NEAR) != 0; });
  if (task.worker == 0 && near == end) return;
  what.flags |= graph::k_prefers;
  if ((task.flags & HEDDLE_TASK_LOCALITY) != 0) {
    const graph::Groups<P>* const groups = worker.member->team->groups;
    const std::uint32_t group = groups == nullptr ? 0 : groups->serving(task.worker - 1);
    what.preference = runtime::Preference::locality({.group = group, .stated = true});
    return;
  }
  what.preference =
      task.worker != 0
          ? runtime::Preference::seat((task.worker - 1) % (worker.member->team->size - worker.member->team->doors))
          : runtime::Preference::data(near->address);
}

int spawn_checked(process::Worker& worker, const heddle_task& task) noexcept {
  try {
    return (task.flags & HEDDLE_TASK_EARLY) != 0 ? spawn_early(worker, task) : spawn(worker, task);
  } catch (const std::bad_alloc&) {
    return HEDDLE_NO_MEMORY;
  }
}

// Without memory for it, observers miss a part.
[[gnu::cold, gnu::noinline]] void show_part(runtime::Spawn& what, const heddle_task& part,
                                            std::vector<char>& bytes) noexcept {
  try {
    add_header_to_part(what, part, bytes);
  } catch (const std::bad_alloc&) {
    return;
  }
}

// Whether what goes on where the current task ends needs a task elsewhere than among the current one's. A task that is
// final runs what it makes at once; so does who is alone.
bool goes_on_elsewhere(const process::Worker& worker, const heddle_coroutine* whole) noexcept {
  if (worker.member->team->size == 1 || worker.task->has(graph::k_final)) return false;
  return whole != nullptr ? words_of(*whole).team == worker.member->team : !worker.task->has(graph::k_implicit);
}

}  // namespace

int spawn(process::Worker& worker, const heddle_task& task) { return spawn(worker, task, {task}); }

int spawn(process::Worker& worker, const heddle_task& task, const TaskLabel& shown) {
  runtime::Spawn what = spawn_of(task, observed() && !shown.part ? Audience::observers : Audience::nobody);
  prefer(worker, what, task);
  const Membership member(worker, task.group);
  if (member.code() != HEDDLE_OK) return member.code();
  Reservation reservation(task.event);
  if (reservation.code() != HEDDLE_OK) return reservation.code();
  if (origins_wanted(worker)) [[unlikely]]
    note_origin(worker, shown.task, shown.part);
  if (process::verifying() && task.access_count != 0 && (task.flags & HEDDLE_TASK_RANGES) == 0) [[unlikely]]
    verify_accesses(worker, task);
  const Accesses accesses(worker, task.accesses, task.access_count, task.flags);
  what.accesses = accesses.data();
  what.access_count = accesses.size();
  EventWords* const event = reservation.keep();
  event != nullptr ? spawn_with_event(worker, what, *event) : Tasking::spawn(worker, what);
  return HEDDLE_OK;
}

int spawn(const heddle_task& task) noexcept {
  if (const int code = check(task); code != HEDDLE_OK) return code;
  const CurrentSeat place;
  if (place.refused()) return HEDDLE_SHUT_DOWN;
  return spawn_checked(place.worker(), task);
}

int spawn_part(const heddle_task& part, const heddle_coroutine* whole) noexcept {
  if (const int code = check(part); code != HEDDLE_OK) return code;
  process::Worker& worker = runtime::current();
  if (!goes_on_elsewhere(worker, whole)) return spawn(part);
  if (origins_wanted(worker)) [[unlikely]]
    note_origin(worker, part, false);
  runtime::Spawn what = spawn_of(part, Audience::nobody);
  std::vector<char> bytes;
  if (observed()) [[unlikely]]
    show_part(what, part, bytes);
  whole != nullptr ? Tasking::spawn_part(worker, *words_of(*whole).task, what) : Tasking::spawn_beside(worker, what);
  return HEDDLE_OK;
}

int wait_for_accesses(const heddle_access* accesses, std::size_t count, std::uint32_t flags) noexcept {
  if ((flags & ~static_cast<std::uint32_t>(HEDDLE_TASK_RANGES)) != 0) return HEDDLE_BAD_OPTION;
  if (const int code = check_accesses(accesses, count); code != HEDDLE_OK || count == 0) return code;
  const CurrentSeat place;
  if (place.refused()) return HEDDLE_SHUT_DOWN;
  if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
  try {
    const Accesses list(place.worker(), accesses, count, flags);
    Tasking::wait_accesses(place.worker(), list.data(), list.size());
    return HEDDLE_OK;
  } catch (const std::bad_alloc&) {
    return HEDDLE_NO_MEMORY;
  }
}

}  // namespace heddle::tasks
