// How tasks come into the world. Included by spawner.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
inline void Spawner<P>::count_created(W& worker) noexcept {
  Member<P>& member = *worker.member;
  // order: relaxed — the queue that hands the task over publishes it; see all_finished().
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  if (member.created >= member.next_look) [[unlikely]]
    throttle(worker);
}

template <class P>
[[gnu::always_inline]] inline graph::Task<P>* Spawner<P>::make(W& worker, const Spawn& what,
                                                               std::size_t number_bytes) noexcept {
  Task& parent = Runner<P>::settle(worker);
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
[[gnu::always_inline]] inline void Spawner<P>::adopt(Task& parent, Task* task, const Spawn& what) noexcept {
  // order: relaxed (both) — published with the task.
  task->parent.store(&parent, std::memory_order_relaxed);
  task->depth.store(parent.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task->group = parent.group;
  task->environment = parent.environment;
  task->priority = what.priority;
  task->flags |= static_cast<std::uint16_t>(what.flags | (parent.flags & graph::k_final));
  Runner<P>::enrol(parent, *task);
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
[[gnu::noinline]] void Spawner<P>::run_now(W& worker, TaskKind& kind, void* data, std::uint16_t flags) noexcept {
  const InCreator shown(worker, kind.body());
  if (!kind.time_next_run()) [[likely]]
    return include(worker, kind.body(), data, flags);
  run_now_timed(worker, kind.body(), data, flags);
}

template <class P>
[[gnu::noinline]] void Spawner<P>::run_now_timed(W& worker, graph::Body body, void* data,
                                                 std::uint16_t flags) noexcept {
  const typename Granularity<P>::TimedRun timed(worker.granularity, body);
  run_included(worker, body, data, flags);
  timed.ran(worker.granularity);
}

// Three functions that end in each other, so that none saves a register before it is known that it needs it: a task
// that runs at once wants one across the call of its body, making a block wants six.
template <class P>
[[gnu::always_inline]] inline void Spawner<P>::spawn_plain(W& worker, graph::Body body, void* data, std::size_t bytes,
                                                           std::size_t alignment) noexcept {
  if (worker.member->team->size == 1) return spawn_alone(worker, body, data, bytes, alignment);
  spawn_in_team(worker, body, data, bytes, alignment);
}

// Nobody else would come for it.
template <class P>
[[gnu::noinline]] void Spawner<P>::spawn_alone(W& worker, graph::Body body, void* data, std::size_t bytes,
                                               std::size_t alignment) noexcept {
  if (worker.recorder != nullptr || !has_stack(worker)) [[unlikely]]
    return spawn_in_team(worker, body, data, bytes, alignment);
  worker.granularity.count();
  include(worker, body, data, 0);
}

template <class P>
[[gnu::noinline]] void Spawner<P>::spawn_in_team(W& worker, graph::Body body, void* data, std::size_t bytes,
                                                 std::size_t alignment) noexcept {
  if (worker.recorder != nullptr) [[unlikely]]
    return spawn(worker, {.body = body, .data = data, .bytes = bytes, .alignment = alignment});
  worker.granularity.count();
  if (worker.task->has(graph::k_final)) return run_included(worker, body, data, 0);
  TaskKind& kind = worker.granularity.kinds.of(body);
  if (runs_now(worker, kind, false)) return run_now(worker, kind, data, 0);
  const OffloadTimer gift(kind);
  Task* task = make(worker, {.body = body, .data = data, .bytes = bytes, .alignment = alignment}, 0);
  if (bytes != 0) std::memcpy(task->argument, data, bytes);  // without arguments there is nowhere to copy from
  count_created(worker);
  Runner<P>::enqueue(worker, *task);
  gift.given(worker.granularity);
}

// How a new task is to run.
template <class P>
[[gnu::always_inline]] inline auto Spawner<P>::choose(W& worker, const Spawn& what, TaskKind& kind) noexcept
    -> Creation {
  const Team<P>& team = *worker.member->team;
  Creation way;
  way.undeferred = what.undeferred || worker.task->has(graph::k_final);
  way.eventful = (what.flags & graph::k_detachable) != 0;
  way.forced = way.undeferred || (team.size == 1 && has_stack(worker));
  // The preference comes first: from the first one on it is known where data are written.
  way.now =
      way.forced || (((what.flags & graph::k_prefers) == 0 || !Runner<P>::prefers_another(worker, what.preference)) &&
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
[[gnu::always_inline]] inline bool Spawner<P>::run_at_once(W& worker, const Spawn& what, const Creation& way,
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
void Spawner<P>::spawn(W& worker, const Spawn& what, void** handle) noexcept {
  TaskKind& kind = worker.granularity.kinds.of(what.body);
  const Creation way = choose(worker, what, kind);
  const auto run_here = [&](TaskKind& known) {
    way.forced ? run_included(worker, what.body, what.data, what.flags) : run_now(worker, known, what.data, what.flags);
  };
  if (what.access_count != 0 && way.now && Runner<P>::knows_writers(worker)) [[unlikely]]
    Runner<P>::note_writes(worker, [&](const auto& note) {
      for (std::uint32_t at = 0; at < what.access_count; ++at) note(what.accesses[at].address, what.accesses[at].mode);
    });
  if (what.copy == nullptr && run_at_once(worker, what, way, run_here)) return;
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
    Runner<P>::mark_tasking(*worker.member);  // it may be all there is to wait for
  }
  if (worker.recorder != nullptr) [[unlikely]]
    what.copy == nullptr ? Notes<P>::note_created(worker, *task, what) : Notes<P>::note_copied(worker, *task);
  launch(worker, task, way.now);
  gift.given(worker.granularity);
}

// Counts a task that is complete, and sees to it that it runs.
template <class P>
[[gnu::always_inline]] inline void Spawner<P>::launch(W& worker, Task* task, bool now) noexcept {
  count_created(worker);
  if (task->records != nullptr) {
    submit(worker, task);
  } else if (now) {
    run_in_place(worker, task);
  } else {
    probe::task(worker.recorder, probe::Event::task_ready, *task);
    Runner<P>::enqueue(worker, *task);
  }
}

// Hands a task with accesses to the manager.
template <class P>
void Spawner<P>::submit(W& worker, Task* task) noexcept {
  Team<P>& team = *worker.member->team;
  const bool undeferred = task->has(graph::k_undeferred);
  Runner<P>::mark_tasking(*worker.member);  // also for the sake of the domain, which the region's end must close
  // A manager may link other tasks with this one, of outer parents, too: those must not lie on this worker's own work.
  if (typename Runner<P>::Sink sink(worker, Rest::own_work);
      team.manager->submit(*worker.task, *task, {worker.slab, sink, worker.member->seat, worker.recorder})) {
    probe::task(worker.recorder, probe::Event::task_ready, *task);
    const auto runs_at_once = [&] {
      return task->priority <= 0 ? runs_now(worker, worker.granularity.kinds.of(task->code()), true)
                                 : runs_urgent_now(worker);
    };
    const bool now =
        undeferred || (!task->has(graph::k_prefers) && ((team.size == 1 && has_stack(worker)) || runs_at_once()));
    return now ? run_in_place(worker, task) : Runner<P>::enqueue(worker, *task);
  }
  if (undeferred) Waits<P>::run_submitted(worker, task);
}

template <class P>
inline void Spawner<P>::run_included(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept {
  include(worker, body, data, flags);
}

template <class P>
[[gnu::always_inline]] inline void Spawner<P>::include(W& worker, graph::Body body, void* data,
                                                       std::uint16_t flags) noexcept {
  Task task;
  task.body = body;
  task.argument = data;
  task.flags = flags;
  begin_included(worker, task);
  if (!Runner<P>::discarded(worker, task.group) || (flags & graph::k_run_if_cancelled) != 0) [[likely]]
    body(data);
  end_included(worker, task);
}

// From here on, until end_included(), what the worker runs is this task. Its body, argument and flags are set.
template <class P>
[[gnu::always_inline]] inline void Spawner<P>::begin_included(W& worker, Task& task) noexcept {
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
[[gnu::always_inline]] inline void Spawner<P>::end_included(W& worker, Task& task) noexcept {
  // order: relaxed — this worker's own.
  Task* const outer = task.parent.load(std::memory_order_relaxed);
  worker.task = outer->has(graph::k_included) && outer->next != nullptr ? outer->next : outer;
  if (task.next != nullptr) [[unlikely]]
    Runner<P>::end(worker, task.next);
  if (--worker.in_place == 0 && worker.put_off) [[unlikely]]
    run_put_off(worker);
}

// The same for a task in a block.
template <class P>
inline void Spawner<P>::run_in_place(W& worker, Task* task) noexcept {
  ++worker.in_place;
  Runner<P>::run(worker, task);
  if (--worker.in_place == 0 && worker.put_off) [[unlikely]]
    run_put_off(worker);
}

// In a team of one, tasks that were queued because the stack was used up: now there is room, and nobody else will come.
template <class P>
[[gnu::cold, gnu::noinline]] void Spawner<P>::run_put_off(W& worker) noexcept {
  worker.put_off = false;
  while (Task* const task = Runner<P>::find_descendant(worker)) Runner<P>::run(worker, task);
  Runner<P>::flush(worker);
}

// A task with a priority and without accesses, event and copy function.
template <class P>
inline void Spawner<P>::spawn_urgent(W& worker, const Spawn& what) noexcept {
  const bool watched = worker.recorder != nullptr || worker.member->team->size == 1;
  if (what.priority <= 0 || watched || worker.task->has(graph::k_final)) return spawn(worker, what);
  if (!runs_urgent_now(worker)) return spawn(worker, what);
  worker.granularity.count();
  run_included(worker, what.body, what.data, 0);
}

// A copy function is the program's own: it may make tasks, wait for them, open regions. It runs as the beginning of the
// new task, as on libgomp: so what it makes are the task's children, and what it waits for is neither the task itself,
// which its parent has counted already, nor an elder sibling, which may wait for the creator.
template <class P>
[[gnu::noinline]] void Spawner<P>::copy_arguments(W& worker, Task& task, const Spawn& what) noexcept {
  if (worker.recorder != nullptr) [[unlikely]]
    Notes<P>::note_created(worker, task, what);
  Task* const creator = worker.task;
  worker.task = &task;
  // order: relaxed (both) — compared by others, with their own address only (report()); published with the task.
  task.runner.store(&worker, std::memory_order_relaxed);
  what.copy(task.argument, what.data);
  worker.task = creator;
  if (!task.children.none()) [[unlikely]]
    await_links(worker, task);
  // order: relaxed — as above.
  task.runner.store(nullptr, std::memory_order_relaxed);
}

// The children of one parent are linked in order because one worker makes them (dependence/async, /adaptive). Another
// may go on with it: what this one has left to be linked must be in place. That hangs on no task of the program.
template <class P>
[[gnu::cold, gnu::noinline]] void Spawner<P>::await_links(W& worker, Task& parent) noexcept {
  constexpr std::uint32_t k_patient_ns = 20'000;  // then the core is left to whoever links
  const Team<P>& team = *worker.member->team;
  const auto linked = [&] { return team.manager->may_skip(parent, nullptr, 0, worker.member->seat); };
  Backoff<P> backoff(k_patient_ns, team.size > team.processors, &worker.courtesy);
  while (!linked()) {
    if (Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) continue;
    if (!backoff.wait_a_little(linked)) P::yield();
  }
}

template <class P>
void Spawner<P>::wait_accesses(W& worker, const graph::Access* accesses, std::uint32_t count) noexcept {
  worker.granularity.pause();
  Team<P>& team = *worker.member->team;
  const bool noted = worker.recorder != nullptr;  // then there is something to say even of predecessors that are over
  if (!noted && team.manager->may_skip(*worker.task, accesses, count, worker.member->seat)) return;
  const Spawn what{.body = [](void*) {}, .accesses = accesses, .access_count = count, .flags = graph::k_undeferred};
  Task* task = make(worker, what, number_bytes(worker, false));
  if (worker.recorder != nullptr) [[unlikely]]
    Notes<P>::note_created(worker, *task, what);
  if (task->has(graph::k_mutex)) [[unlikely]] {
    task->flags &= static_cast<std::uint16_t>(~graph::k_mutex);
    graph::for_each_record(task->records, [](graph::Record<P>& record) {
      if (record.mode() == graph::Mode::mutexinoutset) record.set_mode(graph::Mode::out);
    });
  }
  count_created(worker);
  submit(worker, task);
}

}  // namespace heddle::runtime
