// heddle/coroutine.hpp: coroutines as tasks.
//
//     heddle::task<int> total(Tree& tree) {
//       heddle::future<int> left = heddle::async([&] { return count(tree.left); });
//       co_return co_await left + co_await heddle::async([&] { return count(tree.right); });
//     }
//     int n = heddle::async(total(tree)).get();
//
// A coroutine starts when it is awaited or given to async(). Where it awaits what is not there yet it holds no worker:
// it goes on as another task, perhaps on another worker. It counts as one task of the place where async() was called.
#pragma once

#include <coroutine>
#include <exception>
#include <utility>

#include "future.hpp"

namespace heddle {

template <class T = void>
class task;

namespace detail {

inline void resume_as_task(std::coroutine_handle<> handle) noexcept {
  const auto run = [](void* argument) noexcept {
    std::coroutine_handle<>::from_address(*static_cast<void**>(argument)).resume();
  };
  spawn_for_certain(run, handle.address());
}

template <class T>
struct future_awaiter {
  heddle_continuation link{nullptr, &called};  // first, so that its address is the awaiter's
  future<T> awaited;
  std::coroutine_handle<> waiting;

  explicit future_awaiter(future<T> f) : awaited(std::move(f)) {}

  bool await_ready() const noexcept { return awaited.ready(); }
  bool await_suspend(std::coroutine_handle<> handle) noexcept {
    waiting = handle;
    return heddle_event_then(awaited.shared()->done.handle(), &link) != 0;
  }
  T await_resume() {
    if constexpr (std::is_void_v<T>) {
      awaited.shared()->get();
    } else {
      return awaited.shared()->get();
    }
  }
  static void called(heddle_continuation* link) { resume_as_task(reinterpret_cast<future_awaiter*>(link)->waiting); }
};

/// What promises with and without a value have in common.
template <class T>
struct promise_base {
  outcome<T>* result = nullptr;  // a share of it, once the coroutine has been started

  std::suspend_always initial_suspend() noexcept { return {}; }
  struct last {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    void await_suspend(std::coroutine_handle<Promise> handle) const noexcept {
      outcome<T>& waited_for = *handle.promise().result;
      handle.destroy();
      waited_for.finish();
    }
    void await_resume() const noexcept {}
  };
  last final_suspend() noexcept { return {}; }
  void unhandled_exception() noexcept { result->exception = std::current_exception(); }
};

template <class T>
struct promise : promise_base<T> {
  task<T> get_return_object() noexcept;
  template <class Value>
  void return_value(Value&& value) {
    this->result->value.emplace(std::forward<Value>(value));
  }
};
template <>
struct promise<void> : promise_base<void> {
  task<void> get_return_object() noexcept;
  void return_void() noexcept { this->result->value.emplace(); }
};

}  // namespace detail

/// A coroutine that runs as a task; begins when it is awaited or given to async().
template <class T>
class [[nodiscard]] task {
 public:
  /// for the compiler
  using promise_type = detail::promise<T>;

  /// The other is empty then.
  task(task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  task(const task&) = delete;
  task& operator=(const task&) = delete;
  ~task() {
    if (handle_) handle_.destroy();  // was never started
  }

  /// Starts it as a task.
  future<T> start() && {
    future<T> result(new detail::outcome<T>);
    result.shared()->hold();  // the coroutine's share
    handle_.promise().result = result.shared();
    const std::coroutine_handle<promise_type> handle = handle_;
    void* address = handle.address();
    heddle_task first = HEDDLE_TASK;
    first.flags = HEDDLE_TASK_TELLS;
    first.body = begin;
    first.argument = &address;
    first.argument_bytes = sizeof address;
    first.argument_alignment = alignof(void*);
    first.event = result.shared()->done.handle();  // the task is over when the coroutine is
    if (const int code = heddle_spawn(&first); code != HEDDLE_OK) detail::give_back(*result.shared(), code);
    handle_ = nullptr;
    return result;
  }

 private:
  friend promise_type;
  static void begin(void* argument) noexcept {
    const auto handle = std::coroutine_handle<promise_type>::from_address(*static_cast<void**>(argument));
    heddle_task_skipped() == 0 ? handle.resume() : leave_out(handle);
  }
  /// Its group was cancelled before it began.
  static void leave_out(std::coroutine_handle<promise_type> handle) noexcept {
    detail::outcome<T>& result = *handle.promise().result;
    result.exception = std::make_exception_ptr(cancelled());
    handle.destroy();
    result.finish();
  }
  explicit task(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

namespace detail {
template <class T>
task<T> promise<T>::get_return_object() noexcept {
  return task<T>(std::coroutine_handle<promise<T>>::from_promise(*this));
}
inline task<void> promise<void>::get_return_object() noexcept {
  return task<void>(std::coroutine_handle<promise<void>>::from_promise(*this));
}
}  // namespace detail

/// Starts the coroutine as a task. @returns its value to come
template <class T>
future<T> async(task<T>&& coroutine) {
  return std::move(coroutine).start();
}

/// Goes on when the value is there; throws what its task has thrown.
template <class T>
detail::future_awaiter<T> operator co_await(future<T> awaited) {
  if (!awaited.valid()) throw task_error(HEDDLE_NULL_BODY, "heddle: a future without a task is awaited");
  return detail::future_awaiter<T>(std::move(awaited));
}
/// Starts the coroutine as a task, and goes on when it is over.
template <class T>
detail::future_awaiter<T> operator co_await(task<T>&& coroutine) {
  return detail::future_awaiter<T>(std::move(coroutine).start());
}

namespace detail {
struct group_awaiter {
  task_group& group;
  bool await_ready() const noexcept { return false; }
  bool await_suspend(std::coroutine_handle<>) const noexcept { return false; }
  bool await_resume() const { return group.wait(); }
};
}  // namespace detail

/// Waits for the group, on this worker: it belongs to the task that began it, so not over an await of something else.
inline detail::group_awaiter operator co_await(task_group& group) { return {group}; }

}  // namespace heddle
