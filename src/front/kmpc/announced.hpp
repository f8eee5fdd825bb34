// What Clang says of an undeferred task with an event before it begins: its depend clause, which comes as a wait
// between the task's allocation and __kmpc_omp_task_begin_if0.
//
// Such a task is over with its event, so its siblings wait for that, and the accesses must be known until then. A
// thread may allocate and begin others meanwhile: in a copy constructor, or in tasks that it runs while it waits. So it
// keeps one announcement for each, the innermost first.
#pragma once

#include <cstdint>
#include <memory>

#include "front/kmpc/depend.hpp"
#include "front/kmpc/task_block.hpp"

namespace heddle::kmpc {

/// The thread has allocated a task with an event.
void announce(const TaskBlock& block) noexcept;

/// The innermost announcement; null: none.
struct AccessAnnouncement;
AccessAnnouncement* announced() noexcept;
/// The thread has waited for accesses: they are those of the task that was the announced one when the wait began.
/// @param announcement  announced() before the wait
void keep_accesses(AccessAnnouncement* announcement, const Accesses& accesses) noexcept;

/// The accesses of a task with an event, which is not announced any more. For a deferred one they are forgotten.
struct AnnouncedAccesses {
  std::unique_ptr<graph::Access[]> list;
  std::uint32_t count;
};
AnnouncedAccesses take_announced(const TaskBlock& block) noexcept;

}  // namespace heddle::kmpc
