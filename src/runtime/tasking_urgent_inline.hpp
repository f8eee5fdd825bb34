// Tasks with a priority. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

// Whether it had better run at once, and can.
template <class P>
inline bool Tasking<P>::runs_urgent_now(W& worker) noexcept {
  const auto own_backlog = [&worker](std::uint32_t limit) noexcept {
    return worker.member->team->ready->own_backlog(worker.member->seat, limit);
  };
  return has_stack(worker) && Granularity<P>::urgent_runs_at_once(site(worker, false), own_backlog);
}

// A task with a priority and without accesses, event and copy function.
template <class P>
inline void Tasking<P>::spawn_urgent(W& worker, const Spawn& what) noexcept {
  const bool watched = worker.recorder != nullptr || worker.member->team->size == 1;
  if (what.priority <= 0 || watched || worker.task->has(graph::k_final)) return spawn(worker, what);
  if (!runs_urgent_now(worker)) return spawn(worker, what);
  worker.granularity.count();
  run_included(worker, what.body, what.data, 0);
}

}  // namespace heddle::runtime
