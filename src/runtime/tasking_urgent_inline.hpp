// Tasks with a priority. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

// Whether it had better run at once: however short it is, others may have to run first; so only when the creator's
// queue is full, as libgomp does from 64 tasks a thread on.
template <class P>
inline bool Tasking<P>::runs_urgent_now(W& worker) noexcept {
  const Team<P>& team = *worker.member->team;
  return has_stack(worker) && team.scheduler->own_backlog(worker.member->seat, team.enough) >= team.enough;
}

// A task with a priority and without accesses, event and copy function.
template <class P>
inline void Tasking<P>::spawn_urgent(W& worker, const Spawn& what) noexcept {
  const bool watched = worker.recorder != nullptr || worker.member->team->size == 1;
  if (what.priority <= 0 || watched || worker.task->has(graph::k_final)) return spawn(worker, what);
  if (!runs_urgent_now(worker)) return spawn(worker, what);
  ++worker.producer.spawns;
  run_included(worker, what.body, what.data, 0);
}

}  // namespace heddle::runtime
