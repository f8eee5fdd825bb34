// What Clang says of an undeferred task with an event before it begins: its depend clause, which comes as a wait
// between the task's allocation and __kmpc_omp_task_begin_if0.
//
// Such a task is over with its event, so its siblings wait for that, and the accesses must be known until then. Each
// thread keeps those of its last wait, since it has allocated such a task.
#pragma once

#include <cstdint>
#include <memory>

#include "front/kmpc/depend.hpp"
#include "front/kmpc/task_block.hpp"

namespace heddle::kmpc {

/// The thread has allocated a task with an event.
void announce(const TaskBlock& block) noexcept;

/// The thread has waited for accesses: they are the announced task's, if there is one.
void keep_if_announced(const Accesses& accesses) noexcept;

/// The accesses of a task with an event, which is not announced any more. For a deferred one they are forgotten.
struct AnnouncedAccesses {
  std::unique_ptr<graph::Access[]> list;
  std::uint32_t count;
};
AnnouncedAccesses take_announced(const TaskBlock& block) noexcept;

}  // namespace heddle::kmpc
