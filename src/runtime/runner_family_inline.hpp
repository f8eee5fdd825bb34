// A task and its ancestors: blocks for those that had none, and chains that are kept short. Included by runner.hpp
// only.
#pragma once

namespace heddle::runtime {

// Counts a new child at its parent, and in the group that the parent has open.
template <class P>
inline void Runner<P>::enrol(Task& parent, Task& child) noexcept {
  parent.children.created();
  if (parent.group == nullptr || parent.group->owner != &parent) return;
  child.flags |= graph::k_in_group;
  parent.group->members.created();
}

// An included task is about to be pointed to by a task, group or region that may outlive it: moves it to a block, and
// so its included ancestors.
template <class P>
[[gnu::cold, gnu::noinline]] graph::Task<P>* Runner<P>::settle_included(W& worker, Task* task) noexcept {
  if (!task->has(graph::k_included)) return task;
  if (task->next != nullptr) return task->next;
  // order: relaxed — this worker's own.
  Task* const parent = settle_included(worker, task->parent.load(std::memory_order_relaxed));
  Task* const block = graph::allocate_task<P>(worker.slab, {});
  block->argument = task->argument;
  // order: relaxed (all) — published with the first child.
  block->parent.store(parent, std::memory_order_relaxed);
  block->depth.store(task->depth.load(std::memory_order_relaxed), std::memory_order_relaxed);
  block->runner.store(&worker, std::memory_order_relaxed);
  block->group = task->group;
  block->environment = task->environment;
  block->priority = 0;
  block->flags = static_cast<std::uint16_t>(task->flags & ~(graph::k_included | graph::k_separate));
  enrol(*parent, *block);
  Member<P>& member = *worker.member;
  // order: relaxed — see count_created().
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  task->next = block;
  return block;
}

// Where each task makes the next one and ends, the ancestors of the last one are all over, and are kept for its sake
// alone: as many as there were tasks. So a task that lies deep leaves a parent that is over for the next one above, if
// that is over, too: nobody waits for either's children only, their groups are closed, and whoever waits for what they
// have made waits for what is further up. The task is in this worker's hands, and has none of its own yet.
template <class P>
[[gnu::cold, gnu::noinline]] void Runner<P>::move_up(W& worker, Task& task) noexcept {
  // What accesses data is ordered by its parent's domain; who listens has been told of the parent.
  if (task.records != nullptr || task.has(graph::k_in_group) || worker.recorder != nullptr) return;
  // order: relaxed (both) — see end(); both are alive, as the task counts there.
  Task* const parent = task.parent.load(std::memory_order_relaxed);
  if (!parent->children.closed()) return;
  Task* const above = parent->parent.load(std::memory_order_relaxed);
  if (!above->children.closed()) return;
  if (parent->environment != above->environment) return;  // its own, which goes by the parent's address
  above->children.created_elsewhere();
  // order: relaxed (all) — nobody else looks at the task until it makes one.
  task.parent.store(above, std::memory_order_relaxed);
  task.depth.store(above->depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  tell(worker, parent, nullptr, graph::k_leaf_done);
}

// A held task has ended: of those that its HoldBack lets go now one runs next, unless a sibling does.
template <class P>
[[gnu::noinline]] graph::Task<P>* Runner<P>::end_held(W& worker, Task& task, Task* next) noexcept {
  worker.keeps_next = next == nullptr;
  graph::HoldBack<P>::of(task).ended(task);
  worker.keeps_next = false;
  return next != nullptr ? next : std::exchange(worker.kept_next, nullptr);
}

}  // namespace heddle::runtime
