// What the managers share: making successors ready when a task finishes.
#pragma once

#include "base/cache_line.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/exclusion.hpp"
#include "graph/task_memory.hpp"
#include "probe/unseen.hpp"

namespace heddle::graph {

/// All predecessors of `task` are done. @returns true when it may run: it holds its exclusions, if it has any.
template <class P>
bool runnable(Task<P>& task) noexcept {
  return !task.has(k_mutex) || take_exclusions<P>(task, nullptr);
}

/// Gives back the exclusions that `task` holds, and hands them to those who wait.
template <class P>
[[gnu::cold]] void give_exclusions(Task<P>& task, const ManagerContext<P>& context) noexcept {
  Exclusion<P>* given = nullptr;
  while (Record<P>* record = next_exclusion(task, given)) {
    given = record->exclusion();
    if (Task<P>* heir = given->give(); heir != nullptr && take_exclusions<P>(*heir, given)) context.sink.ready(*heir);
  }
  const probe::Unseen unseen;
  for_each_record(task.records, [](Record<P>& record) {
    if (Exclusion<P>* exclusion = record.exclusion(); exclusion != nullptr && exclusion->unreference())
      delete exclusion;
  });
}

/// Has sent here what arrive() changes of a successor, and what is read of it if it runs here next. Both are in the
/// cache of the worker that made it or that finished another of its predecessors.
template <class P>
[[gnu::always_inline]] inline void fetch(const Task<P>& successor) noexcept {
  base::own_soon(&successor.dependences, sizeof(Dependences<P>));
  base::read_soon(&successor);
}

/// All at once, for the loops in release() would meet them one after the other.
template <class P>
[[gnu::always_inline]] inline void fetch_slots(const Slots<P>& named) noexcept {
  for (std::uint32_t index = 0; index < named.count; ++index) fetch(*named[index]);
}
template <class P>
[[gnu::always_inline]] inline void fetch_list(const Edge<P>* edge) noexcept {
  constexpr int k_ahead = 8;  // more would push out what the task itself has in the nearest cache
  for (int count = 0; edge != nullptr && count < k_ahead; ++count, edge = edge->next) fetch(*edge->successor);
}

/// The same before the body of `task` runs, for the successors that are known by then: the lines come while it does.
/// Of the list only the first: a second edge would have to be waited for.
template <class P>
[[gnu::always_inline]] inline void fetch_early(const Task<P>& task) noexcept {
  const Successors<P> known = task.dependences.so_far(task.successor_slots());
  fetch_slots(known.named);
  if (known.list != nullptr) fetch(*known.list->successor);
}

/// One predecessor of `successor` is done. @returns whether that completes a join node, for the caller to pass through.
template <class P>
[[gnu::always_inline]] inline bool arrive_at(Task<P>& successor, const ManagerContext<P>& context) noexcept {
  if (!successor.dependences.arrive()) return false;
  if (successor.has(k_join)) return true;
  if (runnable(successor)) context.sink.ready(successor);
  return false;
}

/// One predecessor of each of these is done. Join nodes are passed through on the spot.
template <class P>
void release(const Successors<P>& released, const ManagerContext<P>& context) noexcept {
  Task<P>* joins = nullptr;  // that became complete, linked through `next`
  const auto arrive = [&](Task<P>& successor) {
    if (!arrive_at(successor, context)) return;
    successor.next = joins;
    joins = &successor;
  };
  const auto follow = [&](Edge<P>* edge) {
    fetch_list(edge);
    while (edge != nullptr) {
      Edge<P>* const next = edge->next;  // read first: a successor that is ready may run, finish and be recycled
      arrive(*edge->successor);
      edge = next;
    }
  };
  fetch_slots(released.named);
  for (std::uint32_t index = 0; index < released.named.count; ++index) arrive(*released.named[index]);
  follow(released.list);
  while (joins != nullptr) {
    Task<P>* const join = joins;
    joins = join->next;
    Edge<P>* const edges = join->dependences.close().list;  // it has no slots, so the node itself can go
    if (join->dependences.retire()) free_task(context.slab, join);
    follow(edges);
  }
}

}  // namespace heddle::graph
