// How tasks wait for tasks. Included by tasking.hpp only.
#pragma once

#include <utility>

namespace heddle::runtime {

template <class P>
void Tasking<P>::wait_children(W& worker) noexcept {
  worker.granularity.pause();
  const Task& self = *worker.task;
  if (self.has(graph::k_included)) return;  // it has made no task that outlives it
  if (self.children.none() && worker.recorder == nullptr) [[likely]]
    return;
  wait_for_children(worker);  // elsewhere: with its registers to save, a wait for nothing would cost twice as much
}

template <class P>
[[gnu::noinline]] void Tasking<P>::wait_for_children(W& worker) noexcept {
  Task& self = *worker.task;
  const auto done = [&self] { return self.children.none() || self.children.unfinished() == 0; };
  const bool over = done();
  if (over && worker.recorder == nullptr) return;
  const probe::WaitSpan span(worker.recorder,
                             probe::WaitReason::children);  // who listens hears of waits for nothing, too
  if (!over) wait_for_reports(worker, self.children, Awaited::children, std::pair(done, [] {}));
}

template <class P>
template <class Sleepy>
void Tasking<P>::wait_subtrees(W& worker, const Sleepy& about_to_sleep) noexcept {
  worker.granularity.pause();
  Task& self = *worker.task;
  if (self.has(graph::k_included)) return;  // as above
  const bool over = self.children.none();
  if (over && worker.recorder == nullptr) [[likely]]
    return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::children);  // as above
  if (over) return;
  const auto done = [&self] { return self.children.unretired() == 0; };
  wait_for_reports(worker, self.children, Awaited::children, std::pair(done, about_to_sleep));
}

// Waits until `done`, which hangs on reports to `children`. @param parts  done, about_to_sleep
template <class P>
template <class Done, class Sleepy>
void Tasking<P>::wait_for_reports(W& worker, graph::Children<P>& children, Awaited what,
                                  const std::pair<Done, Sleepy>& parts) noexcept {
  const auto& [done, about_to_sleep] = parts;
  bool announced = false;
  const auto settle = [&] {
    // From the first idle look on, reporters are asked to wake this worker; before, they need not care.
    if (!announced) children.announce_wait();
    announced = true;
    return done();
  };
  const auto lies_down = [&sleepy = about_to_sleep] {
    sleepy();
    return false;
  };
  wait_for(worker, Until{done, settle, lies_down}, Runs::own, what);
  flush(worker);  // the program goes on: somebody may wait for a descendant that was run here
  if (announced) children.end_wait();
}

template <class P>
void Tasking<P>::wait_accesses(W& worker, const graph::Access* accesses, std::uint32_t count) noexcept {
  worker.granularity.pause();
  Team<P>& team = *worker.member->team;
  const bool noted = worker.recorder != nullptr;  // then there is something to say even of predecessors that are over
  if (!noted && team.manager->may_skip(*worker.task, accesses, count, worker.member->seat)) return;
  const Spawn what{.body = [](void*) {}, .accesses = accesses, .access_count = count, .flags = graph::k_undeferred};
  Task* task = make(worker, what, number_bytes(worker, false));
  if (worker.recorder != nullptr) [[unlikely]]
    note_created(worker, *task, what);
  if (task->has(graph::k_mutex)) [[unlikely]] {
    task->flags &= static_cast<std::uint16_t>(~graph::k_mutex);
    graph::for_each_record(task->records, [](graph::Record<P>& record) {
      if (record.mode() == graph::Mode::mutexinoutset) record.set_mode(graph::Mode::out);
    });
  }
  count_created(worker);
  submit(worker, task);
}

// An undeferred task has predecessors: its creator helps until it is ready, then runs it.
template <class P>
[[gnu::cold]] void Tasking<P>::run_submitted(W& worker, Task* task) noexcept {
  await_ready(worker, *task);
  run(worker, task);
  flush(worker);  // as in wait_for_reports()
}

template <class P>
[[gnu::cold]] void Tasking<P>::await_ready(W& worker, Task& task) noexcept {
  const auto ready = [&task] {
    // order: acquire — pairs with the store in Sink::wake_creator(): the predecessors' effects are visible.
    return (task.event.load(std::memory_order_acquire) & 1) != 0;
  };
  wait_for(worker, ready, Runs::own, Awaited::predecessors);
  flush(worker);  // as in wait_for_reports()
}

template <class P>
void Tasking<P>::yield(W& worker) noexcept {
  worker.granularity.pause();
  const Team<P>& team = *worker.member->team;
  // order: relaxed — a hint; a task that comes into sight later is run later.
  if (team.tasking.load(std::memory_order_relaxed) != team.region) return;
  Task* task = find_descendant(worker);
  if (task == nullptr && Dispatcher<P>::run(worker, Rest::own_work, Jobs::of_team_and_runtime)) {
    task = find_descendant(worker);
  }
  if (task == nullptr) return;
  run(worker, task);
  flush(worker);
}

template <class P>
graph::Group<P>& Tasking<P>::open_group(W& worker) noexcept {
  settle(worker);
  graph::Group<P>* group = worker.free_groups;
  if (group != nullptr) {
    worker.free_groups = group->outer;
  } else {
    group = new (std::nothrow) graph::Group<P>;
    HEDDLE_CHECK(group != nullptr, "no memory left for a taskgroup");
  }
  group->members.reset();
  group->outer = worker.task->group;
  group->owner = worker.task;
  group->reductions = nullptr;
  group->front = nullptr;
  // order: relaxed — nobody else knows the group yet.
  group->cancelled.store(false, std::memory_order_relaxed);
  worker.task->group = group;
  return *group;
}

template <class P>
template <class Sleepy>
void Tasking<P>::close_group(W& worker, const Sleepy& about_to_sleep) noexcept {
  worker.granularity.pause();
  graph::Group<P>* const group = worker.task->group;
  HEDDLE_CHECK(group != nullptr && group->owner == worker.task, "a taskgroup ends that this task has not opened");
  if (!group->members.none() || worker.recorder != nullptr) wait_for_members(worker, *group, about_to_sleep);
  worker.task->group = group->outer;
  group->outer = worker.free_groups;
  worker.free_groups = group;
}

template <class P>
template <class Sleepy>
[[gnu::noinline]] void Tasking<P>::wait_for_members(W& worker, graph::Group<P>& group,
                                                    const Sleepy& about_to_sleep) noexcept {
  const auto done = [&group] { return group.members.none() || group.members.unretired() == 0; };
  const bool over = done();
  if (over && worker.recorder == nullptr) return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::group);  // as in wait_children()
  if (!over) wait_for_reports(worker, group.members, Awaited::group, std::pair(done, about_to_sleep));
}

template <class P>
void Tasking<P>::forget_children(W& worker, Task& parent) noexcept {
  Sink sink(worker);
  worker.member->team->manager->close_domain(parent, {worker.slab, sink, worker.member->seat, worker.recorder});
}

// Every task is counted when it is put into the world and when its parents have been told of its end; both counts only
// grow. The ends are read first: if their sum equals the sum of the beginnings read afterwards, nothing was outstanding
// at the moment between the two reads, and as nobody but tasks creates tasks now, nothing is.
template <class P>
bool Tasking<P>::all_finished(Team<P>& team) noexcept {
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

}  // namespace heddle::runtime
