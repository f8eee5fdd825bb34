// The functions of heddle/region.h.
#include "front/c/regions.hpp"

#include <memory>
#include <new>
#include <vector>

#include "heddle/region.h"
#include "process/verifying.hpp"
#include "process/watching.hpp"
#include "regions/described.hpp"
#include "regions/verify.hpp"
#include "tasks/accesses.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/group.hpp"
#include "tasks/reservation.hpp"
#include "tasks/wait.hpp"

#define HEDDLE_REGION_EXPORT [[gnu::visibility("default")]]

namespace heddle::front {

namespace {

std::vector<heddle_access> others(const heddle_access* accesses, std::size_t count) {
  std::vector<heddle_access> found;
  for (std::size_t at = 0; at < count; ++at)
    if (!regions::is_regional(accesses[at])) found.push_back(accesses[at]);
  return found;
}

/// What the event of a task on regions calls. Of a task that is skipped it stays, as the task's memory does.
struct EndOfTask {
  heddle_continuation link;  // first
  process::Task* task;
};
void end_task(heddle_continuation* link) {
  const std::unique_ptr<EndOfTask> end(reinterpret_cast<EndOfTask*>(link));
  process::Worker& worker = runtime::current();
  if (auto* const watcher = process::watcher; worker.recorder != nullptr && watcher != nullptr) [[unlikely]]
    watcher->event_happens(worker, *end->task);
  tasks::Tasking::fulfill(worker, *end->task);
}
/// The event, which is the task's from now on, and what it calls.
struct EventOfTask {
  tasks::Reservation& reservation;
  std::unique_ptr<EndOfTask> end;

  static void bind(void* own, process::Task& engines) {
    EventOfTask& event = *static_cast<EventOfTask*>(own);
    EndOfTask& end = *event.end.release();
    end.task = &engines;
    tasks::bind(*event.reservation.keep(), end.link);
  }
};

/// Its children's regions are parts of its own, so they run while it waits for them.
void call_with_children(void* code, const std::uint64_t* words, unsigned /*count*/) {
  reinterpret_cast<void (*)(void*)>(code)(const_cast<std::uint64_t*>(words));
  tasks::wait_for_descendants(runtime::current(), [] {});
}

int spawn_checked(const heddle_task& task) {
  if (task.bytes != sizeof task || (task.flags & HEDDLE_TASK_EARLY) != 0) return HEDDLE_BAD_OPTION;
  if (task.body == nullptr || (task.argument == nullptr && task.argument_bytes != 0)) return HEDDLE_NULL_BODY;
  const std::vector<heddle_access> siblings = others(task.accesses, task.access_count);
  if (const int code = tasks::check_accesses(siblings.data(), siblings.size()); code != HEDDLE_OK) return code;
  const tasks::CurrentSeat place;
  if (place.refused()) return HEDDLE_SHUT_DOWN;
  const tasks::Membership member(place.worker(), task.group);
  if (member.code() != HEDDLE_OK) return member.code();
  tasks::Reservation reservation(task.event);
  if (reservation.code() != HEDDLE_OK) return reservation.code();
  const tasks::Accesses accesses(place.worker(), siblings.data(), siblings.size(), task.flags);
  regions::DoorOfTask door;
  if ((task.flags & HEDDLE_TASK_WITH_CHILDREN) != 0) door.call = call_with_children;
  EventOfTask event{reservation, task.event == nullptr
                                     ? nullptr
                                     : std::make_unique<EndOfTask>(EndOfTask{{nullptr, end_task}, nullptr})};
  if (task.event != nullptr) door.made = EventOfTask::bind, door.of = &event;
  return regions::spawn_described(task, {accesses.data(), accesses.size()}, door);
}

}  // namespace

int spawn_on_regions(const heddle_task& task) noexcept {
  try {
    return spawn_checked(task);
  } catch (const std::bad_alloc&) {
    return HEDDLE_NO_MEMORY;
  }
}

int wait_on_regions(const heddle_access* accesses, std::size_t count, std::uint32_t flags) noexcept {
  try {
    const std::vector<heddle_access> siblings = others(accesses, count);
    const tasks::CurrentSeat place;
    if (place.refused()) return HEDDLE_SHUT_DOWN;
    if (!place.may_wait()) return HEDDLE_EARLY_WAIT;
    if (!siblings.empty()) {
      if (const int code = tasks::check_accesses(siblings.data(), siblings.size()); code != HEDDLE_OK) return code;
      const tasks::Accesses list(place.worker(), siblings.data(), siblings.size(), flags);
      tasks::Tasking::wait_accesses(place.worker(), list.data(), list.size());
    }
    return regions::wait_described(accesses, count);
  } catch (const std::bad_alloc&) {
    return HEDDLE_NO_MEMORY;
  }
}

}  // namespace heddle::front

using namespace heddle;  // the rest of the file is extern "C"

extern "C" {

HEDDLE_REGION_EXPORT int heddle_region_make(heddle_region_id parent, int level, heddle_region_id* made) {
  return regions::make_described(parent, level, made);
}
HEDDLE_REGION_EXPORT int heddle_region_free(heddle_region_id region) { return regions::free_described(region); }
HEDDLE_REGION_EXPORT heddle_region_id heddle_region_parent(heddle_region_id region) {
  return regions::parent_of(region);
}
HEDDLE_REGION_EXPORT size_t heddle_region_bytes(heddle_region_id region) { return regions::bytes_of(region); }
HEDDLE_REGION_EXPORT void* heddle_region_allocate(heddle_region_id region, size_t bytes) {
  return regions::allocate_described(region, bytes);
}
HEDDLE_REGION_EXPORT int heddle_region_free_object(void* object) { return regions::free_object_described(object); }
HEDDLE_REGION_EXPORT void* heddle_region_reallocate(void* object, size_t bytes, heddle_region_id region) {
  return regions::reallocate_described(object, bytes, region);
}
HEDDLE_REGION_EXPORT heddle_region_id heddle_region_of(const void* address) { return regions::region_of(address); }
HEDDLE_REGION_EXPORT void* heddle_region_extra(heddle_region_id region) { return regions::extra_of(region); }
HEDDLE_REGION_EXPORT int heddle_region_verifies(void) { return process::verifying() ? 1 : 0; }
HEDDLE_REGION_EXPORT void heddle_region_touch(const void* address) { regions::verify_touch(address); }
HEDDLE_REGION_EXPORT const char* heddle_region_failure(void) { return regions::last_failure(); }

}  // extern "C"
