// Tasks and waits as heddle/task.h describes them, whose accesses name regions or objects of regions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "graph/access.hpp"
#include "heddle/region.h"
#include "heddle/task.h"
#include "regions/state.hpp"
#include "regions/task.hpp"

namespace heddle::regions {

/// Whether it names a region, or an object of one.
inline bool is_regional(const heddle_access& access) noexcept {
  if ((access.mode & HEDDLE_REGION) != 0) return true;
  State* const state = State::made();
  return state != nullptr && state->store().space().holds(access.address);
}
/// Whether one of them does. Nothing is looked at while the program has used no region.
inline bool any_regional(const heddle_access* accesses, std::size_t count) noexcept {
  if (State::made() == nullptr) [[likely]] {
    for (std::size_t at = 0; at < count; ++at)
      if ((accesses[at].mode & HEDDLE_REGION) != 0) return true;
    return false;
  }
  for (std::size_t at = 0; at < count; ++at)
    if (is_regional(accesses[at])) return true;
  return false;
}

/// What a task asks of its door.
struct DoorOfTask {
  Call call = nullptr;                                       // its body; null: as it is
  void (*made)(void* of, process::Task& engines) = nullptr;  // of one that ends with an event: before it may run
  void* of = nullptr;
};
/// @param siblings  the other accesses, in the engine's words. @returns a code of heddle/error.h or heddle/region.h
int spawn_described(const heddle_task& task, std::pair<const graph::Access*, std::uint32_t> siblings,
                    const DoorOfTask& door) noexcept;

/// Waits for those that name regions or objects.
int wait_described(const heddle_access* accesses, std::size_t count) noexcept;

// -- The rest of heddle/region.h
int make_described(Id parent, int level, Id* made) noexcept;
int free_described(Id region) noexcept;
int free_object_described(void* object) noexcept;
void* allocate_described(Id region, std::size_t bytes) noexcept;
void* reallocate_described(void* object, std::size_t bytes, Id region) noexcept;
const char* last_failure() noexcept;
Id parent_of(Id region) noexcept;
std::size_t bytes_of(Id region) noexcept;
Id region_of(const void* address) noexcept;
void* extra_of(Id region) noexcept;

}  // namespace heddle::regions
