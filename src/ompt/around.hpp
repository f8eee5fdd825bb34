// A front's function with what a tool is told around it.
//
// WatchedFunction<&heddle_GOMP_barrier, Barrier>::call is a function of the same type, which a front puts into its
// table in the place of the first where a process is watched (omp/real_library.hpp). So a process that is not watched
// does not even ask. An *around* is an object that lives as long as the call: its constructor takes the call's
// arguments, or none; its result() the function's answer.
#pragma once

#include <type_traits>

#include "ompt/events.hpp"
#include "process/real_library.hpp"

namespace heddle::ompt {

template <class Around, class... Arguments>
Around enter(Arguments... arguments) noexcept {
  if constexpr (std::is_constructible_v<Around, Arguments...>) {
    return Around(arguments...);
  } else {
    return Around();
  }
}

template <auto function, class Around>
struct WatchedFunction;

template <class Result, class... Arguments, Result (*function)(Arguments...), class Around>
struct WatchedFunction<function, Around> {
  static Result call(Arguments... arguments) {
    const Visit visit({__builtin_return_address(0), __builtin_frame_address(0)});
    [[maybe_unused]] Around around = enter<Around>(arguments...);
    if constexpr (std::is_void_v<Result>) {
      function(arguments...);
    } else {
      Result result = function(arguments...);
      if constexpr (requires { around.result(result); }) around.result(result);
      return result;
    }
  }
};

template <class Function>
void* address(Function* function) noexcept {
  return reinterpret_cast<void*>(function);
}

/// For a front's table of replacements.
template <auto function, class Around>
process::Replacement watched() noexcept {
  return {address(function), address(WatchedFunction<function, Around>::call)};
}

/// Only where the call is.
struct Call {};

template <ompt_sync_region_t kind>
struct Sync {
  Sync() noexcept {
    begin_sync(kind);
    begin_sync_wait(kind);
  }
  Sync(const Sync&) = delete;
  Sync& operator=(const Sync&) = delete;
  ~Sync() {
    end_sync_wait(kind);
    end_sync(kind);
  }
};
using Barrier = Sync<ompt_sync_region_barrier_explicit>;
using ImplicitBarrier = Sync<ompt_sync_region_barrier_implicit_workshare>;
using Taskwait = Sync<ompt_sync_region_taskwait>;

struct GroupStart {
  GroupStart() noexcept { begin_sync(ompt_sync_region_taskgroup); }
};
struct GroupEnd {
  GroupEnd() noexcept { begin_sync_wait(ompt_sync_region_taskgroup); }
  GroupEnd(const GroupEnd&) = delete;
  GroupEnd& operator=(const GroupEnd&) = delete;
  ~GroupEnd() {
    end_sync_wait(ompt_sync_region_taskgroup);
    end_sync(ompt_sync_region_taskgroup);
  }
};

/// A lock, or a section, whose address is given.
template <ompt_mutex_t kind>
class Acquire {
 public:
  explicit Acquire(const void* lock) noexcept : lock_(lock) { acquire_mutex(kind, lock); }
  Acquire(const Acquire&) = delete;
  Acquire& operator=(const Acquire&) = delete;
  ~Acquire() { acquired_mutex(kind, lock_); }

 private:
  const void* lock_;
};

template <ompt_mutex_t kind>
class Try {
 public:
  explicit Try(const void* lock) noexcept : lock_(lock) { acquire_mutex(kind, lock); }
  void result(int got) const noexcept {
    if (got != 0) acquired_mutex(kind, lock_);
  }

 private:
  const void* lock_;
};

template <ompt_mutex_t kind>
class Release {
 public:
  explicit Release(const void* lock) noexcept : lock_(lock) { will_release_mutex(lock); }
  Release(const Release&) = delete;
  Release& operator=(const Release&) = delete;
  ~Release() { released_mutex(kind, lock_); }

 private:
  const void* lock_;
};

template <ompt_mutex_t kind>
class Make {
 public:
  explicit Make(const void* lock) noexcept : lock_(lock) {}
  Make(const Make&) = delete;
  Make& operator=(const Make&) = delete;
  ~Make() { made_lock(kind, lock_); }

 private:
  const void* lock_;
};

template <ompt_mutex_t kind>
struct Destroy {
  explicit Destroy(const void* lock) noexcept { destroyed_lock(kind, lock); }
};

template <ompt_work_t kind>
struct WorkStart {
  WorkStart() noexcept { begin_work(kind, 0); }
};
struct WorkEnd {
  WorkEnd() noexcept { end_work(); }
};

/// A construct that ends with a barrier.
struct WorkEndBarrier {
  WorkEnd end;
  ImplicitBarrier barrier;
};

/// Its tasks are made, and waited for, in the call.
class Taskloop {
 public:
  enum class Group : std::uint8_t { none, own };
  Taskloop(Group group, std::uint64_t iterations) noexcept : group_(group), iterations_(iterations) {
    if (group_ == Group::own) begin_sync(ompt_sync_region_taskgroup);
    taskloop(ompt_scope_begin, iterations_);
  }
  Taskloop(const Taskloop&) = delete;
  Taskloop& operator=(const Taskloop&) = delete;
  ~Taskloop() {
    taskloop(ompt_scope_end, iterations_);
    if (group_ == Group::own) end_sync(ompt_sync_region_taskgroup);
  }

 private:
  Group group_;
  std::uint64_t iterations_;
};

/// The thread that is told to run the block has it open; to the others it is over.
struct Single {
  static void result(long runs) noexcept {
    begin_work(runs != 0 ? ompt_work_single_executor : ompt_work_single_other, 1);
    if (runs == 0) end_work();
  }
};

struct Masked {
  static void result(int runs) noexcept {
    if (runs != 0) masked(ompt_scope_begin);
  }
};
struct MaskedEnd {
  MaskedEnd() noexcept { masked(ompt_scope_end); }
};

struct Flush {
  Flush() = default;
  Flush(const Flush&) = delete;
  Flush& operator=(const Flush&) = delete;
  ~Flush() { flushed(); }
};

/// The turn of an ordered loop: its token is the region's, its wait id the one that the thread has.
struct OrderedStart {
  OrderedStart() noexcept { acquire_mutex(ompt_mutex_ordered, &this_thread); }
  OrderedStart(const OrderedStart&) = delete;
  OrderedStart& operator=(const OrderedStart&) = delete;
  ~OrderedStart() {
    acquire_in_region(Token::ordered);
    acquired_mutex(ompt_mutex_ordered, &this_thread);
  }
};
struct OrderedEnd {
  OrderedEnd() noexcept { release_in_region(Token::ordered); }
  OrderedEnd(const OrderedEnd&) = delete;
  OrderedEnd& operator=(const OrderedEnd&) = delete;
  ~OrderedEnd() { released_mutex(ompt_mutex_ordered, &this_thread); }
};

struct Fulfill {
  explicit Fulfill(std::uintptr_t event) noexcept { fulfilled(*reinterpret_cast<omp::Task*>(event)); }
};

}  // namespace heddle::ompt
