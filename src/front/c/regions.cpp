// The functions of heddle/region.h.
#include "front/c/regions.hpp"

#include <new>
#include <vector>

#include "heddle/region.h"
#include "process/verifying.hpp"
#include "regions/described.hpp"
#include "regions/verify.hpp"
#include "tasks/accesses.hpp"
#include "tasks/current_seat.hpp"
#include "tasks/group.hpp"

#define HEDDLE_REGION_EXPORT [[gnu::visibility("default")]]

namespace heddle::front {

namespace {

std::vector<heddle_access> others(const heddle_access* accesses, std::size_t count) {
  std::vector<heddle_access> found;
  for (std::size_t at = 0; at < count; ++at)
    if (!regions::is_regional(accesses[at])) found.push_back(accesses[at]);
  return found;
}

int spawn_checked(const heddle_task& task) {
  // An event would end the task behind its body; regions are given back by the end of the body.
  constexpr std::uint32_t k_unfit = HEDDLE_TASK_EARLY | HEDDLE_TASK_WITH_CHILDREN;
  if (task.bytes != sizeof task || task.event != nullptr || (task.flags & k_unfit) != 0) return HEDDLE_BAD_OPTION;
  if (task.body == nullptr || (task.argument == nullptr && task.argument_bytes != 0)) return HEDDLE_NULL_BODY;
  const std::vector<heddle_access> siblings = others(task.accesses, task.access_count);
  if (const int code = tasks::check_accesses(siblings.data(), siblings.size()); code != HEDDLE_OK) return code;
  const tasks::CurrentSeat place;
  if (place.refused()) return HEDDLE_SHUT_DOWN;
  const tasks::Membership member(place.worker(), task.group);
  if (member.code() != HEDDLE_OK) return member.code();
  const tasks::Accesses accesses(place.worker(), siblings.data(), siblings.size(), task.flags);
  return regions::spawn_described(task, {accesses.data(), accesses.size()});
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
