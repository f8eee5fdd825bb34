// Tasks that another order than that of their siblings holds back. Included by spawner.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
graph::Task<P>& Spawner<P>::make_held(W& worker, const Spawn& what) noexcept {
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
    Notes<P>::note_created(worker, *task, what);
  Runner<P>::mark_tasking(*worker.member);  // it may be all there is to wait for
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
bool Spawner<P>::submit_held(W& worker, Task& task) noexcept {
  typename Runner<P>::Sink sink(worker, Rest::own_work);
  return worker.member->team->manager->submit(*worker.task, task,
                                              {worker.slab, sink, worker.member->seat, worker.recorder});
}

}  // namespace heddle::runtime
