// Tasks that follow each other without end: the parts of something, and tasks that each make the next one. Included by
// spawner.hpp only.
#pragma once

namespace heddle::runtime {

// A further child of `whole`, which another worker may run, or nobody any more. What is inherited comes from the
// current task, as its maker may write its own meanwhile.
template <class P>
[[gnu::cold]] graph::Task<P>* Spawner<P>::next_part(W& worker, Task& whole, const Spawn& what) noexcept {
  const std::size_t alignment =
      worker.recorder == nullptr ? what.alignment : worker.recorder->argument_alignment(what.alignment);
  Task* const task = graph::allocate_task<P>(
      worker.slab,
      {.argument_bytes = what.bytes, .argument_alignment = alignment, .number_bytes = number_bytes(worker, false)});
  task->body = what.body;
  // order: relaxed (all) — published with the task; the whole is alive, and its depth does not change.
  task->parent.store(&whole, std::memory_order_relaxed);
  task->depth.store(whole.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task->environment = worker.task->environment;
  task->priority = 0;
  task->flags |= what.flags;
  std::memcpy(task->argument, what.data, what.bytes);
  // order: relaxed — only this worker can have written its own address there.
  if (whole.runner.load(std::memory_order_relaxed) == &worker) {
    whole.children.created();
  } else {
    whole.children.created_elsewhere();
  }
  worker.granularity.count();
  return task;
}

// Whether what descends from `whole` may lie on top of the worker's queue: then no task waits on this stack that does
// not descend from it, and for whose own tasks it would be in the way (schedule/steal/README.md).
template <class P>
bool Spawner<P>::lies_above(const W& worker, const Task& whole) noexcept {
  constexpr int k_far = 4;  // what is awaited is a child of a part, that one of the whole
  if (worker.task->has(graph::k_included)) return false;
  // order: relaxed (all) — the ancestors of a task that runs are alive, and their links do not change.
  const Task* ancestor = worker.task->parent.load(std::memory_order_relaxed);
  for (int step = 0; step < k_far && ancestor != nullptr && ancestor != &whole; ++step) {
    if (ancestor->runner.load(std::memory_order_relaxed) == &worker) return false;
    ancestor = ancestor->parent.load(std::memory_order_relaxed);
  }
  return ancestor == &whole;
}

// A part is queued even if it is short: what goes on a million times at once would lie as deep on this stack.
template <class P>
[[gnu::cold]] void Spawner<P>::spawn_part(W& worker, Task& whole, const Spawn& what) noexcept {
  const bool above = lies_above(worker, whole);
  Task* const task = next_part(worker, whole, what);
  task->group = whole.group;
  if (worker.recorder != nullptr) Notes<P>::note_created(worker, *task, what);
  count_created(worker);
  probe::task(worker.recorder, probe::Event::task_ready, *task);
  if (above) return Runner<P>::enqueue(worker, *task);
  Runner<P>::mark_tasking(*worker.member);
  typename Runner<P>::Sink(worker).put_for_all(*task);
}

template <class P>
[[gnu::cold]] void Spawner<P>::spawn_beside(W& worker, const Spawn& what) noexcept {
  const Task& self = *worker.task;
  // order: relaxed — the parent of a task that runs is alive, and the link does not change.
  Task* const above = self.parent.load(std::memory_order_relaxed);
  Task& parent = *Runner<P>::settle_included(worker, above);
  Task* const task = next_part(worker, parent, what);
  task->group = self.group;
  // Of an included task's parent the worker may look at more than it could of another's.
  if (self.has(graph::k_included) ? self.group != nullptr && self.group->owner == &parent
                                  : self.has(graph::k_in_group)) {
    task->flags |= graph::k_in_group;
    // order: relaxed — as in next_part().
    if (parent.runner.load(std::memory_order_relaxed) == &worker) {
      self.group->members.created();
    } else {
      self.group->members.created_elsewhere();
    }
  }
  if (worker.recorder != nullptr) Notes<P>::note_created(worker, *task, what);
  count_created(worker);
  probe::task(worker.recorder, probe::Event::task_ready, *task);
  Runner<P>::enqueue(worker, *task);
}

// Whether a task of the seat may lie on top of the worker's queue: nothing that waits on this stack has tasks of its
// own there, which it would hide. That is so in the seat's own task, and in a task of a seat that has made none.
template <class P>
inline bool Spawner<P>::may_lie_on_top(const W& worker) noexcept {
  const Task& self = *worker.task;
  if (self.has(graph::k_implicit)) return true;
  if (self.has(graph::k_included) || !self.children.none()) return false;
  // order: relaxed — the parent of a task that runs is alive, and the link does not change.
  return self.parent.load(std::memory_order_relaxed)->has(graph::k_implicit);
}

template <class P>
void Spawner<P>::spawn_rooted(W& worker, const Spawn& what) noexcept {
  Task& root = worker.member->implicit;
  Task* const task = graph::allocate_task<P>(worker.slab, {.argument_bytes = what.bytes,
                                                           .argument_alignment = what.alignment,
                                                           .number_bytes = number_bytes(worker, false)});
  task->body = what.body;
  // order: relaxed (all) — published with the task.
  task->parent.store(&root, std::memory_order_relaxed);
  task->depth.store(root.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task->group = nullptr;
  task->environment = root.environment;
  task->priority = what.priority;
  task->flags |= what.flags;
  if ((what.flags & graph::k_prefers) != 0) task->sequence = what.preference.word();
  if (what.bytes == 0) {
    task->argument = what.data;
  } else {
    std::memcpy(task->argument, what.data, what.bytes);
  }
  // Who sits in the seat may be another worker for a while than the one that took it.
  // order: relaxed — as in next_part().
  if (root.runner.load(std::memory_order_relaxed) == &worker) [[likely]] {
    constexpr std::uint64_t k_seldom = std::uint64_t{1} << 24;  // the count holds 2^31 reports
    if ((worker.member->created & (k_seldom - 1)) == k_seldom - 1) [[unlikely]]
      root.children.fold();
    root.children.created();
  } else {
    root.children.created_elsewhere();
  }
  worker.granularity.count();
  if (worker.recorder != nullptr) [[unlikely]]
    Notes<P>::note_created(worker, *task, what);
  Member<P>& member = *worker.member;
  // order: relaxed — as in count_created(), but nobody is held back.
  member.created_shown.store(++member.created, std::memory_order_relaxed);
  probe::task(worker.recorder, probe::Event::task_ready, *task);
  if (may_lie_on_top(worker)) [[likely]]
    return Runner<P>::enqueue(worker, *task);
  Runner<P>::mark_tasking(member);
  if (task->has(graph::k_prefers) && Runner<P>::put_where_preferred(*member.team, *task, member.seat)) return;
  typename Runner<P>::Sink(worker).put_for_all(*task);
}

}  // namespace heddle::runtime
