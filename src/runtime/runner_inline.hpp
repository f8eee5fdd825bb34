// How tasks run and end. Included by runner.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
inline void Runner<P>::run(W& worker, Task* task) noexcept {
  do {
    task = run_one(worker, task);
  } while (task != nullptr);
}

// Whether a task that has not started yet is skipped, because its group or its region was cancelled.
template <class P>
inline bool Runner<P>::discarded(const W& worker, const graph::Group<P>* group) noexcept {
  // order: relaxed — cancelling is a request; who does not see it yet runs the task.
  if (!worker.member->team->cancellable.load(std::memory_order_relaxed)) [[likely]]
    return false;
  // order: acquire — pairs with the store that cancels.
  return worker.member->team->cancelled.load(std::memory_order_acquire) || (group != nullptr && group->is_cancelled());
}

template <class P>
bool Runner<P>::skipped(const W& worker, const Task& task) noexcept {
  return discarded(worker, task.group);
}

// Runs a body and shows the team's producers how long it took.
template <class P>
[[gnu::always_inline]] inline void Runner<P>::time_body(W& worker, Task& task) noexcept {
  constexpr std::uint32_t k_between = 64;  // two looks at the clock in 64 tasks: 1 ns each
  const graph::Body body = task.code();
  const std::uint64_t spawns = worker.granularity.made();
  const std::uint64_t start = P::now_ns();
  task.body(task.argument);
  const bool parent = worker.granularity.made() != spawns;
  const std::uint64_t sample = parent ? Sample::pack_parent(body) : Sample::pack(body, P::now_ns() - start);
  // order: relaxed — a hint, whole in itself.
  worker.member->sample.store(sample, std::memory_order_relaxed);
  worker.until_sample = k_between;
}

template <class P>
[[gnu::noinline]] void Runner<P>::run_timed(W& worker, Task& task) noexcept {
  time_body(worker, task);
}

template <class P>
[[gnu::always_inline]] inline void Runner<P>::call_body(W& worker, Task& task) noexcept {
  if (--worker.until_sample != 0) [[likely]] {
    // order: relaxed (both) — a hint; the parent of a task that runs is there.
    if (task.parent.load(std::memory_order_relaxed)->runner.load(std::memory_order_relaxed) == &worker) {
      task.body(task.argument);
    } else {
      run_watched(worker, task);
    }
  } else {
    run_timed(worker, task);
  }
}

// Another worker's task: it is told of each that takes long, for one in a thousand may.
template <class P>
[[gnu::always_inline]] inline void Runner<P>::watch_body(W& worker, Task& task) noexcept {
  const graph::Body body = task.code();
  const std::uint64_t start = P::rough_ns();
  task.body(task.argument);
  const std::uint64_t ns = P::rough_ns() - start;
  if (ns < TaskKind::k_long_ns) [[likely]]
    return;
  // order: relaxed — a hint, whole in itself.
  worker.member->long_sample.store(Sample::pack(body, ns), std::memory_order_relaxed);
}

template <class P>
inline void Runner<P>::run_watched(W& worker, Task& task) noexcept {
  watch_body(worker, task);
}

// Runs one body. @returns a successor to run next, or null.
template <class P>
inline graph::Task<P>* Runner<P>::run_one(W& worker, Task* task) noexcept {
  // order: relaxed — set before the task was queued.
  if (task->depth.load(std::memory_order_relaxed) > k_shallow) [[unlikely]]
    move_up(worker, *task);
  // Reports wait only as long as they can do no harm: whoever waits for them waits for this task as well.
  // order: relaxed — set before the task was queued.
  Task* const parent = task->parent.load(std::memory_order_relaxed);
  graph::Group<P>* const group = task->has(graph::k_in_group) ? task->group : nullptr;
  if (worker.reports.count != 0 && (worker.reports.parent != parent || worker.reports.group != group)) flush(worker);
  Task* const outer = worker.task;
  worker.task = task;
  // order: relaxed — compared by others, with their own address only (report()).
  task->runner.store(&worker, std::memory_order_relaxed);
  if (task->records != nullptr) graph::fetch_early(*task);
  const bool skip = skipped(worker, *task) && !task->has(graph::k_run_if_cancelled);
  if (worker.recorder != nullptr) [[unlikely]] {
    Notes<P>::note_started(worker, *task, *outer);
    if (!skip) call_body_noted(worker, *task);
    Notes<P>::note_ended(worker, *task, *outer);
  } else if (!skip) [[likely]] {
    call_body(worker, *task);
  }
  worker.task = outer;
  if (task->has(graph::k_detachable)) [[unlikely]] {
    if (skip) {
      task->flags |= graph::k_kept;  // nobody may fulfil the event, but somebody may: its memory is given up
    } else if (leave_for_event(worker, *task)) {
      return nullptr;
    }
  }
  return end(worker, task);
}

// The body of a detachable task is through. @returns whether its event is still to come, whose fulfiller then ends it.
template <class P>
[[gnu::cold]] bool Runner<P>::leave_for_event(W& worker, Task& task) noexcept {
  flush(worker);
  // order: relaxed — from now on this worker, too, reports to the task like a stranger; ordered by the event.
  task.runner.store(nullptr, std::memory_order_relaxed);
  Team<P>& team = *worker.member->team;
  // order: relaxed — a count for a message.
  team.events.fetch_add(1, std::memory_order_relaxed);
  // order: acq_rel — the Dekker-free pair of fulfill(): whoever comes second ends the task and sees all of it.
  if ((task.event.fetch_or(graph::k_body_over, std::memory_order_acq_rel) & graph::k_happened) == 0) return true;
  // order: relaxed — as above.
  team.events.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

// Steps, in this order (README.md): successors, children's count, parent and group, memory.
template <class P>
inline graph::Task<P>* Runner<P>::end(W& worker, Task* task) noexcept {
  Task* next = nullptr;
  if (task->records != nullptr) {
    if (knows_writers(worker)) [[unlikely]]
      note_writes(worker, [task](const auto& note) {
        graph::for_each_record(task->records,
                               [&](const graph::Record<P>& record) { note(record.address, record.mode()); });
      });
    Sink sink(worker);
    worker.member->team->manager->finished(*task,
                                           {worker.slab, sink.keep_first(), worker.member->seat, worker.recorder});
    next = sink.next();
  }
  if (graph::HoldBack<P>::is_held(*task)) [[unlikely]]
    next = end_held(worker, *task, next);
  // order: relaxed — read before anything is reported: afterwards the parent may be gone.
  Task* const parent = task->parent.load(std::memory_order_relaxed);
  graph::Group<P>* const group = task->has(graph::k_in_group) ? task->group : nullptr;
  if (task->children.none()) [[likely]] {
    dispose(worker, task);
    report(worker, parent, group, graph::k_leaf_done, 1);
    return next;
  }
  // order: relaxed — see run_one(): later reports of its children take the shared way.
  task->runner.store(nullptr, std::memory_order_relaxed);
  // First "finished", then close: once closed, a child may retire the task, and with it the parent.
  report(worker, parent, group, graph::k_finished, 1);
  flush(worker);
  if (task->children.close()) retire(worker, task);
  return next;
}

// Frees what a task that has retired still holds.
template <class P>
inline void Runner<P>::dispose(W& worker, Task* task) noexcept {
  if (task->domain != nullptr) forget_children(worker, *task);
  if (task->has(graph::k_kept)) [[unlikely]]
    return;
  if (task->records == nullptr || worker.member->team->manager->retired(*task)) graph::free_task(worker.slab, task);
}

// The whole subtree of `task` is done.
template <class P>
[[gnu::noinline]] void Runner<P>::retire(W& worker, Task* task) noexcept {
  // order: relaxed — see end().
  Task* const parent = task->parent.load(std::memory_order_relaxed);
  graph::Group<P>* const group = task->has(graph::k_in_group) ? task->group : nullptr;
  dispose(worker, task);
  tell(worker, parent, group, graph::k_retired);
}

// `tasks` children of one parent are done: counts them, at once when the parent is this worker's, else in a batch.
template <class P>
inline void Runner<P>::report(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure,
                              std::uint32_t tasks) noexcept {
  Member<P>& member = *worker.member;
  // order: relaxed — only this worker can have written its own address there.
  if (parent->runner.load(std::memory_order_relaxed) == &worker) {
    if (group != nullptr) group->members.leave_local(departure);
    parent->children.leave_local(departure);
    member.finished += tasks;
    // order: release — pairs with all_finished(): the task's effects and the count at its parent are visible.
    member.finished_shown.store(member.finished, std::memory_order_release);
    return;
  }
  Reports<P>& reports = worker.reports;
  if (reports.count != 0 && (reports.parent != parent || reports.group != group)) flush(worker);
  reports.parent = parent;
  reports.group = group;
  reports.departure += departure;
  reports.count += tasks;
  if (reports.count >= 32) flush(worker);  // bounds how stale counts get; the line moves once in 32 tasks
}

template <class P>
inline void Runner<P>::flush(W& worker) noexcept {
  Reports<P>& reports = worker.reports;
  if (reports.count == 0) return;
  const Reports<P> sent = reports;
  reports = Reports<P>{};
  tell(worker, sent.parent, sent.group, sent.departure);
  Member<P>& member = *worker.member;
  member.finished += sent.count;
  // order: release — as in report().
  member.finished_shown.store(member.finished, std::memory_order_release);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Runner<P>::wake_owner(W& owner) noexcept {
  // order: fence seq_cst — the Dekker pair of prepare_to_park: the report is visible, or the nap is seen.
  P::fence(std::memory_order_seq_cst);
  Sleepers<P>::wake(owner.bed);
}

// Reports to a parent (and group) that other workers report to as well. Goes up as long as that completes the parent's
// subtree, too: in a loop, because a chain of parents may be as long as the program.
template <class P>
[[gnu::noinline]] void Runner<P>::tell(W& worker, Task* parent, graph::Group<P>* group,
                                       graph::Departure departure) noexcept {
  for (;;) {
    // order: relaxed — read before the report: afterwards the parent may be gone. Worker objects stay.
    auto* runner = static_cast<W*>(const_cast<graph::AnyWorker*>(parent->runner.load(std::memory_order_relaxed)));
    if (group != nullptr) {
      if (runner == &worker) {
        group->members.leave_local(departure);
      } else if (group->members.leave_remote(departure) == graph::AfterReport::wake_owner) {
        wake_owner(*runner);
      }
    }
    if (runner == &worker) return parent->children.leave_local(departure);
    const graph::AfterReport after = parent->children.leave_remote(departure);
    // Without a runner its body has ended, and the flag seen was on its way out.
    if (after == graph::AfterReport::wake_owner && runner != nullptr) wake_owner(*runner);
    if (after != graph::AfterReport::last) return;
    Task* const done = parent;
    // order: relaxed — see end().
    parent = done->parent.load(std::memory_order_relaxed);
    group = done->has(graph::k_in_group) ? done->group : nullptr;
    departure = graph::k_retired;
    dispose(worker, done);
  }
}

// The fulfiller ends the task like a stranger even when it sits in the same team: what gets ready goes to the queue
// that all can search, because in the fulfiller's own it would hide the children that its current task may wait for.
template <class P>
void Runner<P>::fulfill(W& worker, Task& task) noexcept {
  Team<P>& team = *static_cast<Team<P>*>(graph::team_in_block(task));
  // order: relaxed — made visible by the next line to whoever ends the task.
  team.outsiders.fetch_add(1, std::memory_order_relaxed);
  // order: acq_rel — pairs with the read-modify-write in leave_for_event(): the second one ends the task.
  if ((task.event.fetch_or(graph::k_happened, std::memory_order_acq_rel) & graph::k_body_over) != 0) {
    // order: relaxed — a count for a message.
    team.events.fetch_sub(1, std::memory_order_relaxed);
    end_outside(worker, team, task);
  }
  // order: release — pairs with Region::close(): this thread's last look at the team.
  team.outsiders.fetch_sub(1, std::memory_order_release);
}

// end() on behalf of a team that the worker does not act for.
template <class P>
[[gnu::cold]] void Runner<P>::end_outside(W& worker, Team<P>& team, Task& task) noexcept {
  if (task.records != nullptr) {
    Sink sink(worker, team);
    team.manager->finished(task, {worker.slab, sink, graph::k_no_seat, worker.recorder});
  }
  if (graph::HoldBack<P>::is_held(task)) graph::HoldBack<P>::of(task).ended(task);
  // order: relaxed — see end().
  Task* const parent = task.parent.load(std::memory_order_relaxed);
  graph::Group<P>* const group = task.has(graph::k_in_group) ? task.group : nullptr;
  if (task.children.none()) {
    dispose(worker, &task);
    tell(worker, parent, group, graph::k_leaf_done);
  } else {
    tell(worker, parent, group, graph::k_finished);
    if (task.children.close()) retire(worker, &task);
  }
  // order: seq_cst — release pairs with all_finished(); before the look at the sleepers, as in wake_for_task().
  team.finished_outside.fetch_add(1, std::memory_order_seq_cst);
  P::fence(std::memory_order_seq_cst);
  wake_everybody(team);
}

// As call_body(), but always out of this frame: it is the one that a tool is told of.
template <class P>
[[gnu::cold, gnu::noinline]] void Runner<P>::call_body_noted(W& worker, Task& task) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->code_called(worker, __builtin_frame_address(0));
  if (--worker.until_sample == 0) {
    time_body(worker, task);
    // order: relaxed (both) — a hint; the parent of a task that runs is there.
  } else if (task.parent.load(std::memory_order_relaxed)->runner.load(std::memory_order_relaxed) != &worker) {
    watch_body(worker, task);
  } else {
    task.body(task.argument);
  }
  base::keep_frame();
}

template <class P>
void Runner<P>::forget_children(W& worker, Task& parent) noexcept {
  Sink sink(worker);
  worker.member->team->manager->close_domain(parent, {worker.slab, sink, worker.member->seat, worker.recorder});
}

// Every task is counted when it is put into the world and when its parents have been told of its end; both counts only
// grow. The ends are read first: if their sum equals the sum of the beginnings read afterwards, nothing was outstanding
// at the moment between the two reads, and as nobody but tasks creates tasks now, nothing is.
template <class P>
bool Runner<P>::all_finished(Team<P>& team) noexcept {
  // order: fence seq_cst — two workers that finish the last two tasks at once: at least one sees both ends.
  P::fence(std::memory_order_seq_cst);
  // order: acquire (both) — pairs with the releases in report(), flush() and end_outside().
  std::uint64_t balance = team.finished_outside.load(std::memory_order_acquire);
  for (Seat seat = 0; seat < team.seats; ++seat) {  // also those that this region leaves empty: counts only grow
    balance += team.members[seat].finished_shown.load(std::memory_order_acquire);
  }
  for (Seat seat = 0; seat < team.seats; ++seat) {
    // order: acquire — the reads of the beginnings stay behind those of the ends.
    balance -= team.members[seat].created_shown.load(std::memory_order_acquire);
  }
  return balance == 0;
}

template <class P>
std::int64_t Runner<P>::pending(const Team<P>& team) noexcept {
  // order: relaxed (all) — an estimate.
  std::uint64_t sum = 0 - team.finished_outside.load(std::memory_order_relaxed);
  if (team.job != nullptr) [[unlikely]]
    sum += static_cast<std::uint64_t>(team.job->held_tasks());
  // order: relaxed (all) — as above.
  for (Seat seat = 0; seat < team.seats; ++seat) {
    sum += team.members[seat].created_shown.load(std::memory_order_relaxed);
    sum -= team.members[seat].finished_shown.load(std::memory_order_relaxed);
  }
  return static_cast<std::int64_t>(sum);
}

}  // namespace heddle::runtime
