// Events of what keeps others out: locks, critical constructs and the like.
#pragma once

#include <mutex>

#include "rules.hpp"

namespace checker {

inline void on_lock_init(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*impl*/, ompt_wait_id_t wait,
                         const void* /*caller*/) {
  if (running("lock_init") == nullptr) return;
  const std::lock_guard<std::mutex> guard(lock);
  (*locks)[wait] = kind;
}

inline void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("lock_destroy") == nullptr) return;
  const std::lock_guard<std::mutex> guard(lock);
  const auto found = locks->find(wait);
  if (!MUST(found != locks->end(), "lock_destroy: of a lock that was not made")) return;
  MUST(found->second == kind, "lock_destroy: kind %d of a lock of kind %d", static_cast<int>(kind), found->second);
  locks->erase(found);
}

inline void on_mutex_acquire(ompt_mutex_t kind, unsigned /*hint*/, unsigned /*impl*/, ompt_wait_id_t wait,
                             const void* /*caller*/) {
  Task* const task = running("mutex_acquire");
  if (task == nullptr) return;
  goes_on(*task, "mutex_acquire");
  const bool tried = self->mutex == ompt_mutex_test_lock || self->mutex == ompt_mutex_test_nest_lock;
  MUST(!self->acquiring || tried, "mutex_acquire: while another is being acquired");
  self->acquiring = true;
  self->mutex = kind;
  self->wait = wait;
  if (!is_lock(kind)) return;
  const std::lock_guard<std::mutex> guard(lock);
  MUST(locks->count(wait) != 0, "mutex_acquire: a lock that was not made");
}

// A lock that has been tried is held as any other.
inline int kind_held(ompt_mutex_t kind) {
  if (kind == ompt_mutex_test_lock) return ompt_mutex_lock;
  return kind == ompt_mutex_test_nest_lock ? ompt_mutex_nest_lock : kind;
}

inline void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("mutex_acquired") == nullptr) return;
  MUST(self->acquiring && self->mutex == kind && self->wait == wait, "mutex_acquired: not what was to be acquired");
  self->acquiring = false;
  ++self->held[{kind_held(kind), wait}];
}

// The owner of a lock is a task, which another thread may have run.
inline void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("mutex_released") == nullptr) return;
  const auto found = self->held.find({kind_held(kind), wait});
  if (found == self->held.end()) {
    MUST(is_lock(kind), "mutex_released: kind %d, which this thread does not hold", static_cast<int>(kind));
    return;
  }
  if (--found->second == 0) self->held.erase(found);
}

inline void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void* /*caller*/) {
  if (running("nest_lock") == nullptr) return;
  MUST(endpoint == ompt_scope_begin || endpoint == ompt_scope_end, "nest_lock: endpoint %d", endpoint);
  self->acquiring = false;
  static_cast<void>(wait);
}

}  // namespace checker
