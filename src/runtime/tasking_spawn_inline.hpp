// How tasks come into the world. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
inline void Tasking<P>::count_created(W& worker) noexcept {
  Member<P>& member = *worker.member;
  // order: relaxed — the queue that hands the task over publishes it; see all_finished().
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  if ((member.created & 63) == 0) [[unlikely]] throttle(worker);  // every 64th: the sum below costs a line a member
}

// From now on the region's barriers look for tasks.
template <class P>
inline void Tasking<P>::mark_tasking(Member<P>& member) noexcept {
  // order: relaxed — only this region's members write this value; a stale look costs a store.
  if (member.team->tasking.load(std::memory_order_relaxed) == member.team->region) [[likely]] return;
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
  // closed; and with Barrier::tasking(): who sees that there are tasks sees what was released before.
  team.tasking.store(team.region, std::memory_order_release);
  // order: fence seq_cst — the Dekker pair of lie_down: a sleeper sees its barrier released, or is seen here.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) wake_everybody(team);
}

template <class P>
inline void Tasking<P>::enqueue(W& worker, Task& task) noexcept {
  Team<P>& team = *worker.member->team;
  mark_tasking(*worker.member);
  team.scheduler->put(task, worker.member->seat);
  wake_for_task(team, worker.member->seat);
}

template <class P>
inline graph::Task<P>* Tasking<P>::make(W& worker, const Spawn& what) noexcept {
  Task& parent = *worker.task;
  Task* task = graph::allocate_task<P>(
      worker.slab,
      {.argument_bytes = what.bytes, .argument_alignment = what.alignment, .accesses = what.access_count});
  task->body = what.body;
  // order: relaxed (both) — published with the task.
  task->parent.store(&parent, std::memory_order_relaxed);
  task->depth.store(parent.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task->group = parent.group;
  task->environment = parent.environment;
  task->priority = what.priority;
  task->flags = static_cast<std::uint16_t>(what.flags | (parent.flags & graph::k_final));
  parent.children.created();
  if (parent.group != nullptr && parent.group->owner == &parent) {
    task->flags |= graph::k_in_group;
    parent.group->members.created();
  }
  for (std::uint32_t index = 0; index < what.access_count; ++index) {
    graph::Record<P>& record = task->dependences->records()[index];
    record.address = what.accesses[index].address;
    record.mode = what.accesses[index].mode;
    record.incoming.successor = task;
  }
  return task;
}

template <class P>
inline void Tasking<P>::spawn_plain(W& worker, graph::Body body, void* data, std::size_t bytes,
                                    std::size_t alignment) noexcept {
  const Member<P>& member = *worker.member;
  const Team<P>& team = *member.team;
  // One thread, a final parent, or enough in store for the thieves: no use in queueing.
  if (team.size == 1 || worker.task->has(graph::k_final) ||
      team.scheduler->backlog(member.seat) >= worker.runtime->settings().backlog) {
    return run_now(worker, body, data, 0);
  }
  Task* task = make(worker, {.body = body, .data = data, .bytes = bytes, .alignment = alignment});
  std::memcpy(task->argument, data, bytes);
  count_created(worker);
  enqueue(worker, *task);
}

template <class P>
void Tasking<P>::spawn(W& worker, const Spawn& what, void** handle) noexcept {
  const Member<P>& member = *worker.member;
  const bool final = ((what.flags | worker.task->flags) & graph::k_final) != 0;
  const bool eventful = (what.flags & graph::k_detachable) != 0;
  const bool now = what.undeferred || final || member.team->size == 1 ||
                   (what.priority <= 0 && member.team->scheduler->backlog(member.seat) >= worker.runtime->settings().backlog);
  const bool free = what.access_count == 0 ||
                    (now && !eventful &&  // the end of its body is not its end
                     member.team->manager->may_skip(*worker.task, what.accesses, what.access_count));
  if (now && free && !eventful && what.copy == nullptr) return run_now(worker, what.body, what.data, what.flags);

  Spawn request = what;
  if (now && free) request.access_count = 0;
  Task* task = make(worker, request);
  if (what.copy != nullptr) {
    what.copy(task->argument, what.data);
  } else {
    std::memcpy(task->argument, what.data, what.bytes);
  }
  if (handle != nullptr) {
    *handle = task;
    std::memcpy(task->argument, handle, sizeof(*handle));
    mark_tasking(*worker.member);  // it may be all there is to wait for
  }
  count_created(worker);
  if (what.undeferred || final) task->flags |= graph::k_undeferred;
  if (task->dependences != nullptr) return submit(worker, task);
  if (now) return run(worker, task);
  enqueue(worker, *task);
}

// Hands a task with accesses to the manager.
template <class P>
void Tasking<P>::submit(W& worker, Task* task) noexcept {
  Team<P>& team = *worker.member->team;
  const bool undeferred = task->has(graph::k_undeferred);
  mark_tasking(*worker.member);  // also for the sake of the domain, which the region's end must close
  if (Sink sink(worker); team.manager->submit(*worker.task, *task, {worker.slab, sink})) {
    const bool now = undeferred || team.size == 1 ||
                     team.scheduler->backlog(worker.member->seat) >= worker.runtime->settings().backlog;
    if (now && task->priority <= 0) return run(worker, task);
    if (undeferred) return run(worker, task);
    return enqueue(worker, *task);
  }
  if (undeferred) run_submitted(worker, task);
}

template <class P>
inline void Tasking<P>::run_now(W& worker, graph::Body body, void* data, std::uint16_t flags) noexcept {
  Task* task = make(worker, {.body = body, .data = data, .flags = flags});
  task->argument = data;
  count_created(worker);
  run(worker, task);
}

// Too many tasks are pending: the producer runs some itself, until enough are gone or none is to be had.
template <class P>
[[gnu::noinline]] void Tasking<P>::throttle(W& worker) noexcept {
  worker.task->children.fold();
  if (graph::Group<P>* group = worker.task->group; group != nullptr && group->owner == worker.task) group->members.fold();
  Team<P>& team = *worker.member->team;
  const auto pending = [&team] {
    // order: relaxed — an estimate.
    std::uint64_t sum = 0 - team.finished_outside.load(std::memory_order_relaxed);
    for (Seat seat = 0; seat < team.seats; ++seat) {
      // order: relaxed (both) — an estimate.
      sum += team.members[seat].created_shown.load(std::memory_order_relaxed);
      sum -= team.members[seat].finished_shown.load(std::memory_order_relaxed);
    }
    return static_cast<std::int64_t>(sum);
  };
  if (pending() <= std::int64_t{worker.runtime->settings().window}) return;
  const std::int64_t enough = worker.runtime->settings().window - worker.runtime->settings().window / 4;
  for (int ran = 0; ran % 16 != 0 || pending() > enough; ++ran) {
    Task* task = find_descendant(worker);
    if (task == nullptr) break;
    run(worker, task);
  }
  flush(worker);
}

}  // namespace heddle::runtime
