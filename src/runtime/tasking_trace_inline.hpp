// What a worker with a recorder says of tasks and seats, to the trace and to the watcher; see probe/points.hpp and
// watcher.hpp. Included by tasking.hpp only.
//
// While a process is traced, every task has a block and a number, which lies at the block's very end, so that tasks are
// not larger when nobody listens. No task is included then (run_included); else everything goes its usual way.
#pragma once

#include "base/frame.hpp"

namespace heddle::runtime {

// Before anybody else can meet the task.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_created(W& worker, Task& task, const Spawn& what) noexcept {
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
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_copied(W& worker, Task& task) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->arguments_copied(worker, task);
}

// The worker has taken its seat. The number of an implicit task lies where others have their arguments.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_seated(W& worker, std::uint32_t threads) noexcept {
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
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_left(W& worker) noexcept {
  probe::task(worker.recorder, probe::Event::region_end, worker.member->implicit);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->seat_left(worker);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_opens(W& master, Team<P>& team, std::uint32_t asked) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_opens(master, team, asked);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_closes(W& master) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_closes(master);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_closed(W& master, Team<P>& team) noexcept {
  if (Watcher<P>* watcher = master.runtime->hooks().watcher) watcher->region_closed(master, team);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_out_of_work(W& worker) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->out_of_work(worker);
}

template <class P>
[[gnu::cold, gnu::noinline]] bool Tasking<P>::must_say_more(const W& worker) noexcept {
  const Watcher<P>* const watcher = worker.runtime->hooks().watcher;
  return watcher != nullptr && watcher->is_called(worker);
}

// Says from which frame the worker's task is called, and calls it.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::call_noted(W& worker, graph::Body body, void* argument) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->code_called(worker, __builtin_frame_address(0));
  body(argument);
  base::keep_frame();
}
// As call_body(), but always out of this frame: it is the one that a tool is told of.
template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::call_body_noted(W& worker, Task& task) noexcept {
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->code_called(worker, __builtin_frame_address(0));
  if (--worker.until_sample == 0) {
    time_body(worker, task);
    // order: relaxed (both) — a hint; the parent of a task that runs is there.
  } else if (task.parent.load(std::memory_order_relaxed)->runner.load(std::memory_order_relaxed) != &worker) {
    watch_body(worker, task);
  } else {
    task.body(task.argument);
  }
  base::keep_frame();
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_started(W& worker, Task& task, Task& before) noexcept {
  probe::task(worker.recorder, probe::Event::task_started, task);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->task_starts(worker, task, before);
}

template <class P>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_ended(W& worker, Task& task, Task& next) noexcept {
  probe::task(worker.recorder, probe::Event::task_ended, task);
  if (Watcher<P>* watcher = worker.runtime->hooks().watcher) watcher->task_ends(worker, task, next);
}

}  // namespace heddle::runtime
