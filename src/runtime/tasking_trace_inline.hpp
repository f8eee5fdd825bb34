// What a traced worker says of new tasks and of seats; see probe/points.hpp. Included by tasking.hpp only.
//
// While a process is traced, every task has a block and a number, which lies at the block's very end, so that tasks are
// not larger when nobody listens. No task is included then (run_included); else everything goes its usual way.
#pragma once

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
  for (std::uint32_t index = 0; index < what.access_count; ++index) {
    recorder.note({.task = number,
                   .a = reinterpret_cast<std::uint64_t>(what.accesses[index].address),
                   .event = probe::Event::access,
                   .detail = static_cast<std::uint16_t>(what.accesses[index].mode)});
  }
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
}

}  // namespace heddle::runtime
