// Runner: running tasks, what happens when one ends, and where those go that get ready.
//
// Called only by the thread of the worker passed in. The order of steps at a task's end is the heart of it; it is
// explained in runtime/README.md, "The end of a task".
#pragma once

#include <utility>

#include "graph/held.hpp"
#include "graph/release.hpp"
#include "graph/task_memory.hpp"
#include "runtime/dispatcher.hpp"
#include "runtime/notes.hpp"
#include "runtime/runtime.hpp"
#include "runtime/sleepers.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
struct Spawner;
template <class P>
struct Waits;

template <class P>
struct Runner {
  using Task = graph::Task<P>;
  using W = Worker<P>;

  /// Runs a task that is ready, and the successors it makes ready, one after another.
  static void run(W& worker, Task* task) noexcept;

  static Task* find_descendant(W& worker) noexcept {
    return worker.member->team->ready->take_descendant(worker.member->seat, *worker.task);
  }
  /// The same before it lies down: also what is hidden below others' tasks.
  static Task* uncover_descendant(W& worker) noexcept;
  static Task* find_any(W& worker) noexcept { return worker.member->team->ready->take(worker.member->seat); }

  /// Whether the task, which is about to start, is to be skipped, because its group or region is cancelled.
  static bool skipped(const W& worker, const Task& task) noexcept;

  /// The current task, in a block of its own: others may now point to it.
  static Task& settle(W& worker) noexcept {
    if (worker.task->has(graph::k_included)) [[unlikely]]
      worker.task = settle_included(worker, worker.task);
    return *worker.task;
  }

  /// The task, which was held back, may run now. Any thread that has a worker. @param team  the task's
  static void let_go(W& worker, Task& task, Team<P>& team) noexcept;

  /// Something outside says that a detachable task's event has happened. Any thread that has a worker.
  static void fulfill(W& worker, Task& task) noexcept;

  /// Tells parents and the team what has been finished since the last time.
  static void flush(W& worker) noexcept;

  /// Ends the domain of a parent whose children have all retired.
  static void forget_children(W& worker, Task& parent) noexcept;

  /// Whether no task of the team is outstanding. Called when every member has stopped creating; after flush().
  static bool all_finished(Team<P>& team) noexcept;

  /// Tasks of the team that have not finished, or are kept in memory until an idle job has run; an estimate.
  static std::int64_t pending(const Team<P>& team) noexcept;

 private:
  friend class Dispatcher<P>;
  friend struct Spawner<P>;
  friend struct Waits<P>;
  class Sink;
  static constexpr std::uint32_t k_shallow = 64;  // ancestors; trees of tasks that are no chains are seldom deeper

  // -- running
  static Task* run_one(W& worker, Task* task) noexcept;
  static void call_body(W& worker, Task& task) noexcept;
  static void call_body_noted(W& worker, Task& task) noexcept;
  static void time_body(W& worker, Task& task) noexcept;
  static void watch_body(W& worker, Task& task) noexcept;
  static void run_timed(W& worker, Task& task) noexcept;
  static void run_watched(W& worker, Task& task) noexcept;
  static bool discarded(const W& worker, const graph::Group<P>* group) noexcept;
  static Task* settle_included(W& worker, Task* task) noexcept;
  static void enrol(Task& parent, Task& child) noexcept;
  static void move_up(W& worker, Task& task) noexcept;

  // -- the end of a task
  static bool leave_for_event(W& worker, Task& task) noexcept;
  static Task* end(W& worker, Task* task) noexcept;
  static Task* end_held(W& worker, Task& task, Task* next) noexcept;
  static void end_outside(W& worker, Team<P>& team, Task& task) noexcept;
  static void report(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure,
                     std::uint32_t tasks) noexcept;
  static void tell(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure) noexcept;
  static void retire(W& worker, Task* task) noexcept;
  static void dispose(W& worker, Task* task) noexcept;
  static void wake_owner(W& owner) noexcept;

  // -- where ready tasks go
  static void enqueue(W& worker, Task& task) noexcept;
  static void mark_tasking(Member<P>& member) noexcept;
  static void mark_first_task(Member<P>& member) noexcept;
  static Seat preferred(const Team<P>& team, Preference preference) noexcept;
  static bool prefers_another(W& worker, Preference preference) noexcept;
  static bool put_where_preferred(Team<P>& team, Task& task, Seat from) noexcept;
  static bool put_into_group(Team<P>& team, Task& task, Seat from) noexcept;
  static bool in_own_group(const W& worker, const Task& task) noexcept;
  /// Whether somebody has asked where data were written.
  static bool knows_writers(const W& worker) noexcept {
    // order: relaxed — a hint.
    return worker.member->team->writers.load(std::memory_order_relaxed) != nullptr;
  }
  template <class Accesses>
  static void note_writes(W& worker, const Accesses& accesses) noexcept;
};

}  // namespace heddle::runtime

#include "runtime/runner_queues_inline.hpp"
// The sink uses them, and all others the sink.
#include "runtime/runner_sink_inline.hpp"
// Further parts, and those of the dispatcher.
#include "runtime/dispatcher_inline.hpp"
#include "runtime/runner_family_inline.hpp"
#include "runtime/runner_inline.hpp"
