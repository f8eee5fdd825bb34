// What holds of every event: it comes on a thread that has begun, of the task that this thread runs, and scopes close
// in the order in which they opened. On the thread of the event.
#pragma once

#include <cstddef>

#include "complaints.hpp"
#include "state.hpp"

namespace checker {

template <class T>
T* known(const ompt_data_t* data, const char* event, const char* what) {
  if (!MUST(data != nullptr, "%s: no %s", event, what)) return nullptr;
  auto* const object = static_cast<T*>(data->ptr);
  if (!MUST(object != nullptr, "%s: a %s that has not been told of", event, what)) return nullptr;
  return MUST(object->magic == object, "%s: a %s that is gone", event, what) ? object : nullptr;
}

inline bool is_lock(ompt_mutex_t kind) {
  return kind == ompt_mutex_lock || kind == ompt_mutex_test_lock || kind == ompt_mutex_nest_lock ||
         kind == ompt_mutex_test_nest_lock;
}

// Every event comes on a thread that has begun, and before the tool is ended.
inline Thread* thread_of(const char* event) {
  MUST(!finalized.load(), "%s: after the tool's end", event);
  if (!MUST(self != nullptr, "%s: on a thread that has not begun", event)) return nullptr;
  if (!MUST(!self->ended, "%s: on a thread that has ended", event)) return nullptr;
  const ompt_data_t* const data = get_thread_data();
  MUST(data != nullptr && data->ptr == self, "%s: ompt_get_thread_data is not of this thread", event);
  return self;
}

inline Task* running(const char* event) {
  Thread* const thread = thread_of(event);
  if (thread == nullptr || !MUST(!thread->tasks.empty(), "%s: on a thread without a task", event)) return nullptr;
  return thread->tasks.back();
}

// The program has gone on: an undeferred task must have ended.
inline void goes_on(Task& task, const char* event) {
  if (task.undeferred == nullptr) return;
  const State state = task.undeferred->state.load();
  MUST(state == State::ended || state == State::waits_for_event, "%s: before an undeferred task has ended", event);
  task.undeferred = nullptr;
}

// The event is of this thread's task.
inline Task* of_running(const ompt_data_t* data, const char* event) {
  Task* const task = known<Task>(data, event, "task");
  Task* const mine = running(event);
  if (task == nullptr || mine == nullptr) return nullptr;
  MUST(task == mine, "%s: of a task that this thread does not run", event);
  goes_on(*mine, event);
  return mine;
}

inline void begin(Task& task, Scope scope, int kind) { task.open.push_back({scope, kind}); }
inline void end(Task& task, Scope scope, int kind, const char* event) {
  const char* const name = k_scope_names[static_cast<int>(scope)];
  if (!MUST(!task.open.empty(), "%s: the end of a %s (%d) that is not open", event, name, kind)) return;
  const Open top = task.open.back();
  MUST(top.scope == scope && top.kind == kind, "%s: the end of a %s (%d) inside a %s (%d)", event, name, kind,
       k_scope_names[static_cast<int>(top.scope)], top.kind);
  task.open.pop_back();
}

// What the inquiry functions say must be what the event says.
inline void check_inquiries(const Task& task, const ompt_data_t* data, const ompt_data_t* parallel, const char* event) {
  int flags = 0, number = -1, threads = 0;
  ompt_data_t *told = nullptr, *region = nullptr, *same = nullptr;
  ompt_frame_t* frame = nullptr;
  MUST(get_task_info(0, &flags, &told, &frame, &region, &number) == 2, "%s: ompt_get_task_info knows no task", event);
  MUST(told == data, "%s: ompt_get_task_info speaks of another task", event);
  MUST(flags == task.flags, "%s: ompt_get_task_info says flags %x, not %x", event, flags, task.flags);
  MUST(parallel == nullptr || region == parallel, "%s: ompt_get_task_info speaks of another region", event);
  MUST(get_parallel_info(0, &same, &threads) == 2, "%s: ompt_get_parallel_info knows no region", event);
  MUST(same == region, "%s: the two inquiries speak of different regions", event);
  MUST(number >= 0 && number < threads, "%s: thread %d of %d", event, number, threads);
}

inline void retire(Task* task) {
  constexpr std::size_t k_kept = 512;
  std::vector<Task*>& gone = self->gone;
  gone.push_back(task);
  if (gone.size() < 2 * k_kept) return;
  for (std::size_t i = 0; i < k_kept; ++i) {
    gone[i]->magic = nullptr;
    delete gone[i];
  }
  gone.erase(gone.begin(), gone.begin() + k_kept);
}

inline void end_of(Task& task, const char* event) {
  MUST(task.state.exchange(State::ended) != State::ended, "%s: a task ends twice", event);
  MUST(task.open.empty(), "%s: a task ends inside a %s", event,
       task.open.empty() ? "" : k_scope_names[static_cast<int>(task.open.back().scope)]);
  MUST(!task.wants_dependences, "%s: a task's dependences were not told", event);
  goes_on(task, event);
  if (task.region != nullptr && (task.flags & (ompt_task_explicit | ompt_task_taskwait)) != 0) --task.region->tasks;
}

}  // namespace checker
