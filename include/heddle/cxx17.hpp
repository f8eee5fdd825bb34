// heddle/cxx17.hpp: tasks and loops for programs that are compiled as C++17. Link with -lheddle (CMake:
// Heddle::heddle).
//
//     heddle::spawn([&] { a = read(); }, heddle::out(a));
//     heddle::spawn([&] { b = f(a); }, heddle::in(a), heddle::out(b));
//     heddle::wait();
//     heddle::parallel_for(0, n, [&](int i) { y[i] += x[i]; });
//
// What is here means what it means in heddle.hpp, which this is when it is compiled as C++20: a program needs no change
// when it gets there. Missing are spans and lists of accesses, values and coroutines, plans, and the other algorithms
// (docs/tasks.md, "C++17"). A program may have files of both kinds.
#pragma once

#if __cplusplus < 201703L
#error \
    "heddle/cxx17.hpp is C++17: compile with -std=c++17 or a later one; C programs and older C++ have heddle/heddle.h"
#elif __cplusplus >= 202002L
#include "heddle.hpp"
#else

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "access.hpp"
#include "detail/loop_run.hpp"
#include "detail/waited_group.hpp"
#include "errors.hpp"
#include "loop_options.hpp"
#include "reduction.hpp"
#include "task.h"

namespace heddle {

// Its own, as files in C++20 may have functions of the same names.
inline namespace cxx17 {

/// What may be said of a task.
struct spawn_options {
  const char* name = nullptr;  ///< for messages; must live as long as the program
  std::int32_t priority = 0;   ///< above 0: before others that are ready
};

namespace detail17 {

/// A body in the task's own memory: run once, destroyed there.
template <class F>
struct closure {
  const char* name;
  F body;

  static void run(void* self) noexcept {
    closure& one = *static_cast<closure*>(self);
    try {
      if (heddle_task_skipped() == 0) one.body();
    } catch (...) {
      detail::keep_exception({one.name, nullptr});
    }
    one.~closure();
  }
  static void move(void* to, void* from) { new (to) closure(std::move(*static_cast<closure*>(from))); }
};

template <class F>
void refuse_null(const F& body) {
  if constexpr (std::is_pointer_v<F> || std::is_constructible_v<F, std::nullptr_t>) {
    if (body == nullptr) throw null_body();  // pointers, std::function and its like
  }
}

template <class F, class... Accesses>
void spawn_in(heddle_group* group, const spawn_options& options, F&& body, Accesses... accesses) {
  using Closure = closure<std::decay_t<F>>;
  static_assert(std::is_invocable_v<std::decay_t<F>&>, "the body of a task takes no arguments");
  static_assert((std::is_same_v<Accesses, access> && ...),
                "what a task uses is said by in(x), out(x), inout(x), concurrent(x) or commutative(x)");
  Closure one{options.name, std::forward<F>(body)};
  refuse_null(one.body);
  const heddle_access list[sizeof...(Accesses) + 1] = {accesses.data..., {}};
  heddle_task task = HEDDLE_TASK;
  task.flags = HEDDLE_TASK_RUN_IF_CANCELLED;  // or else the body would not be destroyed
  task.body = &Closure::run;
  task.argument = &one;
  task.argument_bytes = sizeof one;
  task.argument_alignment = alignof(Closure);
  task.copy = &Closure::move;
  task.accesses = list;
  task.access_count = sizeof...(Accesses);
  task.group = group;
  task.priority = options.priority;
  task.name = options.name;
  task.where = nullptr;
  detail::check_task(heddle_spawn(&task));
}

}  // namespace detail17

/// A task that runs body() some time before the current task (or thread) is waited for, after those made before it that
/// its accesses meet. Throws null_body, task_error, std::bad_alloc.
template <class F, class... Accesses, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, spawn_options>>>
void spawn(F&& body, Accesses... accesses) {
  detail17::spawn_in(nullptr, spawn_options(), std::forward<F>(body), accesses...);
}
/// The same with options.
template <class F, class... Accesses>
void spawn(const spawn_options& options, F&& body, Accesses... accesses) {
  detail17::spawn_in(nullptr, options, std::forward<F>(body), accesses...);
}

/// Waits for all tasks that the current task (outside: the thread) has made, and for those that they have made. Outside
/// of tasks it throws what one of them has thrown, if that is in no task_group.
inline void wait() {
  heddle_failure failure{};
  const int code = heddle_wait(&failure);
  if (code == HEDDLE_TASK_FAILED) detail::rethrow(failure);
  detail::check_task(code);
}

/// Whether the group that the current task is in, or one around it, is cancelled.
inline bool is_cancelled() noexcept { return heddle_cancelled() != 0; }
/// Workers that may run the tasks of the current task, or would.
inline unsigned workers() noexcept { return heddle_workers(); }
/// Number of the worker that runs this, below workers().
inline unsigned worker() noexcept { return heddle_worker(); }

/// Tasks that are waited for, and cancelled, together.
class task_group : public detail::waited_group {
 public:
  /// A task in the group; as spawn().
  template <class F, class... Accesses, class = std::enable_if_t<!std::is_same_v<std::decay_t<F>, spawn_options>>>
  void run(F&& body, Accesses... accesses) {
    detail17::spawn_in(handle(), spawn_options(), std::forward<F>(body), accesses...);
  }
  /// The same with options.
  template <class F, class... Accesses>
  void run(const spawn_options& options, F&& body, Accesses... accesses) {
    detail17::spawn_in(handle(), options, std::forward<F>(body), accesses...);
  }
};

/// for (i = first; i < last; ++i) body(i), on several threads in any order. Throws what a body throws, once, and
/// bad_option.
template <class T, class Body, class = std::enable_if_t<std::is_integral_v<T>>>
void parallel_for(T first, std::common_type_t<T> last, const Body& body, const loop_options& options = {}) {
  static_assert(std::is_invocable_v<const Body&, T>, "the body of a loop takes an index");
  const auto base = static_cast<std::uint64_t>(first);
  const std::uint64_t trips = first < last ? static_cast<std::uint64_t>(last) - base : 0;
  detail::run_loop(trips, options, [&](detail::share_blocks& blocks) {
    for (heddle_block block{}; blocks.next(block);)
      for (std::uint64_t i = block.first; i != block.last; ++i) body(static_cast<T>(base + i));
  });
}

/// All body(i) joined as `what` says: heddle::sum<double>() and the like, or reduction(identity, join). Throws what
/// body and join throw, and bad_option.
template <class T, class Value, class Join, reduction_order order, class Body>
Value parallel_reduce(T first, std::common_type_t<T> last, const reduction<Value, Join, order>& what,
                      const Body& body) {
  static_assert(order == reduction_order::any, "deterministic reductions are in heddle.hpp: compile as C++20");
  const auto base = static_cast<std::uint64_t>(first);
  const std::uint64_t trips = first < last ? static_cast<std::uint64_t>(last) - base : 0;
  Value result = what.identity;
  std::mutex lock;
  detail::run_loop(trips, loop_options(), [&](detail::share_blocks& blocks) {
    Value part = what.identity;
    for (heddle_block block{}; blocks.next(block);)
      for (std::uint64_t i = block.first; i != block.last; ++i)
        part = what.join(std::move(part), body(static_cast<T>(base + i)));
    const std::lock_guard<std::mutex> guard(lock);
    result = what.join(std::move(result), part);
  });
  return result;
}

/// Calls all of them, the first on this thread, the others where a worker is free, and returns when all are over.
/// Throws what the first to fail has thrown.
template <class First, class... Others>
void parallel_invoke(First&& first, Others&&... others) {
  task_group group;
  (group.run([&others] { others(); }), ...);
  try {
    first();
  } catch (...) {
    group.cancel();
    throw;  // the group waits
  }
  group.wait();
}

}  // namespace cxx17

}  // namespace heddle

#endif
