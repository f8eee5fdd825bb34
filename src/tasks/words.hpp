// What lies in the words of heddle_group and heddle_event, which programs keep for us.
#pragma once

#include "heddle/task.h"
#include "process/types.hpp"
#include "tasks/happening.hpp"

namespace heddle::tasks {

using P = platform::Threads;

/// heddle_group. All words are 0 at first and after each wait.
struct Group {
  process::Group* group;  // null: there is no task in it yet; written by the owner's thread only
  process::Task* owner;
  P::atomic<std::uint64_t> cancelled;  // 1: it is
  std::uint64_t unused;
};
static_assert(sizeof(Group) == sizeof(heddle_group));

inline Group& words_of(heddle_group& group) noexcept { return reinterpret_cast<Group&>(group); }

/// heddle_event. All words are 0 at first.
struct Event {
  Happening<P, heddle_continuation> happening;
  P::atomic<process::Worker*> runs_on;  // where the task runs that will complete it; null: not known
  P::atomic<const char*> by;            // that task's name
  P::atomic<std::uint64_t> above;       // so many waits for events lay below it on that worker's stack when it began
  std::uint64_t unused;

  bool done() const noexcept { return happening.done(); }
};
static_assert(sizeof(Event) == sizeof(heddle_event));

inline Event& words_of(heddle_event& event) noexcept { return reinterpret_cast<Event&>(event); }
inline const Event& words_of(const heddle_event& event) noexcept { return reinterpret_cast<const Event&>(event); }

/// heddle_whole. Both null: none.
struct Whole {
  process::Task* task;
  const process::Team* team;
};
static_assert(sizeof(Whole) == sizeof(heddle_whole));

inline Whole& words_of(heddle_whole& whole) noexcept { return reinterpret_cast<Whole&>(whole); }
inline const Whole& words_of(const heddle_whole& whole) noexcept { return reinterpret_cast<const Whole&>(whole); }

}  // namespace heddle::tasks
