// Tasking: making tasks, running them, and what happens when one ends.
//
// Called only by the thread of the worker passed in. The order of steps at a task's end is the heart of it; it is
// explained in runtime/README.md, "The end of a task".
#pragma once

#include <cstring>
#include <utility>

#include "graph/held.hpp"
#include "graph/release.hpp"
#include "graph/task_memory.hpp"
#include "runtime/dispatcher.hpp"
#include "runtime/progress.hpp"
#include "runtime/runtime.hpp"
#include "runtime/team.hpp"
#include "runtime/wait.hpp"

namespace heddle::runtime {

/// What a front says of a new task.
struct Spawn {
  graph::Body body = nullptr;
  void* data = nullptr;                          // the arguments, to be copied
  void (*copy)(void* to, void* from) = nullptr;  // copies them; null: bytes
  std::size_t bytes = 0;
  std::size_t alignment = 1;  // a power of two
  const graph::Access* accesses = nullptr;
  std::uint32_t access_count = 0;
  std::int32_t priority = 0;
  std::uint16_t flags = 0;                      // k_final, k_untied, k_detachable, k_prefers
  bool undeferred = false;                      // the creator waits until it is done
  Preference preference = Preference::seat(0);  // counts with k_prefers
};

/// Room that a front asks for before it says what the task is.
struct Reserve {
  graph::Body body = nullptr;  // what the engine calls
  graph::Body code = nullptr;  // by which tasks of one kind are known
  std::size_t bytes = 0;
  std::size_t alignment = 1;  // a power of two
  bool eventful = false;      // it may become one that an event ends
};

template <class P>
struct Tasking {
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
  /// priority; it is never run here, nor is its maker held back. For doors whose tasks know no parents.
  static void spawn_rooted(W& worker, const Spawn& what) noexcept;

  /// Makes a task that another order than that of its siblings holds back (graph/held.hpp), a pointer to which is the
  /// first word of its arguments. It is never run here, nor is its maker held back. Of bytes, accesses and a priority.
  static Task& make_held(W& worker, const Spawn& what) noexcept;
  /// Hands its accesses to the manager of its siblings. @returns whether it waits for none of them
  static bool submit_held(W& worker, Task& task) noexcept;
  /// The task may run now. Any thread that has a worker. @param team  the task's
  static void let_go(W& worker, Task& task, Team<P>& team) noexcept;
  /// Waits until `done()`, and runs descendants of the current task meanwhile; `idle()` where there is none. Whoever
  /// makes it done calls wake_waiting().
  template <class Done, class Idle>
  static void wait_held(W& worker, const Done& done, const Idle& idle) noexcept;
  static void wake_waiting(W& worker) noexcept { wake_owner(worker); }

  /// Runs a body as a task of its own, at once, on the caller's data. Costs no memory block and no counter, as nobody
  /// can meet the task; if it turns out to make tasks that outlive it, it gets a block then (settle()).
  static void run_included(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept;

  /// Room for a task whose arguments the program itself fills in, before it says what the task is. The program's code
  /// is the first word of the arguments (k_wrapped). Becomes a task by spawn_reserved(), or runs between begin_ and
  /// end_reserved(), or is given up.
  static Task& reserve(W& worker, const Reserve& what) noexcept;
  /// Of `what`, all but the arguments and how to copy them counts; its body is the program's code.
  static void spawn_reserved(W& worker, Task& task, const Spawn& what) noexcept;
  static void give_up_reserved(W& worker, Task& task) noexcept;
  /// The caller runs the body between the two, at once. A task with an event ends with it (k_detachable), and orders
  /// its siblings by its accesses until then; other tasks have none.
  static void begin_reserved(W& worker, Task& task, const Spawn& what) noexcept;
  static void end_reserved(W& worker, Task& task) noexcept;
  /// The task's event may happen from now on.
  static void expose_reserved(W& worker, Task& task) noexcept;

  /// Whether the task, which is about to start, is to be skipped, because its group or region is cancelled.
  static bool skipped(const W& worker, const Task& task) noexcept;

  /// The current task, in a block of its own: others may now point to it.
  static Task& settle(W& worker) noexcept {
    if (worker.task->has(graph::k_included)) [[unlikely]]
      worker.task = settle_included(worker, worker.task);
    return *worker.task;
  }

  /// Runs a task that is ready, and the successors it makes ready, one after another.
  static void run(W& worker, Task* task) noexcept;

  /// Waits for the children of the current task.
  static void wait_children(W& worker) noexcept;
  /// The same for all its descendants.
  static void wait_subtrees(W& worker) noexcept {
    wait_subtrees(worker, [] {});
  }
  /// @param about_to_sleep  called before each sleep: nothing was found to run, and the worker lies in its bed already
  template <class Sleepy>
  static void wait_subtrees(W& worker, const Sleepy& about_to_sleep) noexcept;
  /// Waits for the predecessors that a task with these accesses would have. Nothing is held when that is over, so
  /// mutexinoutset is here what inout is: the creator goes on alone, as nobody else makes later siblings.
  static void wait_accesses(W& worker, const graph::Access* accesses, std::uint32_t count) noexcept;
  /// Runs one descendant of the current task, if one is ready.
  static void yield(W& worker) noexcept;

  static graph::Group<P>& open_group(W& worker) noexcept;
  /// Waits for the members of the innermost group and closes it.
  static void close_group(W& worker) noexcept {
    close_group(worker, [] {});
  }
  /// @param about_to_sleep  as above
  template <class Sleepy>
  static void close_group(W& worker, const Sleepy& about_to_sleep) noexcept;

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

  static Task* find_descendant(W& worker) noexcept {
    return worker.member->team->ready->take_descendant(worker.member->seat, *worker.task);
  }
  static Task* find_any(W& worker) noexcept { return worker.member->team->ready->take(worker.member->seat); }

  /// For the trace: the worker sits in a team of so many threads. @pre it has a recorder
  static void note_seated(W& worker, std::uint32_t threads) noexcept;
  /// For trace and watcher, @pre as above: the other moments of a region; see watcher.hpp.
  static void note_left(W& worker) noexcept;
  static void note_opens(W& master, Team<P>& team, std::uint32_t asked) noexcept;
  static void note_closes(W& master) noexcept;
  static void note_closed(W& master, Team<P>& team) noexcept;
  static void note_out_of_work(W& worker) noexcept;
  /// Whether a watcher wants to hear that again.
  static bool must_say_more(const W& worker) noexcept;
  /// Calls the code of the task that the worker runs.
  static void call_noted(W& worker, graph::Body body, void* argument) noexcept;

 private:
  friend class Dispatcher<P>;
  class Sink;
  using OffloadTimer = typename Granularity<P>::OffloadTimer;
  class InCreator;
  static constexpr std::uint32_t k_shallow = 64;  // ancestors; trees of tasks that are no chains are seldom deeper
  /// How a new task is to run (choose()).
  struct Creation {
    bool undeferred;  // its creator waits for it
    bool eventful;    // the end of its body is not its end
    bool forced;      // it must run at once
    bool now;         // it does
    bool free;        // it waits for nobody, and nobody can come to depend on it
  };

  static Task* make(W& worker, const Spawn& what, std::size_t number_bytes) noexcept;
  /// Room behind a task for what somebody who listens keeps of it, and for its team if an event ends it.
  static std::size_t number_bytes(const W& worker, bool eventful) noexcept {
    return worker.recorder != nullptr ? graph::k_mark_bytes : eventful ? graph::k_team_bytes : 0;
  }
  static void copy_arguments(W& worker, Task& task, const Spawn& what) noexcept;
  static void await_links(W& worker, Task& parent) noexcept;
  /// Who completes its event acts for this team.
  static void tell_team(const W& worker, Task& task) noexcept { graph::team_in_block(task) = worker.member->team; }
  static void adopt(Task& parent, Task* task, const Spawn& what) noexcept;
  static void launch(W& worker, Task* task, bool now) noexcept;
  static void begin_included(W& worker, Task& task) noexcept;
  static void end_included(W& worker, Task& task) noexcept;
  static bool has_room(const Task& task, std::uint32_t records) noexcept;
  static void make_records(Task& task, std::uint32_t count) noexcept;
  static void run_reserved(W& worker, TaskKind& kind, Task& task, std::uint16_t flags) noexcept;
  static void begin_as_block(W& worker, Task& task, const Spawn& what) noexcept;
  static void end_as_block(W& worker, Task& task) noexcept;
  static void submit_undeferred(W& worker, Task& task) noexcept;
  static void note_created(W& worker, Task& task, const Spawn& what) noexcept;
  static void note_copied(W& worker, Task& task) noexcept;
  static void note_started(W& worker, Task& task, Task& before) noexcept;
  static void note_ended(W& worker, Task& task, Task& next) noexcept;
  static void enrol(Task& parent, Task& child) noexcept;
  static Task* settle_included(W& worker, Task* task) noexcept;
  static Creation choose(W& worker, const Spawn& what, TaskKind& kind) noexcept;
  template <class Run>
  static bool run_unmade(W& worker, const Spawn& what, const Creation& way, const Run& run) noexcept;
  static auto site(const W& worker, bool dependent) noexcept;
  static bool runs_now(W& worker, TaskKind& kind, bool dependent) noexcept;
  static bool runs_urgent_now(W& worker) noexcept;
  static bool has_stack(const W& worker) noexcept;
  static void run_in_place(W& worker, Task* task) noexcept;
  static void run_put_off(W& worker) noexcept;
  static Task* end_held(W& worker, Task& task, Task* next) noexcept;
  static void run_now(W& worker, TaskKind& kind, void* data, std::uint16_t flags) noexcept;
  static void run_now_timed(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept;
  static bool catch_up(W& worker, const Spawn& what) noexcept;
  static Task* find_short(W& worker) noexcept;
  static void learn_from_others(W& worker) noexcept;
  static void call_body(W& worker, Task& task) noexcept;
  static void call_body_noted(W& worker, Task& task) noexcept;
  static void time_body(W& worker, Task& task) noexcept;
  static void watch_body(W& worker, Task& task) noexcept;
  static void run_timed(W& worker, Task& task) noexcept;
  static void run_watched(W& worker, Task& task) noexcept;
  static bool discarded(const W& worker, const graph::Group<P>* group) noexcept;
  static void submit(W& worker, Task* task) noexcept;
  static void run_submitted(W& worker, Task* task) noexcept;
  static void await_ready(W& worker, Task& task) noexcept;
  static void enqueue(W& worker, Task& task) noexcept;
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
  static void count_created(W& worker) noexcept;
  static void throttle(W& worker) noexcept;
  static void hold_back(W& worker, std::int64_t before) noexcept;
  static void doubt(W& worker) noexcept;
  static Task* run_one(W& worker, Task* task) noexcept;
  static bool leave_for_event(W& worker, Task& task) noexcept;
  static Task* end(W& worker, Task* task) noexcept;
  static void report(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure,
                     std::uint32_t tasks) noexcept;
  static void retire(W& worker, Task* task) noexcept;
  static void dispose(W& worker, Task* task) noexcept;
  static void tell(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure) noexcept;
  static void end_outside(W& worker, Team<P>& team, Task& task) noexcept;
  static void wait_for_children(W& worker) noexcept;
  template <class Sleepy>
  static void wait_for_members(W& worker, graph::Group<P>& group, const Sleepy& about_to_sleep) noexcept;
  template <class Done, class Sleepy>
  static void wait_for_reports(W& worker, graph::Children<P>& children, Awaited what,
                               const std::pair<Done, Sleepy>& parts) noexcept;
  static void wake_owner(W& owner) noexcept;
  static void mark_tasking(Member<P>& member) noexcept;
  static void mark_first_task(Member<P>& member) noexcept;
  static Task* next_part(W& worker, Task& whole, const Spawn& what) noexcept;
  static bool lies_above(const W& worker, const Task& whole) noexcept;
  static void move_up(W& worker, Task& task) noexcept;
  static bool may_lie_on_top(const W& worker) noexcept;
};

}  // namespace heddle::runtime

#include "runtime/tasking_preference_inline.hpp"
// The others use it.
#include "runtime/tasking_end_inline.hpp"
// The dispatcher uses the Sink, which is complete from here on.
#include "runtime/dispatcher_inline.hpp"
#include "runtime/tasking_choice_inline.hpp"
#include "runtime/tasking_copy_inline.hpp"
#include "runtime/tasking_held_inline.hpp"
#include "runtime/tasking_parts_inline.hpp"
#include "runtime/tasking_reserve_inline.hpp"
#include "runtime/tasking_spawn_inline.hpp"
#include "runtime/tasking_trace_inline.hpp"
#include "runtime/tasking_urgent_inline.hpp"
#include "runtime/tasking_wait_inline.hpp"
#include "runtime/tasking_window_inline.hpp"
