// Tasks made in two steps: first the room, which the program fills in, then the task. For LLVM's interface, whose
// compiler builds the arguments in place. Included by spawner.hpp only.
//
// A reserved block has room for some records between task and arguments: as many as the last two tasks with this code
// had accesses, for how many this one has is known only when it is spawned. Invariant: until then it is its maker's
// alone, and no counter knows it.
#pragma once

namespace heddle::runtime {

inline constexpr std::uint32_t k_records_with_arguments_apart = 4;

template <class P>
graph::Task<P>& Spawner<P>::reserve(W& worker, const Reserve& what) noexcept {
  const std::size_t bytes = what.bytes;
  std::size_t alignment = what.alignment;
  const std::uint32_t records = worker.granularity.kinds.of(what.code).usual_accesses();
  const std::size_t behind = number_bytes(worker, what.eventful);
  if (worker.recorder != nullptr) [[unlikely]]
    alignment = worker.recorder->argument_alignment(alignment);
  const std::size_t shift = graph::layout::align_up(records * sizeof(graph::Record<P>), alignment);
  const bool fits =
      graph::layout::align_up(sizeof(Task), alignment) + shift + bytes + behind <= memory::Slab<P>::k_largest &&
      alignment <= base::k_line_bytes;
  Task* task = nullptr;
  if (fits) [[likely]] {  // nothing is written to the records that may not be needed
    task = graph::allocate_task<P>(worker.slab, {.argument_bytes = shift + bytes,
                                                 .argument_alignment = alignment,
                                                 .number_bytes = behind,
                                                 .slots = graph::k_most_slots});
    task->argument = static_cast<char*>(task->argument) + shift;
  } else {
    task = graph::allocate_task<P>(worker.slab, {.argument_bytes = bytes,
                                                 .argument_alignment = alignment,
                                                 .accesses = k_records_with_arguments_apart,
                                                 .number_bytes = behind});
    task->records = nullptr;
  }
  task->body = what.body;
  task->flags |= graph::k_wrapped;
  if (what.eventful) tell_team(worker, *task);  // once: from when it is exposed on others may read it
  return *task;
}

// Behind the task, in front of the arguments and the slots that lie before these.
template <class P>
bool Spawner<P>::has_room(const Task& task, std::uint32_t records) noexcept {
  if (task.has(graph::k_separate)) return records <= k_records_with_arguments_apart;
  const auto* const end = static_cast<const char*>(task.argument) - task.slots * sizeof(Task*);
  return records * sizeof(graph::Record<P>) <= static_cast<std::size_t>(end - reinterpret_cast<const char*>(&task + 1));
}

// Where there is no room for so many they lie apart, as the arguments perhaps do already.
template <class P>
void Spawner<P>::make_records(Task& task, std::uint32_t count) noexcept {
  if (has_room(task, count)) [[likely]] {
    task.records = reinterpret_cast<graph::Record<P>*>(&task + 1);
  } else {
    char* const piece = graph::layout::separate_with_head(count * sizeof(graph::Record<P>), base::k_line_bytes,
                                                          task.has(graph::k_separate) ? task.argument : nullptr);
    task.records = reinterpret_cast<graph::Record<P>*>(piece + sizeof(graph::layout::RecordsHead));
    task.flags |= graph::k_separate;
  }
  for (std::uint32_t index = 0; index < count; ++index) task.records[index].exclusion_and_mode = 0;
  task.records[count - 1].exclusion_and_mode = graph::Record<P>::k_last;
  task.dependences.reset();
}

template <class P>
inline void Spawner<P>::give_up_reserved(W& worker, Task& task) noexcept {
  graph::free_task(worker.slab, &task);
}

template <class P>
void Spawner<P>::begin_reserved(W& worker, Task& task, const Spawn& what) noexcept {
  if (worker.recorder != nullptr || (what.flags & graph::k_detachable) != 0) [[unlikely]]
    return begin_as_block(worker, task, what);
  task.flags |= what.flags;
  begin_included(worker, task);
}

template <class P>
void Spawner<P>::end_reserved(W& worker, Task& task) noexcept {
  if (!task.has(graph::k_included)) [[unlikely]]
    return end_as_block(worker, task);
  end_included(worker, task);
  give_up_reserved(worker, task);
}

// The same for a task that somebody may meet: who looks may ask for its mark, and its event may happen later.
template <class P>
[[gnu::cold, gnu::noinline]] void Spawner<P>::begin_as_block(W& worker, Task& task, const Spawn& what) noexcept {
  Task& creator = Runner<P>::settle(worker);
  if (what.access_count != 0) make_records(task, what.access_count);
  adopt(creator, &task, what);
  if ((what.flags & graph::k_detachable) != 0) Runner<P>::mark_tasking(*worker.member);
  count_created(worker);
  if (worker.recorder != nullptr) Notes<P>::note_created(worker, task, what);
  if (task.records != nullptr) submit_undeferred(worker, task);
  ++worker.in_place;
  worker.task = &task;
  // order: relaxed — compared by others, with their own address only (report()).
  task.runner.store(&worker, std::memory_order_relaxed);
  if (worker.recorder != nullptr) Notes<P>::note_started(worker, task, creator);
}

// Its creator goes on, so what it makes ready is queued.
template <class P>
[[gnu::cold, gnu::noinline]] void Spawner<P>::end_as_block(W& worker, Task& task) noexcept {
  // order: relaxed — its creator runs it.
  Task* const outer = task.parent.load(std::memory_order_relaxed);
  if (worker.recorder != nullptr) Notes<P>::note_ended(worker, task, *outer);
  worker.task = outer;
  if (!task.has(graph::k_detachable) || !Runner<P>::leave_for_event(worker, task)) {
    if (Task* const next = Runner<P>::end(worker, &task)) Runner<P>::enqueue(worker, *next);
  }
  if (--worker.in_place == 0 && worker.put_off) [[unlikely]]
    run_put_off(worker);
}

// Waits until the task, which the creator will run itself, has no predecessor left.
template <class P>
void Spawner<P>::submit_undeferred(W& worker, Task& task) noexcept {
  task.flags |= graph::k_undeferred;
  Runner<P>::mark_tasking(*worker.member);
  {
    typename Runner<P>::Sink sink(worker, Rest::own_work);
    if (worker.member->team->manager->submit(*worker.task, task,
                                             {worker.slab, sink, worker.member->seat, worker.recorder})) {
      return probe::task(worker.recorder, probe::Event::task_ready, task);
    }
  }
  Waits<P>::await_ready(worker, task);
}

template <class P>
void Spawner<P>::expose_reserved(W& worker, Task& task) noexcept {
  // order: relaxed — the program hands the event to others.
  task.parent.store(&Runner<P>::settle(worker), std::memory_order_relaxed);
  Runner<P>::mark_tasking(*worker.member);  // it may be all there is to wait for
}

// Runs it on its creator's stack. Its block, in which its arguments lie, is to be given up then.
template <class P>
[[gnu::always_inline]] inline void Spawner<P>::include_reserved(W& worker, Task& task, std::uint16_t flags) noexcept {
  include(worker, task.body, task.argument,
          static_cast<std::uint16_t>(flags | (task.flags & (graph::k_wrapped | graph::k_run_if_cancelled))));
}

template <class P>
inline void Spawner<P>::run_reserved(W& worker, TaskKind& kind, Task& task, std::uint16_t flags) noexcept {
  const bool timed = kind.time_next_run();
  const graph::Body code = kind.body();  // others may take the kind's place meanwhile
  const std::uint64_t spawns = worker.granularity.made();
  const std::uint64_t start = timed ? P::now_ns() : 0;
  {
    const InCreator shown(worker, code);
    include_reserved(worker, task, flags);
  }
  if (timed) [[unlikely]]
    worker.granularity.kinds.of(code).learn_run(P::now_ns() - start, worker.granularity.made() != spawns);
  give_up_reserved(worker, task);
}

// As spawn_plain(): who has nobody to give it to neither chooses nor times.
template <class P>
[[gnu::always_inline]] inline void Spawner<P>::spawn_reserved_plain(W& worker, Task& task, graph::Body code) noexcept {
  if (worker.member->team->size == 1) return spawn_reserved_alone(worker, task, code);
  spawn_reserved(worker, task, {.body = code});
}

template <class P>
[[gnu::noinline]] void Spawner<P>::spawn_reserved_alone(W& worker, Task& task, graph::Body code) noexcept {
  if (worker.recorder != nullptr || !has_stack(worker)) [[unlikely]]
    return spawn_reserved(worker, task, {.body = code});
  worker.granularity.kinds.of(code).learn_accesses(0);
  worker.granularity.count();
  include_reserved(worker, task, 0);
  give_up_reserved(worker, task);
}

template <class P>
void Spawner<P>::spawn_reserved(W& worker, Task& task, const Spawn& what) noexcept {
  TaskKind& kind = worker.granularity.kinds.of(what.body);
  kind.learn_accesses(what.access_count);
  const Creation way = choose(worker, what, kind);
  const auto run_here = [&](TaskKind& known) {
    if (!way.forced) return run_reserved(worker, known, task, what.flags);
    include_reserved(worker, task, what.flags);
    give_up_reserved(worker, task);
  };
  if (run_at_once(worker, what, way, run_here)) return;
  const OffloadTimer gift(kind);
  Spawn request = what;
  if (way.now && way.free) request.access_count = 0;
  if (request.access_count != 0) make_records(task, request.access_count);
  adopt(Runner<P>::settle(worker), &task, request);
  if (way.eventful) Runner<P>::mark_tasking(*worker.member);
  if (way.undeferred) task.flags |= graph::k_undeferred;
  if (worker.recorder != nullptr) [[unlikely]]
    Notes<P>::note_created(worker, task, what);
  launch(worker, &task, way.now);
  gift.given(worker.granularity);
}

}  // namespace heddle::runtime
