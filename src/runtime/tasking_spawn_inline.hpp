// How tasks come into the world. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
inline void Tasking<P>::count_created(W& worker) noexcept {
  Member<P>& member = *worker.member;
  // order: relaxed — the queue that hands the task over publishes it; see all_finished().
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  if (member.created >= member.next_look) [[unlikely]]
    throttle(worker);
}

// From now on the region's barriers look for tasks.
template <class P>
inline void Tasking<P>::mark_tasking(Member<P>& member) noexcept {
  // order: relaxed — only this region's members write this value; a stale look costs a store.
  if (member.team->tasking.load(std::memory_order_relaxed) == member.team->region) [[likely]]
    return;
  mark_first_task(member);
}

// The barriers that this member has passed are complete, but a slow member may not have noticed yet that it is free to
// leave, and once there are tasks it cannot judge for itself: it is told first.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::mark_first_task(Member<P>& member) noexcept {
  Team<P>& team = *member.team;
  // order: relaxed — nobody completes a further barrier while this member has not come to it.
  if (team.released.load(std::memory_order_relaxed) < member.barriers) {
    // order: release — pairs with the acquire in Barrier::complete().
    team.released.store(member.barriers, std::memory_order_release);
  }
  // order: release — pairs with the acquire load in Region::help_out(): who sees this region here sees the earlier ones
  // closed; and with Team::has_tasks(): who sees that there are tasks sees what was released before.
  team.tasking.store(team.region, std::memory_order_release);
  // order: fence seq_cst — the Dekker pair of prepare_to_park: a sleeper sees its barrier released, or is seen here.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) wake_everybody(team);
}

template <class P>
inline void Tasking<P>::enqueue(W& worker, Task& task) noexcept {
  Team<P>& team = *worker.member->team;
  mark_tasking(*worker.member);
  if (worker.in_place != 0 && team.size == 1) [[unlikely]]
    worker.put_off = true;
  if (task.has(graph::k_prefers) && put_where_preferred(team, task, worker.member->seat)) [[unlikely]]
    return;
  team.ready->put(task, worker.member->seat);
  wake_for_task(team, worker.member->seat);
}

// Counts a new child at its parent, and in the group that the parent has open.
template <class P>
inline void Tasking<P>::enrol(Task& parent, Task& child) noexcept {
  parent.children.created();
  if (parent.group == nullptr || parent.group->owner != &parent) return;
  child.flags |= graph::k_in_group;
  parent.group->members.created();
}

template <class P>
[[gnu::always_inline]] inline graph::Task<P>* Tasking<P>::make(W& worker, const Spawn& what,
                                                               std::size_t number_bytes) noexcept {
  Task& parent = settle(worker);
  Task* task = graph::allocate_task<P>(worker.slab, {.argument_bytes = what.bytes,
                                                     .argument_alignment = what.alignment,
                                                     .accesses = what.access_count,
                                                     .number_bytes = number_bytes,
                                                     .slots = what.access_count == 0 ? 0 : graph::k_most_slots});
  task->body = what.body;
  adopt(parent, task, what);
  return task;
}

// Makes a block a child of `parent`.
template <class P>
[[gnu::always_inline]] inline void Tasking<P>::adopt(Task& parent, Task* task, const Spawn& what) noexcept {
  // order: relaxed (both) — published with the task.
  task->parent.store(&parent, std::memory_order_relaxed);
  task->depth.store(parent.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task->group = parent.group;
  task->environment = parent.environment;
  task->priority = what.priority;
  task->flags |= static_cast<std::uint16_t>(what.flags | (parent.flags & graph::k_final));
  enrol(parent, *task);
  if ((what.flags & graph::k_prefers) != 0) [[unlikely]]
    task->sequence = what.preference.word();
  for (std::uint32_t index = 0; index < what.access_count; ++index) {
    task->records[index].set(*task, what.accesses[index]);
    if (what.accesses[index].mode == graph::Mode::mutexinoutset) [[unlikely]]
      task->flags |= graph::k_mutex;
  }
}

// Runs a task at once, and now and then sees how long it takes.
template <class P>
inline void Tasking<P>::run_now(W& worker, TaskKind& kind, void* data, std::uint16_t flags) noexcept {
  const InCreator shown(worker, kind.body());
  if (!kind.time_next_run()) [[likely]]
    return run_included(worker, kind.body(), data, flags);
  run_now_timed(worker, kind.body(), data, flags);
}

template <class P>
[[gnu::noinline]] void Tasking<P>::run_now_timed(W& worker, graph::Body body, void* data,
                                                 std::uint16_t flags) noexcept {
  const typename Granularity<P>::TimedRun timed(worker.granularity, body);
  run_included(worker, body, data, flags);
  timed.ran(worker.granularity);
}

template <class P>
[[gnu::always_inline]] inline void Tasking<P>::spawn_plain(W& worker, graph::Body body, void* data, std::size_t bytes,
                                                           std::size_t alignment) noexcept {
  if (worker.recorder != nullptr) [[unlikely]]
    return spawn(worker, {.body = body, .data = data, .bytes = bytes, .alignment = alignment});
  worker.granularity.count();
  if ((worker.member->team->size == 1 && has_stack(worker)) || worker.task->has(graph::k_final))
    return run_included(worker, body, data, 0);
  TaskKind& kind = worker.granularity.kinds.of(body);
  if (runs_now(worker, kind, false)) return run_now(worker, kind, data, 0);
  const OffloadTimer gift(kind);
  Task* task = make(worker, {.body = body, .data = data, .bytes = bytes, .alignment = alignment}, 0);
  if (bytes != 0) std::memcpy(task->argument, data, bytes);  // without arguments there is nowhere to copy from
  count_created(worker);
  enqueue(worker, *task);
  gift.given(worker.granularity);
}

// How a new task is to run.
template <class P>
[[gnu::always_inline]] inline auto Tasking<P>::choose(W& worker, const Spawn& what, TaskKind& kind) noexcept
    -> Creation {
  const Team<P>& team = *worker.member->team;
  Creation way;
  way.undeferred = what.undeferred || worker.task->has(graph::k_final);
  way.eventful = (what.flags & graph::k_detachable) != 0;
  way.forced = way.undeferred || (team.size == 1 && has_stack(worker));
  // The preference comes first: from the first one on it is known where data are written.
  way.now =
      way.forced || (((what.flags & graph::k_prefers) == 0 || !prefers_another(worker, what.preference)) &&
                     (what.priority <= 0 ? runs_now(worker, kind, what.access_count != 0) : runs_urgent_now(worker)));
  way.free = what.access_count == 0 ||
             (way.now && !way.eventful &&  // the end of its body is not its end
              team.manager->may_skip(*worker.task, what.accesses, what.access_count, worker.member->seat));
  worker.granularity.count();
  return way;
}

// Runs a task that nobody need meet at once, by `run(kind)`. @returns whether it has run.
template <class P>
template <class Run>
[[gnu::always_inline]] inline bool Tasking<P>::run_unmade(W& worker, const Spawn& what, const Creation& way,
                                                          const Run& run) noexcept {
  if (!way.now || way.eventful || worker.recorder != nullptr) return false;
  TaskKind& kind = worker.granularity.kinds.of(what.body);
  if (way.free) {
    run(kind);
    return true;
  }
  if (way.forced || !kind.is_short() || !catch_up(worker, what)) return false;
  run(worker.granularity.kinds.of(what.body));  // others may have taken the kind's place meanwhile
  return true;
}

template <class P>
void Tasking<P>::spawn(W& worker, const Spawn& what, void** handle) noexcept {
  TaskKind& kind = worker.granularity.kinds.of(what.body);
  const Creation way = choose(worker, what, kind);
  const auto run_here = [&](TaskKind& known) {
    way.forced ? run_included(worker, what.body, what.data, what.flags) : run_now(worker, known, what.data, what.flags);
  };
  if (what.access_count != 0 && way.now && knows_writers(worker)) [[unlikely]]
    note_writes(worker, [&](const auto& note) {
      for (std::uint32_t at = 0; at < what.access_count; ++at) note(what.accesses[at].address, what.accesses[at].mode);
    });
  if (what.copy == nullptr && run_unmade(worker, what, way, run_here)) return;
  const OffloadTimer gift(kind);
  Spawn request = what;
  if (way.now && way.free) request.access_count = 0;
  if (worker.recorder != nullptr && what.bytes != 0) [[unlikely]]
    request.alignment = worker.recorder->argument_alignment(what.alignment);
  Task* task = make(worker, request, number_bytes(worker, way.eventful));
  if (what.copy == nullptr && what.bytes != 0) std::memcpy(task->argument, what.data, what.bytes);
  if (way.undeferred) task->flags |= graph::k_undeferred;
  if (what.copy != nullptr) copy_arguments(worker, *task, what);
  if (way.eventful) tell_team(worker, *task);
  if (handle != nullptr) {
    *handle = task;
    std::memcpy(task->argument, handle, sizeof(*handle));
    mark_tasking(*worker.member);  // it may be all there is to wait for
  }
  if (worker.recorder != nullptr) [[unlikely]]
    what.copy == nullptr ? note_created(worker, *task, what) : note_copied(worker, *task);
  launch(worker, task, way.now);
  gift.given(worker.granularity);
}

// Counts a task that is complete, and sees to it that it runs.
template <class P>
[[gnu::always_inline]] inline void Tasking<P>::launch(W& worker, Task* task, bool now) noexcept {
  count_created(worker);
  if (task->records != nullptr) {
    submit(worker, task);
  } else if (now) {
    run_in_place(worker, task);
  } else {
    probe::task(worker.recorder, probe::Event::task_ready, *task);
    enqueue(worker, *task);
  }
}

// Hands a task with accesses to the manager.
template <class P>
void Tasking<P>::submit(W& worker, Task* task) noexcept {
  Team<P>& team = *worker.member->team;
  const bool undeferred = task->has(graph::k_undeferred);
  mark_tasking(*worker.member);  // also for the sake of the domain, which the region's end must close
  // A manager may link other tasks with this one, of outer parents, too: those must not lie on this worker's own work.
  if (Sink sink(worker, Rest::own_work);
      team.manager->submit(*worker.task, *task, {worker.slab, sink, worker.member->seat, worker.recorder})) {
    probe::task(worker.recorder, probe::Event::task_ready, *task);
    const auto runs_at_once = [&] {
      return task->priority <= 0 ? runs_now(worker, worker.granularity.kinds.of(task->code()), true)
                                 : runs_urgent_now(worker);
    };
    const bool now =
        undeferred || (!task->has(graph::k_prefers) && ((team.size == 1 && has_stack(worker)) || runs_at_once()));
    return now ? run_in_place(worker, task) : enqueue(worker, *task);
  }
  if (undeferred) run_submitted(worker, task);
}

template <class P>
inline void Tasking<P>::run_included(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept {
  Task task;
  task.body = body;
  task.argument = data;
  task.flags = flags;
  begin_included(worker, task);
  if (!discarded(worker, task.group) || (flags & graph::k_run_if_cancelled) != 0) [[likely]]
    body(data);
  end_included(worker, task);
}

// From here on, until end_included(), what the worker runs is this task. Its body, argument and flags are set.
template <class P>
[[gnu::always_inline]] inline void Tasking<P>::begin_included(W& worker, Task& task) noexcept {
  Task* const outer = worker.task;
  // order: relaxed (all) — nobody else meets the task; if it is settled, its block is published with its children.
  task.parent.store(outer, std::memory_order_relaxed);
  task.depth.store(outer->depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task.group = outer->group;
  task.environment = outer->environment;
  task.flags |= static_cast<std::uint16_t>(graph::k_included | (outer->flags & graph::k_final));
  task.domain = nullptr;
  task.next = nullptr;  // its block, once it has one
  worker.task = &task;
  ++worker.in_place;
}

template <class P>
[[gnu::always_inline]] inline void Tasking<P>::end_included(W& worker, Task& task) noexcept {
  // order: relaxed — this worker's own.
  Task* const outer = task.parent.load(std::memory_order_relaxed);
  worker.task = outer->has(graph::k_included) && outer->next != nullptr ? outer->next : outer;
  if (task.next != nullptr) [[unlikely]]
    end(worker, task.next);
  if (--worker.in_place == 0 && worker.put_off) [[unlikely]]
    run_put_off(worker);
}

// The same for a task in a block.
template <class P>
inline void Tasking<P>::run_in_place(W& worker, Task* task) noexcept {
  ++worker.in_place;
  run(worker, task);
  if (--worker.in_place == 0 && worker.put_off) [[unlikely]]
    run_put_off(worker);
}

// In a team of one, tasks that were queued because the stack was used up: now there is room, and nobody else will come.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::run_put_off(W& worker) noexcept {
  worker.put_off = false;
  while (Task* const task = find_descendant(worker)) run(worker, task);
  flush(worker);
}

// An included task is about to be pointed to by a task, group or region that may outlive it: moves it to a block, and
// so its included ancestors.
template <class P>
[[gnu::cold, gnu::noinline]] graph::Task<P>* Tasking<P>::settle_included(W& worker, Task* task) noexcept {
  if (!task->has(graph::k_included)) return task;
  if (task->next != nullptr) return task->next;
  // order: relaxed — this worker's own.
  Task* const parent = settle_included(worker, task->parent.load(std::memory_order_relaxed));
  Task* const block = graph::allocate_task<P>(worker.slab, {});
  block->argument = task->argument;
  // order: relaxed (all) — published with the first child.
  block->parent.store(parent, std::memory_order_relaxed);
  block->depth.store(task->depth.load(std::memory_order_relaxed), std::memory_order_relaxed);
  block->runner.store(&worker, std::memory_order_relaxed);
  block->group = task->group;
  block->environment = task->environment;
  block->priority = 0;
  block->flags = static_cast<std::uint16_t>(task->flags & ~(graph::k_included | graph::k_separate));
  enrol(*parent, *block);
  Member<P>& member = *worker.member;
  // order: relaxed — see count_created().
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  task->next = block;
  return block;
}

}  // namespace heddle::runtime
