// What the managers share: making successors ready when a task finishes.
#pragma once

#include "base/cache_line.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/exclusion.hpp"
#include "graph/task_memory.hpp"

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
  for_each_record(task.records, [](Record<P>& record) {
    if (Exclusion<P>* exclusion = record.exclusion(); exclusion != nullptr && exclusion->unreference())
      delete exclusion;
  });
}

/// Has the words that arrive() changes sent here, all at once: each is in the cache of the worker that made the
/// successor or that finished another of its predecessors, and the list would meet them one after the other.
template <class P>
[[gnu::always_inline]] inline void fetch_successors(const Edge<P>* edge) noexcept {
  constexpr int k_ahead = 8;  // more would push out what the task itself has in the nearest cache
  for (int count = 0; edge != nullptr && count < k_ahead; ++count, edge = edge->next) {
    base::own_soon(&edge->successor->dependences, sizeof(Dependences<P>));
  }
}

/// One predecessor of every successor in the list is done. Join nodes are passed through on the spot.
template <class P>
void release_edges(Edge<P>* edge, const ManagerContext<P>& context) noexcept {
  fetch_successors(edge);
  Edge<P>* waiting_joins = nullptr;  // edges to join nodes that became complete, linked through `next`
  while (edge != nullptr || waiting_joins != nullptr) {
    if (edge == nullptr) {
      Task<P>* const join = waiting_joins->successor;
      waiting_joins = waiting_joins->next;
      edge = join->dependences.close();  // these edges lie in the successors, so the node itself can go
      if (join->dependences.retire()) free_task(context.slab, join);
      continue;
    }
    Edge<P>* const next = edge->next;  // read first: a successor that is ready may run, finish and be recycled
    Task<P>* const successor = edge->successor;
    if (successor->dependences.arrive()) {
      if (successor->has(k_join)) {
        edge->next = waiting_joins;
        waiting_joins = edge;
      } else if (runnable(*successor)) {
        context.sink.ready(*successor);
      }
    }
    edge = next;
  }
}

}  // namespace heddle::graph
