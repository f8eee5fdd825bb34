// What ThreadSanitizer must be told so that it sees the order that OpenMP gives, and no more.
//
// It looks at the program's code, not at ours, so the engine's own synchronisation is unknown to it. Each function
// below says that what happened before a release is visible after an acquire of the same token. Each task of an OpenMP
// program is a thread of its own (contexts.hpp), so what is not said here is no order. Does nothing in a process
// without ThreadSanitizer, or when it sees this library's code, too.
#pragma once

#include "ompt/states.hpp"

namespace heddle::ompt {

/// Whether ThreadSanitizer is in the process, and needs to be told.
bool races_are_looked_for() noexcept;
/// Before the first worker is made: what the engine does with its own memory is not looked at.
void look_for_races() noexcept;

void release(const void* token) noexcept;
void acquire(const void* token) noexcept;
/// What was released before is forgotten. Nobody uses the token meanwhile.
void reset(const void* token) noexcept;

/// A task has been made; from now on its creator's doings are visible to it.
void order_new_task(omp::Task& task, omp::Task& parent, const graph::Access* accesses, std::uint32_t count) noexcept;
/// On the thread that will run it; its body follows, called by the engine. If the program runs it itself:
/// order_start_inside() when it is the current task.
void order_start(omp::Task& task, omp::Task& before) noexcept;
/// After order_new_task(): a function of the program's has written its arguments.
void order_arguments(omp::Task& task) noexcept;
void order_start_inside() noexcept;
/// Its body is over: the thread is again the one of the task that goes on.
void order_end(omp::Task& task, omp::Task& next) noexcept;
/// The event of the task will now happen.
void order_event(omp::Task& task) noexcept;

/// The current task has waited for its children; for its group.
void order_after_children(omp::Task& task) noexcept;
void order_after_group(const void* group) noexcept;
/// For all that its children have made, too: behind every task of the region that has ended, which is more.
void order_after_descendants(omp::Task& task) noexcept;

/// Of tasks, each is complete by the barrier that its team comes to next: such barriers have tokens by turns, since a
/// slow thread may leave one when tasks of the next have ended.
void order_before_barrier(const omp::Member& member) noexcept;
void order_after_barrier(const omp::Member& member) noexcept;

/// A seat is taken, or a region opened: tokens of those before are forgotten.
void renew_order(SeatState& seat) noexcept;
void renew_order(RegionState& region) noexcept;

/// The current task uses a copy that tasks of this thread share.
void order_by_thread(omp::Task& task, const void* copy) noexcept;

/// A doacross iteration of a loop of the region.
struct Iteration {
  const RegionState* region;
  const std::uint64_t* indices;
  std::uint32_t dimensions;
};
void post_order(const Iteration& iteration) noexcept;
void wait_order(const Iteration& iteration) noexcept;

}  // namespace heddle::ompt
