// What lies in the words of heddle_group and heddle_event, which programs keep for us.
#pragma once

#include "heddle/task.h"
#include "omp/region.hpp"

namespace heddle::task {

using P = platform::Threads;

/// heddle_group. All words are 0 at first and after each wait.
struct Group {
  omp::Group* group;  // null: there is no task in it yet; written by the owner's thread only
  omp::Task* owner;
  P::atomic<std::uint64_t> cancelled;  // 1: it is
  std::uint64_t unused;
};
static_assert(sizeof(Group) == sizeof(heddle_group));

inline Group& words_of(heddle_group& group) noexcept { return reinterpret_cast<Group&>(group); }

/// heddle_event. All words are 0 at first.
struct Event {
  static constexpr std::uintptr_t k_completed = 1;  // in both of the first words: it has happened
  static constexpr std::uintptr_t k_reserved = 2;   // in `bound`: a task that ends with it is being made

  P::atomic<std::uintptr_t> listeners;  // heddle_continuation*, the last one first; or k_completed
  P::atomic<std::uintptr_t> bound;      // the task that ends with it
  P::atomic<omp::Worker*> runs_on;      // where the task runs that will complete it; null: not known
  P::atomic<const char*> by;            // that task's name
  std::uint64_t unused[2];

  bool done() const noexcept {
    // order: acquire — pairs with the exchange in complete(): what was done before it is visible.
    return listeners.load(std::memory_order_acquire) == k_completed;
  }
};
static_assert(sizeof(Event) == sizeof(heddle_event));

inline Event& words_of(heddle_event& event) noexcept { return reinterpret_cast<Event&>(event); }
inline const Event& words_of(const heddle_event& event) noexcept { return reinterpret_cast<const Event&>(event); }

}  // namespace heddle::task
