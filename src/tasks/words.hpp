// What lies in the words of heddle_group and heddle_event, which programs keep for us.
#pragma once

#include "heddle/task.h"
#include "process/types.hpp"
#include "tasks/event_protocol.hpp"

namespace heddle::tasks {

using P = platform::Threads;

/// heddle_group. All words are 0 at first and after each wait.
struct GroupWords {
  process::Group* group;  // null: there is no task in it yet; written by the owner's thread only
  process::Task* owner;
  P::atomic<std::uint64_t> cancelled;  // 1: it is
  std::uint64_t unused;
};
static_assert(sizeof(GroupWords) == sizeof(heddle_group));

inline GroupWords& words_of(heddle_group& group) noexcept { return reinterpret_cast<GroupWords&>(group); }

/// heddle_event. All words are 0 at first.
struct EventWords {
  EventProtocol<P, heddle_continuation> happening;
  P::atomic<process::Worker*> runs_on;  // where the task runs that will complete it; null: not known
  P::atomic<const char*> by;            // that task's name
  P::atomic<std::uint64_t> above;       // so many waits for events lay below it on that worker's stack when it began
  std::uint64_t unused;

  bool done() const noexcept { return happening.done(); }
};
static_assert(sizeof(EventWords) == sizeof(heddle_event));

inline EventWords& words_of(heddle_event& event) noexcept { return reinterpret_cast<EventWords&>(event); }
inline const EventWords& words_of(const heddle_event& event) noexcept {
  return reinterpret_cast<const EventWords&>(event);
}

/// heddle_coroutine. Both null: none.
struct CoroutineWords {
  process::Task* task;
  const process::Team* team;
};
static_assert(sizeof(CoroutineWords) == sizeof(heddle_coroutine));

inline CoroutineWords& words_of(heddle_coroutine& whole) noexcept { return reinterpret_cast<CoroutineWords&>(whole); }
inline const CoroutineWords& words_of(const heddle_coroutine& whole) noexcept {
  return reinterpret_cast<const CoroutineWords&>(whole);
}

}  // namespace heddle::tasks
