// Task: a piece of code that one worker runs once, to completion.
//
// Layout: the first line is written by the creator and read by whoever runs the task; the second holds what changes
// while the task lives. Behind them, in the same block, come a record per access and the copied arguments.
// Task memory is type-stable: a block that once held a Task holds Tasks for ever (memory/slab.hpp), so a thief may look
// at `parent` and `depth` of a task that somebody else has just taken (schedule/steal/README.md).
//
// Life (graph/README.md): created -> [waiting] -> ready -> running -> finished -> retired.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "graph/children.hpp"
#include "graph/dependences.hpp"
#include "graph/group.hpp"
#include "graph/record.hpp"

namespace heddle::graph {

/// Whoever runs tasks. The runtime's Worker derives from it; this floor only compares pointers.
struct AnyWorker {};

template <class P>
class Domain;

using Body = void (*)(void* argument);

/// Task::flags.
enum TaskFlag : std::uint16_t {
  k_final = 1 << 0,  // its children are final and undeferred (OpenMP 5.2 §12.5)
  k_untied = 1 << 1,
  k_implicit = 1 << 2,     // the implicit task of a team's member
  k_undeferred = 1 << 3,   // its creator waits for it and runs it itself
  k_detachable = 1 << 4,   // completes when its body has finished and its event is fulfilled
  k_in_group = 1 << 5,     // counted by the group that its parent had open
  k_discardable = 1 << 6,  // cancellation may skip its body
  k_mutex = 1 << 7,        // has mutexinoutset accesses: must hold their locks to run
  k_included = 1 << 8,     // runs at once on its creator's stack, where this Task lies, too (Spawner::run_included)
  k_kept = 1 << 9,         // its block is not used again: a handle to it may still come in
  k_separate = 1 << 10,    // records or arguments too large for the block lie apart (task_memory.hpp)
  k_join = 1 << 11,        // not a task of the program: stands for a set of tasks that all must finish
  k_wrapped = 1 << 12,     // its body is a front's; the program's own is the first word of the arguments
  k_run_if_cancelled = 1 << 13,  // its body is called also when the task is skipped, and asks (Runner::skipped)
  k_early = 1 << 15,             // begins before what its weak accesses wait for: the front lets it wait for nothing
  k_prefers = 1 << 14,  // had better run on the seat that `sequence` says (preferences.hpp, runtime/writers.hpp)
};

/// Task::event.
enum TaskEvent : std::uint8_t {
  k_may_run = 1 << 0,    // of an undeferred task: it waits for nobody, and its creator is told so
  k_body_over = 1 << 1,  // of a detachable task: its body is through
  k_happened = 1 << 2,   // of a detachable task: its event has happened
  k_held = 1 << 3,       // another order than its siblings' holds it back (held.hpp)
};

template <class P>
struct alignas(base::k_line_bytes) Task {
  // -- line 0: written at creation, then read only -------------------------------------------------------------------
  Body body;
  void* argument;
  typename P::template atomic<Task*> parent;         // atomic because thieves look at tasks that may be recycled
  Group<P>* group;                                   // innermost group that new children of this task belong to
  void* environment;                                 // the front's task-scoped settings (OpenMP: ICVs); inherited
  Record<P>* records;                                // one per access; null for a task without accesses
  typename P::template atomic<std::uint32_t> depth;  // number of ancestors
  std::int32_t priority;
  std::uint16_t flags;
  std::uint8_t size_class : 4;                      // of the memory block, see memory/slab.hpp
  std::uint8_t slots : 4;                           // for successors, in front of the arguments
  typename P::template atomic<std::uint8_t> event;  // of TaskEvent
  std::uint32_t sequence;                           // free for schedulers

  // -- line 1: changes while the task lives --------------------------------------------------------------------------
  alignas(base::k_line_bytes) Children<P> children;
  typename P::template atomic<const AnyWorker*> runner;  // who runs it; null before and after
  Domain<P>* domain;           // orders its children; made with the first one that has accesses
  Task* next;                  // link of whatever list the task is in
  void* home;                  // the slab that the block came from
  Dependences<P> dependences;  // only of a task with accesses

  Slots<P> successor_slots() const noexcept { return {static_cast<Task**>(argument), slots}; }

  bool has(TaskFlag flag) const noexcept { return (flags & flag) != 0; }

  /// What tells tasks of one kind from those of another: the program's code.
  Body code() const noexcept { return has(k_wrapped) ? *static_cast<const Body*>(argument) : body; }

  /// True when `ancestor` is among this task's ancestors. Bounded by depth, so safe on a block that was recycled
  /// meanwhile; the answer then is worthless and the caller's compare-and-swap fails.
  bool descends_from(const Task& ancestor) const noexcept {
    // order: relaxed — see above; the compare-and-swap that takes the task validates what was read.
    const std::uint32_t floor = ancestor.depth.load(std::memory_order_relaxed);
    const Task* task = this;
    // order: relaxed — as above.
    std::uint32_t steps = task->depth.load(std::memory_order_relaxed);
    for (; steps > floor && task != nullptr; --steps) task = task->parent.load(std::memory_order_relaxed);
    return task == &ancestor;
  }
};

}  // namespace heddle::graph
