// What a tool hears of nestable locks: the first set by a task takes the lock, further ones only count.
//
// The functions are those of the front, given as template arguments. Called by watched.cpp's table.
#pragma once

#include "omp/locks.hpp"
#include "ompt/around.hpp"

namespace heddle::gomp {

using omp::NestLock;
using omp::OldNestLock;

inline NestLock& lock_in(NestLock* lock) noexcept { return *lock; }
inline OldNestLock& lock_in(OldNestLock* lock) noexcept { return *lock; }
inline NestLock& lock_in(NestLock** lock) noexcept { return **lock; }

/// The form in which the program has a pointer to the lock: it points somewhere only between make and destroy.
class MakePointed {
 public:
  explicit MakePointed(NestLock** lock) noexcept : lock_(lock) {}
  MakePointed(const MakePointed&) = delete;
  MakePointed& operator=(const MakePointed&) = delete;
  ~MakePointed() { ompt::made_lock(ompt_mutex_nest_lock, *lock_); }

 private:
  NestLock** lock_;
};
struct DestroyPointed {
  explicit DestroyPointed(NestLock** lock) noexcept { ompt::destroyed_lock(ompt_mutex_nest_lock, *lock); }
};

template <auto test, auto set, class Lock>
void set_nest_lock(Lock* lock) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  ompt::acquire_mutex(ompt_mutex_nest_lock, &lock_in(lock));
  int depth = test(lock);
  if (depth == 0) {
    set(lock);
    depth = 1;
  }
  if (depth == 1) return ompt::acquired_mutex(ompt_mutex_nest_lock, &lock_in(lock));
  ompt::nest_lock(ompt_scope_begin, &lock_in(lock));
}

template <auto test, class Lock>
int test_nest_lock(Lock* lock) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  ompt::acquire_mutex(ompt_mutex_test_nest_lock, &lock_in(lock));
  const int depth = test(lock);
  if (depth == 1) ompt::acquired_mutex(ompt_mutex_test_nest_lock, &lock_in(lock));
  if (depth > 1) ompt::nest_lock(ompt_scope_begin, &lock_in(lock));
  return depth;
}

template <auto unset, class Lock>
void unset_nest_lock(Lock* lock) {
  const ompt::Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
  auto& real = lock_in(lock);
  ompt::will_release_mutex(&real);
  const bool last = real.depth() == 1;  // nobody else changes it while this task holds the lock
  unset(lock);
  if (last) return ompt::released_mutex(ompt_mutex_nest_lock, &real);
  ompt::nest_lock(ompt_scope_end, &real);
}

}  // namespace heddle::gomp
