// How tasks run and end. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

/// Where a manager puts tasks that became ready while this worker was inside it. The first one is kept: the worker runs
/// it next, without the queues, if it comes from the end of a task.
///
/// A worker that manages while it waits for tasks of its own, or while it makes some (Rest::own_work), may meet tasks
/// of outer parents. In its own queue they would hide the ones below that it waits for, and the ones above from others
/// who wait for those, so they go where all can find them.
template <class P>
class Tasking<P>::Sink final : public graph::ReadySink<P> {
 public:
  explicit Sink(W& worker) noexcept : worker_(worker) {}
  /// Of a worker that ends a task of `team` from outside: not as one that has taken it from the scheduler.
  Sink(W& worker, Team<P>& team) noexcept : worker_(worker), outside_(&team) {}
  /// Of a worker that does idle jobs.
  Sink(W& worker, Rest rest) noexcept : worker_(worker), rest_(rest) {}

  void ready(Task& task) noexcept override {
    if (graph::HoldBack<P>::is_held(task) && !graph::HoldBack<P>::of(task).siblings_let_go(task)) [[unlikely]]
      return;
    probe::task(worker_.recorder, probe::Event::task_ready, task);
    if (task.has(graph::k_undeferred)) [[unlikely]]
      return wake_creator(task);
    if (task.has(graph::k_prefers) && !may_be_next(task)) [[unlikely]] {
      // What does not descend from the worker's current task must not lie on its own queue.
      const Seat from = outside_ != nullptr || !is_own(task) ? graph::k_no_seat : worker_.member->seat;
      if (put_where_preferred(outside_ != nullptr ? *outside_ : *worker_.member->team, task, from)) return;
    }
    if (outside_ != nullptr) [[unlikely]] {
      outside_->ready->put(task, graph::k_no_seat);
      wake_for_task(*outside_, 0);
    } else if (rest_ == Rest::own_work && !task.descends_from(*worker_.task)) {
      put_for_all(task);
    } else if (keep_ && next_ == nullptr && task.priority <= 0) {
      next_ = &task;
      base::read_soon(task.argument);  // sent while the worker deals with the end of the one before
    } else {
      ++made_ready_;
      HEDDLE_CHECK(is_own(task),
                   "a ready task of an outer parent was put on the queue of a worker that is inside a task");
      enqueue(worker_, task);
    }
  }

  std::uint32_t ready_tasks() const noexcept override {
    if (rest_ == Rest::own_work) return made_ready_;
    Team<P>& team = *worker_.member->team;
    std::uint32_t sum = 0;
    for (Seat seat = 0; seat < team.size; ++seat) sum += team.ready->backlog(seat);
    return sum;
  }

  void requests_waiting() noexcept override {
    Team<P>& team = outside_ != nullptr ? *outside_ : *worker_.member->team;
    Dispatcher<P>::requests_waiting(team, worker_.member->seat);
  }

  /// Where every worker finds it, whatever it waits for.
  void put_for_all(Task& task) noexcept {
    Team<P>& team = *worker_.member->team;
    team.ready->put(task, graph::k_no_seat);
    wake_for_task(team, worker_.member->seat);
  }

  Sink& keep_first() noexcept {
    keep_ = true;
    return *this;
  }
  Task* next() const noexcept { return next_; }

 private:
  // The creator waits in run_submitted(); its worker is the one that runs the parent.
  static void wake_creator(Task& task) noexcept {
    // order: relaxed — the parent stays in its worker's hands until this task has run.
    auto* runner = static_cast<W*>(const_cast<graph::Runner*>(
        task.parent.load(std::memory_order_relaxed)->runner.load(std::memory_order_relaxed)));
    // order: seq_cst — release pairs with the acquire in run_submitted(); with prepare_to_park's fence the Dekker pair.
    task.event.fetch_or(1, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    Sleepers<P>::wake(runner->bed);
  }

  // A task of this worker's locality need not go through the queues, like any other.
  bool may_be_next(const Task& task) const noexcept {
    return outside_ == nullptr && rest_ == Rest::awake && keep_ && next_ == nullptr && task.priority <= 0 &&
           in_own_group(worker_, task);
  }

  // The invariant of schedule/steal/README.md. An implicit task is the outermost one: its worker may be at a barrier.
  bool is_own(const Task& task) const noexcept {
    return worker_.task->has(graph::k_implicit) || task.descends_from(*worker_.task);
  }

  W& worker_;
  Rest rest_ = Rest::awake;       // what the worker waits for while it does idle jobs
  std::uint32_t made_ready_ = 0;  // of them, tasks that the worker may run
  Team<P>* outside_ = nullptr;    // the team that the tasks belong to, when the worker acts from outside
  Task* next_ = nullptr;
  bool keep_ = false;
};

template <class P>
inline void Tasking<P>::run(W& worker, Task* task) noexcept {
  do {
    task = run_one(worker, task);
  } while (task != nullptr);
}

// Whether a task that has not started yet is skipped, because its group or its region was cancelled.
template <class P>
inline bool Tasking<P>::discarded(const W& worker, const graph::Group<P>* group) noexcept {
  // order: relaxed — cancelling is a request; who does not see it yet runs the task.
  if (!worker.member->team->cancellable.load(std::memory_order_relaxed)) [[likely]]
    return false;
  // order: acquire — pairs with the store that cancels.
  return worker.member->team->cancelled.load(std::memory_order_acquire) || (group != nullptr && group->is_cancelled());
}

template <class P>
bool Tasking<P>::skipped(const W& worker, const Task& task) noexcept {
  return discarded(worker, task.group);
}

// Runs a body and shows the team's producers how long it took.
template <class P>
[[gnu::always_inline]] inline void Tasking<P>::time_body(W& worker, Task& task) noexcept {
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
[[gnu::noinline]] void Tasking<P>::run_timed(W& worker, Task& task) noexcept {
  time_body(worker, task);
}

template <class P>
[[gnu::always_inline]] inline void Tasking<P>::call_body(W& worker, Task& task) noexcept {
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
[[gnu::always_inline]] inline void Tasking<P>::watch_body(W& worker, Task& task) noexcept {
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
inline void Tasking<P>::run_watched(W& worker, Task& task) noexcept {
  watch_body(worker, task);
}

// Runs one body. @returns a successor to run next, or null.
template <class P>
inline graph::Task<P>* Tasking<P>::run_one(W& worker, Task* task) noexcept {
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
    note_started(worker, *task, *outer);
    if (!skip) call_body_noted(worker, *task);
    note_ended(worker, *task, *outer);
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
[[gnu::cold]] bool Tasking<P>::leave_for_event(W& worker, Task& task) noexcept {
  flush(worker);
  // order: relaxed — from now on this worker, too, reports to the task like a stranger; ordered by the event.
  task.runner.store(nullptr, std::memory_order_relaxed);
  Team<P>& team = *worker.member->team;
  // order: relaxed — a count for a message.
  team.events.fetch_add(1, std::memory_order_relaxed);
  // order: acq_rel — the Dekker-free pair of fulfill(): whoever comes second ends the task and sees all of it.
  if ((task.event.fetch_or(2, std::memory_order_acq_rel) & 4) == 0) return true;
  // order: relaxed — as above.
  team.events.fetch_sub(1, std::memory_order_relaxed);
  return false;
}

// Steps, in this order (README.md): successors, children's count, parent and group, memory.
template <class P>
inline graph::Task<P>* Tasking<P>::end(W& worker, Task* task) noexcept {
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
inline void Tasking<P>::dispose(W& worker, Task* task) noexcept {
  if (task->domain != nullptr) forget_children(worker, *task);
  if (task->has(graph::k_kept)) [[unlikely]]
    return;
  if (task->records == nullptr || worker.member->team->manager->retired(*task)) graph::free_task(worker.slab, task);
}

// The whole subtree of `task` is done.
template <class P>
[[gnu::noinline]] void Tasking<P>::retire(W& worker, Task* task) noexcept {
  // order: relaxed — see end().
  Task* const parent = task->parent.load(std::memory_order_relaxed);
  graph::Group<P>* const group = task->has(graph::k_in_group) ? task->group : nullptr;
  dispose(worker, task);
  tell(worker, parent, group, graph::k_retired);
}

// `tasks` children of one parent are done: counts them, at once when the parent is this worker's, else in a batch.
template <class P>
inline void Tasking<P>::report(W& worker, Task* parent, graph::Group<P>* group, graph::Departure departure,
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
inline void Tasking<P>::flush(W& worker) noexcept {
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
[[gnu::cold, gnu::noinline]] void Tasking<P>::wake_owner(W& owner) noexcept {
  // order: fence seq_cst — the Dekker pair of prepare_to_park: the report is visible, or the nap is seen.
  P::fence(std::memory_order_seq_cst);
  Sleepers<P>::wake(owner.bed);
}

// Reports to a parent (and group) that other workers report to as well. Goes up as long as that completes the parent's
// subtree, too: in a loop, because a chain of parents may be as long as the program.
template <class P>
[[gnu::noinline]] void Tasking<P>::tell(W& worker, Task* parent, graph::Group<P>* group,
                                        graph::Departure departure) noexcept {
  for (;;) {
    // order: relaxed — read before the report: afterwards the parent may be gone. Worker objects stay.
    auto* runner = static_cast<W*>(const_cast<graph::Runner*>(parent->runner.load(std::memory_order_relaxed)));
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
void Tasking<P>::fulfill(W& worker, Task& task) noexcept {
  Team<P>& team = *static_cast<Team<P>*>(graph::team_in_block(task));
  // order: relaxed — made visible by the next line to whoever ends the task.
  team.outsiders.fetch_add(1, std::memory_order_relaxed);
  // order: acq_rel — pairs with the read-modify-write in leave_for_event(): the second one ends the task.
  if ((task.event.fetch_or(graph::k_happened, std::memory_order_acq_rel) & 2) != 0) {
    // order: relaxed — a count for a message.
    team.events.fetch_sub(1, std::memory_order_relaxed);
    end_outside(worker, team, task);
  }
  // order: release — pairs with Region::close(): this thread's last look at the team.
  team.outsiders.fetch_sub(1, std::memory_order_release);
}

// end() on behalf of a team that the worker does not act for.
template <class P>
[[gnu::cold]] void Tasking<P>::end_outside(W& worker, Team<P>& team, Task& task) noexcept {
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

}  // namespace heddle::runtime
