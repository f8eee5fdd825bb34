// Events of threads, of regions, and of the implicit tasks in them.
#pragma once

#include "rules.hpp"

namespace checker {

inline void on_thread_begin(ompt_thread_t kind, ompt_data_t* data) {
  MUST(self == nullptr || self->ended, "thread_begin: again");
  MUST(kind == ompt_thread_initial || kind == ompt_thread_worker, "thread_begin: kind %d", static_cast<int>(kind));
  MUST(data->ptr == nullptr, "thread_begin: its data are not null");
  self = new Thread;
  self->kind = kind;
  data->ptr = self;
  const std::lock_guard<std::mutex> guard(lock);
  threads->push_back(self);
}

inline void on_thread_end(ompt_data_t* data) {
  Thread* const thread = thread_of("thread_end");
  if (thread == nullptr) return;
  MUST(data->ptr == thread, "thread_end: of another thread");
  MUST(thread->tasks.empty(), "thread_end: inside a task");
  MUST(thread->regions.empty(), "thread_end: inside a region");
  thread->ended = true;
}

inline void on_parallel_begin(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* parallel,
                              unsigned requested, int flags, const void* caller) {
  Task* const task = of_running(encountering, "parallel_begin");
  if (task == nullptr) return;
  MUST(parallel->ptr == nullptr, "parallel_begin: its data are not null");
  MUST(requested > 0, "parallel_begin: no threads requested");
  MUST(frame != nullptr, "parallel_begin: no frame");
  if (frame != nullptr && caller != nullptr)
    MUST(frame->enter_frame.ptr != nullptr, "parallel_begin: the runtime has been entered from nowhere");
  const bool by_program = (flags & ompt_parallel_invoker_program) != 0;
  const bool by_runtime = (flags & ompt_parallel_invoker_runtime) != 0;
  const bool team = (static_cast<unsigned>(flags) & ompt_parallel_team) != 0;
  const bool league = (flags & ompt_parallel_league) != 0;
  MUST(by_program != by_runtime && team != league, "parallel_begin: flags %x", flags);
  auto* const region = new Region;
  region->encountering = task;
  region->requested = requested;
  region->flags = flags;
  region->caller = caller;
  parallel->ptr = region;
  self->regions.push_back(region);
  ++regions_open;
}

inline void on_parallel_end(ompt_data_t* parallel, ompt_data_t* encountering, int flags, const void* caller) {
  Region* const region = known<Region>(parallel, "parallel_end", "region");
  if (region == nullptr || of_running(encountering, "parallel_end") == nullptr) return;
  MUST(!self->regions.empty() && self->regions.back() == region, "parallel_end: not of the innermost region");
  if (!self->regions.empty()) self->regions.pop_back();
  --regions_open;
  MUST(region->encountering == encountering->ptr, "parallel_end: another task has met the region");
  MUST(region->flags == flags && region->caller == caller, "parallel_end: not as at the beginning");
  MUST(region->begun.load() == region->size.load(), "parallel_end: %u implicit tasks of %u", region->begun.load(),
       region->size.load());
  MUST(region->tasks.load() == 0, "parallel_end: %ld tasks have not ended", region->tasks.load());
  parallel->ptr = nullptr;
}

inline void begin_implicit(Region* region, ompt_data_t* data, unsigned size, unsigned index, int flags) {
  MUST(data->ptr == nullptr, "implicit_task: its data are not null");
  auto* const task = new Task;
  task->flags = flags;
  task->index = index;
  task->region = region;
  task->state = State::running;
  if (region == nullptr) {
    // Also that of a target region, which the host runs in place.
    MUST((flags & ompt_task_initial) != 0 && size == 1 && index == 1, "initial_task: flags %x, %u, %u", flags, size,
         index);
  } else {
    const bool league = (region->flags & ompt_parallel_league) != 0;
    MUST((flags & (league ? ompt_task_initial : ompt_task_implicit)) != 0, "implicit_task: flags %x", flags);
    MUST(size >= 1 && index < size, "implicit_task: %u of %u", index, size);
    MUST(size <= region->requested, "implicit_task: of %u, and %u were requested", size, region->requested);
    unsigned before = 0;
    if (!region->size.compare_exchange_strong(before, size))
      MUST(before == size, "implicit_task: of %u, and another of %u", size, before);
    ++region->begun;
    if (self->kind == ompt_thread_worker && self->regions.empty())
      MUST(self->tasks.empty(), "implicit_task: inside a task");
  }
  data->ptr = task;
  self->tasks.push_back(task);
}

inline void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* data, unsigned size,
                             unsigned index, int flags) {
  Thread* const thread = thread_of("implicit_task");
  if (thread == nullptr) return;
  if (endpoint == ompt_scope_begin) {
    const bool alone = (flags & ompt_task_initial) != 0 && parallel != nullptr && parallel->ptr == nullptr;
    return begin_implicit(alone ? nullptr : known<Region>(parallel, "implicit_task", "region"), data, size, index,
                          flags);
  }
  Task* const task = of_running(data, "implicit_task end");
  if (task == nullptr) return;
  MUST(endpoint == ompt_scope_end, "implicit_task: endpoint %d", static_cast<int>(endpoint));
  MUST(parallel == nullptr, "implicit_task end: with a region");
  MUST(size == 0, "implicit_task end: of %u", size);
  MUST(task->index == index && task->flags == flags, "implicit_task end: not as at the beginning");
  const bool initial = (task->flags & ompt_task_initial) != 0;
  MUST(initial || task->last_barrier_over, "implicit_task end: without its last barrier");
  end_of(*task, "implicit_task end");
  thread->tasks.pop_back();
  data->ptr = nullptr;
  retire(task);
}

}  // namespace checker
