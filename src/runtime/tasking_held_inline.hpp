// Tasks that another order than that of their siblings holds back. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
graph::Task<P>& Tasking<P>::make_held(W& worker, const Spawn& what) noexcept {
  Spawn request = what;
  if (worker.recorder != nullptr) [[unlikely]]
    request.alignment = worker.recorder->argument_alignment(what.alignment);
  const bool eventful = (what.flags & graph::k_detachable) != 0;
  Task* const task = make(worker, request, number_bytes(worker, eventful));
  std::memcpy(task->argument, what.data, what.bytes);
  if (eventful) tell_team(worker, *task);
  // order: relaxed — the task is published later.
  task->event.store(graph::k_held, std::memory_order_relaxed);
  if (worker.recorder != nullptr) [[unlikely]]
    note_created(worker, *task, what);
  mark_tasking(*worker.member);  // it may be all there is to wait for
  worker.granularity.count();
  Member<P>& member = *worker.member;
  // order: relaxed — as in count_created(), but nobody is held back.
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  constexpr std::uint64_t k_seldom = std::uint64_t{1} << 24;  // the count holds 2^29 reports
  if ((member.created & (k_seldom - 1)) == 0) [[unlikely]] {
    worker.task->children.fold();
    if (graph::Group<P>* group = worker.task->group; group != nullptr && group->owner == worker.task)
      group->members.fold();
  }
  return *task;
}

template <class P>
bool Tasking<P>::submit_held(W& worker, Task& task) noexcept {
  Sink sink(worker, Rest::own_work);
  return worker.member->team->manager->submit(*worker.task, task,
                                              {worker.slab, sink, worker.member->seat, worker.recorder});
}

template <class P>
void Tasking<P>::let_go(W& worker, Task& task, Team<P>& team) noexcept {
  if (worker.member->team != &team) [[unlikely]] {
    // As fulfill(): the region is not closed while somebody is inside.
    // order: relaxed — before the task can be over; release — pairs with Region::close().
    team.outsiders.fetch_add(1, std::memory_order_relaxed);
    team.scheduler->put(task, graph::k_no_seat);
    wake_for_task(team, 0);
    team.outsiders.fetch_sub(1, std::memory_order_release);
    return;
  }
  probe::task(worker.recorder, probe::Event::task_ready, task);
  // The invariant of schedule/steal/README.md, as in Sink.
  const bool own = worker.task->has(graph::k_implicit) || task.descends_from(*worker.task);
  if (own && worker.keeps_next && worker.kept_next == nullptr && task.priority <= 0 && !task.has(graph::k_prefers)) {
    worker.kept_next = &task;
    return;
  }
  if (own) return enqueue(worker, task);
  if (task.has(graph::k_prefers) && put_where_preferred(team, task, graph::k_no_seat)) return;
  Sink(worker).put_for_all(task);
}

// A held task has ended: of those that its HoldBack lets go now one runs next, unless a sibling does.
template <class P>
[[gnu::noinline]] graph::Task<P>* Tasking<P>::end_held(W& worker, Task& task, Task* next) noexcept {
  worker.keeps_next = next == nullptr;
  graph::HoldBack<P>::of(task).ended(task);
  worker.keeps_next = false;
  return next != nullptr ? next : std::exchange(worker.kept_next, nullptr);
}

template <class P>
template <class Done, class Idle>
void Tasking<P>::wait_held(W& worker, const Done& done, const Idle& idle_too) noexcept {
  worker.granularity.pause();
  if (done()) return;
  const probe::WaitSpan span(worker.recorder, probe::WaitReason::children);
  const auto idle = [&] {
    flush(worker);
    idle_too();
    return done();
  };
  Task* found = nullptr;  // by missed(), for find()
  const auto find = [&] { return found != nullptr ? std::exchange(found, nullptr) : find_descendant(worker); };
  const auto missed = [&] { return (found = find_descendant(worker)) != nullptr; };
  wait_until(worker,
             Wait{Rest::own_work, done, idle, find, missed, Jobs::of_team_and_runtime, WaitTarget::predecessors});
  if (found != nullptr) run(worker, found);
  flush(worker);  // as in wait_for_reports()
}

}  // namespace heddle::runtime
