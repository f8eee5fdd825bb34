// Notes: what a worker with a recorder says of tasks and seats, to the trace and to the watcher; see probe/points.hpp
// and watcher.hpp.
//
// While a process is traced, every task has a block and a number, which lies at the block's very end, so that tasks are
// not larger when nobody listens. No task is included then (run_included); else everything goes its usual way.
#pragma once

#include "base/frame.hpp"
#include "graph/task_memory.hpp"
#include "runtime/runtime.hpp"
#include "runtime/spawn.hpp"
#include "runtime/team.hpp"
#include "runtime/watcher.hpp"

namespace heddle::runtime {

template <class P>
struct Notes {
  using Task = graph::Task<P>;
  using W = Worker<P>;

  /// For the trace: the worker sits in a team of so many threads. @pre it has a recorder
  static void note_seated(W& worker, std::uint32_t threads) noexcept;
  /// For trace and watcher, @pre as above: the other moments of a region; see watcher.hpp.
  static void note_left(W& worker) noexcept;
  static void note_opens(W& master, Team<P>& team, std::uint32_t asked) noexcept;
  static void note_closes(W& master) noexcept;
  static void note_closed(W& master, Team<P>& team) noexcept;
  static void note_out_of_work(W& worker) noexcept;
  /// Whether a watcher wants to hear that again.
  static bool must_say_more(const W& worker) noexcept;
  /// Calls the code of the task that the worker runs.
  static void call_noted(W& worker, graph::Body body, void* argument) noexcept;

  static void note_created(W& worker, Task& task, const Spawn& what) noexcept;
  static void note_copied(W& worker, Task& task) noexcept;
  static void note_started(W& worker, Task& task, Task& before) noexcept;
  static void note_ended(W& worker, Task& task, Task& next) noexcept;
};

// Before anybody else can meet the task.
template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_created(W& worker, Task& task, const Spawn& what) noexcept {
  probe::Recorder& recorder = *worker.recorder;
  const std::uint64_t number = graph::number_in_block(task) = recorder.new_task();
  const int undeferred = what.undeferred ? graph::k_undeferred : 0;
  recorder.note({.task = number,
                 .a = trace_id(*worker.task),
                 .b = reinterpret_cast<std::uint64_t>(what.body),
                 .event = probe::Event::task_created,
                 .detail = static_cast<std::uint16_t>(task.flags | undeferred),
                 .extra = static_cast<std::uint32_t>(what.priority)});
  const bool waits = (what.flags & graph::k_undeferred) != 0;  // stands for a wait (wait_accesses): moves nothing
  for (std::uint32_t index = 0; index < what.access_count; ++index) {
    const bool no_data = waits || what.accesses[index].address == graph::k_all_memory;
    recorder.note({.task = number,
                   .a = reinterpret_cast<std::uint64_t>(what.accesses[index].address),
                   .b = no_data ? 0 : what.accesses[index].bytes,
                   .event = probe::Event::access,
                   .detail = static_cast<std::uint16_t>(what.accesses[index].mode)});
  }
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->task_created(worker, task, what);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_copied(W& worker, Task& task) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->arguments_copied(worker, task);
}

// The worker has taken its seat. The number of an implicit task lies where others have their arguments.
template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_seated(W& worker, std::uint32_t threads) noexcept {
  Task& task = *worker.task;
  const std::uint64_t number = worker.recorder->new_task();
  task.argument = reinterpret_cast<void*>(number);
  // order: relaxed — set by this thread.
  const Task* const parent = task.parent.load(std::memory_order_relaxed);
  worker.recorder->note({.task = number,
                         .a = parent == nullptr ? 0 : trace_id(*parent),
                         .b = threads,
                         .event = probe::Event::region_begin,
                         .extra = worker.member->seat});
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->seat_taken(worker);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_left(W& worker) noexcept {
  probe::task(worker.recorder, probe::Event::region_end, worker.member->implicit);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->seat_left(worker);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_opens(W& master, Team<P>& team, std::uint32_t asked) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_opens(master, team, asked);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_closes(W& master) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_closes(master);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_closed(W& master, Team<P>& team) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_closed(master, team);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_out_of_work(W& worker) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->out_of_work(worker);
}

template <class P>
[[gnu::cold, gnu::noinline]] bool Notes<P>::must_say_more(const W& worker) noexcept {
  const Watcher<P>* const watcher = worker.runtime->hooks().watcher;
  return watcher != nullptr && watcher->is_called(worker);
}

// Says from which frame the worker's task is called, and calls it.
template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::call_noted(W& worker, graph::Body body, void* argument) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->code_called(worker, __builtin_frame_address(0));
  body(argument);
  base::keep_frame();
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_started(W& worker, Task& task, Task& before) noexcept {
  probe::task(worker.recorder, probe::Event::task_started, task);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->task_starts(worker, task, before);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Notes<P>::note_ended(W& worker, Task& task, Task& next) noexcept {
  probe::task(worker.recorder, probe::Event::task_ended, task);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->task_ends(worker, task, next);
}

}  // namespace heddle::runtime
