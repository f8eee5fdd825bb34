// Spawner: making tasks, and seeing to it that they run. Called only by the thread of the worker passed in.
//
// Which tasks run inside their creators, and what holds a producer back, is explained in runtime/README.md, "Spawning".
#pragma once

#include <cstring>

#include "graph/task_memory.hpp"
#include "runtime/progress.hpp"
#include "runtime/runner.hpp"
#include "runtime/spawn.hpp"
#include "runtime/waits.hpp"

namespace heddle::runtime {

template <class P>
struct Spawner {
  using Task = graph::Task<P>;
  using W = Worker<P>;

  /// Makes a task and sees to it that it runs: later, or now when that is better or asked for.
  /// With k_detachable, `*handle` and the first word of the copied arguments get the task before its body can run.
  static void spawn(W& worker, const Spawn& what, void** handle = nullptr) noexcept;

  /// The common case: no accesses, no priority, no event, bytes to copy.
  static void spawn_plain(W& worker, graph::Body body, void* data, std::size_t bytes, std::size_t alignment) noexcept;

  /// The same with a priority.
  static void spawn_urgent(W& worker, const Spawn& what) noexcept;

  /// Something that runs in parts, one after the other, each a task, goes on where the current task ends: the next part
  /// is a task of `whole`, however many there were before. Of bytes, without accesses, priority or event.
  /// @param whole  of the worker's team; its children are not all over before the current task is, or its event happens
  static void spawn_part(W& worker, Task& whole, const Spawn& what) noexcept;
  /// The same, where nobody has a whole: the next part is a sibling of the current task, and in its group.
  static void spawn_beside(W& worker, const Spawn& what) noexcept;

  /// A task of the worker's seat, whoever makes it: it counts at the seat's implicit task, so neither its maker nor
  /// what has made that one is kept for its sake, and nobody waits for it but the end of the region. Of bytes and a
  /// priority; without bytes its body gets `data` itself. It is never run here, nor is its maker held back. For doors
  /// whose tasks know no parents.
  static void spawn_rooted(W& worker, const Spawn& what) noexcept;

  /// Makes a task that another order than that of its siblings holds back (graph/held.hpp), a pointer to which is the
  /// first word of its arguments. It is never run here, nor is its maker held back. Of bytes, accesses and a priority.
  static Task& make_held(W& worker, const Spawn& what) noexcept;
  /// Hands its accesses to the manager of its siblings. @returns whether it waits for none of them
  static bool submit_held(W& worker, Task& task) noexcept;

  /// Runs a body as a task of its own, at once, on the caller's data. Costs no memory block and no counter, as nobody
  /// can meet the task; if it turns out to make tasks that outlive it, it gets a block then (settle()).
  static void run_included(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept;

  /// Room for a task whose arguments the program itself fills in, before it says what the task is. The program's code
  /// is the first word of the arguments (k_wrapped). Becomes a task by spawn_reserved(), or runs between begin_ and
  /// end_reserved(), or is given up.
  static Task& reserve(W& worker, const Reserve& what) noexcept;
  /// Of `what`, all but the arguments and how to copy them counts; its body is the program's code.
  static void spawn_reserved(W& worker, Task& task, const Spawn& what) noexcept;
  /// The same where nothing is to be said of it but its code.
  static void spawn_reserved_plain(W& worker, Task& task, graph::Body code) noexcept;
  static void give_up_reserved(W& worker, Task& task) noexcept;
  /// The caller runs the body between the two, at once. A task with an event ends with it (k_detachable), and orders
  /// its siblings by its accesses until then; other tasks have none.
  static void begin_reserved(W& worker, Task& task, const Spawn& what) noexcept;
  static void end_reserved(W& worker, Task& task) noexcept;
  /// The task's event may happen from now on.
  static void expose_reserved(W& worker, Task& task) noexcept;

  /// Waits for the predecessors that a task with these accesses would have. Nothing is held when that is over, so
  /// mutexinoutset is here what inout is: the creator goes on alone, as nobody else makes later siblings.
  static void wait_accesses(W& worker, const graph::Access* accesses, std::uint32_t count) noexcept;

 private:
  using OffloadTimer = typename Granularity<P>::OffloadTimer;
  class InCreator;
  /// How a new task is to run (choose()).
  struct Creation {
    bool undeferred;  // its creator waits for it
    bool eventful;    // the end of its body is not its end
    bool forced;      // it must run at once
    bool now;         // it does
    bool free;        // it waits for nobody, and nobody can come to depend on it
  };

  // -- making
  static void spawn_alone(W& worker, graph::Body body, void* data, std::size_t bytes, std::size_t alignment) noexcept;
  static void spawn_in_team(W& worker, graph::Body body, void* data, std::size_t bytes, std::size_t alignment) noexcept;
  static Task* make(W& worker, const Spawn& what, std::size_t number_bytes) noexcept;
  /// Room behind a task for what somebody who listens keeps of it, and for its team if an event ends it.
  static std::size_t number_bytes(const W& worker, bool eventful) noexcept {
    return worker.recorder != nullptr ? graph::k_mark_bytes : eventful ? graph::k_team_bytes : 0;
  }
  static void adopt(Task& parent, Task* task, const Spawn& what) noexcept;
  static void copy_arguments(W& worker, Task& task, const Spawn& what) noexcept;
  static void await_links(W& worker, Task& parent) noexcept;
  /// Who completes its event acts for this team.
  static void tell_team(const W& worker, Task& task) noexcept { graph::team_in_block(task) = worker.member->team; }
  static bool has_room(const Task& task, std::uint32_t records) noexcept;
  static void make_records(Task& task, std::uint32_t count) noexcept;
  static Task* next_part(W& worker, Task& whole, const Spawn& what) noexcept;
  static bool lies_above(const W& worker, const Task& whole) noexcept;
  static bool may_lie_on_top(const W& worker) noexcept;

  // -- choosing whether it runs at once
  static Creation choose(W& worker, const Spawn& what, TaskKind& kind) noexcept;
  static auto site(const W& worker, bool dependent) noexcept;
  static bool runs_now(W& worker, TaskKind& kind, bool dependent) noexcept;
  static bool runs_urgent_now(W& worker) noexcept;
  static bool has_stack(const W& worker) noexcept;
  static bool catch_up(W& worker, const Spawn& what) noexcept;
  static Task* find_short(W& worker) noexcept;
  static void learn_from_others(W& worker) noexcept;

  // -- running it at once
  template <class Run>
  static bool run_at_once(W& worker, const Spawn& what, const Creation& way, const Run& run) noexcept;
  static void run_in_place(W& worker, Task* task) noexcept;
  static void run_put_off(W& worker) noexcept;
  static void run_now(W& worker, TaskKind& kind, void* data, std::uint16_t flags) noexcept;
  static void run_now_timed(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept;
  static void run_reserved(W& worker, TaskKind& kind, Task& task, std::uint16_t flags) noexcept;
  static void include_reserved(W& worker, Task& task, std::uint16_t flags) noexcept;
  static void spawn_reserved_alone(W& worker, Task& task, graph::Body code) noexcept;
  static void include(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept;
  static void begin_included(W& worker, Task& task) noexcept;
  static void end_included(W& worker, Task& task) noexcept;
  static void begin_as_block(W& worker, Task& task, const Spawn& what) noexcept;
  static void end_as_block(W& worker, Task& task) noexcept;

  // -- handing it over
  static void launch(W& worker, Task* task, bool now) noexcept;
  static void submit(W& worker, Task* task) noexcept;
  static void submit_undeferred(W& worker, Task& task) noexcept;
  static void count_created(W& worker) noexcept;
  static void throttle(W& worker) noexcept;
  static void hold_back(W& worker, std::int64_t before) noexcept;
  static void run_held(W& worker, Task* task) noexcept;
  static void doubt(W& worker) noexcept;
};

}  // namespace heddle::runtime

#include "runtime/spawner_choice_inline.hpp"
#include "runtime/spawner_held_inline.hpp"
#include "runtime/spawner_inline.hpp"
#include "runtime/spawner_parts_inline.hpp"
#include "runtime/spawner_reserve_inline.hpp"
#include "runtime/spawner_window_inline.hpp"
