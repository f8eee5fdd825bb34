// Events of tasks: made, with their dependences, switched to and away from, and ended.
#pragma once

#include "rules.hpp"

namespace checker {

inline void on_task_create(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                           int has_dependences, const void* /*caller*/) {
  Task* const creator = of_running(encountering, "task_create");
  if (creator == nullptr) return;
  MUST(created->ptr == nullptr, "task_create: its data are not null");
  MUST(frame != nullptr, "task_create: no frame");
  const int kind = flags & 0xff;
  MUST(kind == ompt_task_explicit || kind == ompt_task_taskwait, "task_create: flags %x", flags);
  if (kind == ompt_task_taskwait)
    MUST((flags & ompt_task_undeferred) != 0 && (flags & ompt_task_mergeable) != 0, "task_create: flags %x", flags);
  auto* const task = new Task;
  task->flags = flags;
  task->creator = creator;
  task->wants_dependences = has_dependences != 0;
  for (auto each = self->tasks.rbegin(); each != self->tasks.rend() && task->region == nullptr; ++each)
    if (((*each)->flags & ompt_task_implicit) != 0) task->region = (*each)->region;
  if (task->region != nullptr) ++task->region->tasks;
  created->ptr = task;
  if ((flags & ompt_task_undeferred) != 0) creator->undeferred = task;
}

inline void on_dependences(ompt_data_t* data, const ompt_dependence_t* list, int count) {
  Task* const task = known<Task>(data, "dependences", "task");
  if (task == nullptr || running("dependences") == nullptr) return;
  MUST(list != nullptr && count > 0, "dependences: none");
  bool doacross = false;
  for (int i = 0; i < count; ++i) {
    const int type = list[i].dependence_type;
    doacross = doacross || type == ompt_dependence_type_source || type == ompt_dependence_type_sink;
    const bool all = type == ompt_dependence_type_out_all_memory || type == ompt_dependence_type_inout_all_memory;
    MUST((type >= 1 && type <= 7) || all, "dependences: type %d", type);
    if (all) MUST(list[i].variable.ptr == nullptr, "dependences: all memory has an address");
  }
  if (doacross) {
    MUST(task == self->tasks.back(), "dependences: iterations of a task that this thread does not run");
    return;
  }
  MUST(task->wants_dependences, "dependences: of a task without any, or twice");
  MUST(task->state.load() == State::created, "dependences: of a task that has begun");
  task->wants_dependences = false;
}

inline void on_task_dependence(ompt_data_t* before, ompt_data_t* after) {
  Task* const first = known<Task>(before, "task_dependence", "task");
  Task* const second = known<Task>(after, "task_dependence", "task");
  if (first == nullptr || second == nullptr) return;
  MUST(first != second, "task_dependence: of a task on itself");
  MUST(second->state.load() == State::created, "task_dependence: of a task that has begun");
}

inline void switch_to(Task* next) {
  if (next == nullptr) return complain("task_schedule: switch to no task");
  State created = State::created;
  if (!next->state.compare_exchange_strong(created, State::running))
    complain("task_schedule: a task begins that has begun");
  MUST(!next->wants_dependences, "task_schedule: a task begins before its dependences are told");
  self->tasks.push_back(next);
}

inline void leave(Task& prior, Task* next, State state) {
  std::vector<Task*>& tasks = self->tasks;
  if (state == State::ended || prior.fulfilled.load()) {
    end_of(prior, "task_schedule");
  } else {
    State running = State::running;
    if (!prior.state.compare_exchange_strong(running, state)) end_of(prior, "task_schedule");
  }
  tasks.pop_back();
  MUST(!tasks.empty() && next == tasks.back(), "task_schedule: not back to the task that was left");
  if (state == State::ended) retire(&prior);
}

inline void fulfill(Task& task, bool late) {
  if (!late) {
    task.fulfilled = true;
    return;
  }
  MUST(task.state.load() == State::waits_for_event, "task_schedule: a late event of a task that does not wait for it");
  end_of(task, "task_schedule");
}

inline void on_task_schedule(ompt_data_t* prior_data, ompt_task_status_t status, ompt_data_t* next_data) {
  if (thread_of("task_schedule") == nullptr) return;
  Task* const prior = known<Task>(prior_data, "task_schedule", "task");
  if (prior == nullptr) return;
  Task* const next = next_data == nullptr ? nullptr : known<Task>(next_data, "task_schedule", "next task");
  if (status == ompt_task_early_fulfill || status == ompt_task_late_fulfill) {
    MUST(next_data == nullptr, "task_schedule: an event with a next task");
    return fulfill(*prior, status == ompt_task_late_fulfill);
  }
  if (status == ompt_taskwait_complete) {
    MUST((prior->flags & ompt_task_taskwait) != 0 && next_data == nullptr, "task_schedule: the end of no taskwait");
    end_of(*prior, "task_schedule");
    return retire(prior);
  }
  if (!MUST(!self->tasks.empty() && prior == self->tasks.back(), "task_schedule: from a task that does not run here"))
    return;
  switch (status) {
    case ompt_task_switch:
    case ompt_task_yield:
      return switch_to(next);
    case ompt_task_complete:
    case ompt_task_cancel:
      return leave(*prior, next, State::ended);
    case ompt_task_detach:
      return leave(*prior, next, State::waits_for_event);
    default:
      complain("task_schedule: status %d", static_cast<int>(status));
  }
}

}  // namespace checker
