// What ThreadSanitizer must be told so that it sees the order that OpenMP gives, and no more.
//
// It looks at the program's code, not at ours, so the engine's own synchronisation is unknown to it. Each function
// below says that what happened before a release is visible after an acquire of the same token. Tasks that run on one
// thread have that thread's order, too, so a race between two tasks is found only in a run in which two threads have
// them. Does nothing in a process without ThreadSanitizer.
#pragma once

#include "graph/access.hpp"
#include "ompt/states.hpp"

namespace heddle::ompt {

/// Whether ThreadSanitizer is in the process.
bool races_are_looked_for() noexcept;

void release(const void* token) noexcept;
void acquire(const void* token) noexcept;

/// A task has been made; from now on its creator's doings are visible to it.
void order_new_task(omp::Task& task, const omp::Task& parent, const graph::Access* accesses,
                    std::uint32_t count) noexcept;
/// On the thread that will run it; its body follows.
void order_start(omp::Task& task) noexcept;
/// Its body is over, or its event has happened: visible to who waits for it. On the thread on which that was.
void order_end(omp::Task& task) noexcept;
/// The task is complete, nobody asks for its order any more.
void forget_order(omp::Task& task) noexcept;

/// The current task has waited for its children; for its group; for its team.
void order_after_children(omp::Task& task) noexcept;
void order_before_barrier(const omp::Member& member) noexcept;
void order_after_barrier(const omp::Member& member) noexcept;

/// The current task uses a copy that tasks of this thread share.
void order_by_thread(omp::Task& task, const void* copy) noexcept;

}  // namespace heddle::ompt
