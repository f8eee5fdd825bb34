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
#include <source_location>
#include <type_traits>
#include <utility>

#include "async.hpp"
#include "future.hpp"

namespace heddle {

template <class T = void>
class task;

namespace detail {

/// Goes on as the coroutine's next part when an event has happened.
struct event_awaiter {
  heddle_continuation link{nullptr, &called};  // first, so that its address is the awaiter's
  heddle_event* awaited;
  std::coroutine_handle<> waiting;
  task_in_parts parts;  // of the coroutine; empty if it is not one of ours

  explicit event_awaiter(heddle_event* event) noexcept : awaited(event) {}

  bool await_ready() const noexcept { return heddle_event_done(awaited) != 0; }
  template <class Promise>
  bool await_suspend(std::coroutine_handle<Promise> handle) noexcept {
    waiting = handle;
    if constexpr (std::is_base_of_v<task_in_parts, Promise>) parts = handle.promise();
    return heddle_event_then(awaited, &link) != 0;
  }
  void await_resume() const noexcept {}

  static void called(heddle_continuation* link) {
    const auto resume = [](void* argument) noexcept {
      std::coroutine_handle<>::from_address(static_cast<task_in_parts::part*>(argument)->argument).resume();
    };
    const auto* const self = reinterpret_cast<event_awaiter*>(link);
    self->parts.go_on(resume, self->waiting.address());
  }
};

template <class T>
struct future_awaiter : event_awaiter {
  future<T> value;

  explicit future_awaiter(future<T> f) : event_awaiter(f.shared()->done.handle()), value(std::move(f)) {}

  T await_resume() {
    if constexpr (std::is_void_v<T>) {
      value.shared()->get();
    } else {
      return value.shared()->get();
    }
  }
};

/// What promises with and without a value have in common.
template <class T>
struct promise_base : task_in_parts {
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
  /// What is awaited, as it is: the next part is shown with this line.
  template <class Awaited>
  Awaited&& await_transform(Awaited&& awaited, std::source_location at = std::source_location::current()) noexcept {
    this->where = at;
    return std::forward<Awaited>(awaited);
  }
  void unhandled_exception() noexcept { result->keep_exception({this->name, made_at(this->where)}); }
};

template <class T>
struct promise : promise_base<T> {
  task<T> get_return_object(std::source_location written = std::source_location::current()) noexcept;
  template <class Value>
  void return_value(Value&& value) {
    this->result->value.emplace(std::forward<Value>(value));
  }
};
template <>
struct promise<void> : promise_base<void> {
  task<void> get_return_object(std::source_location written = std::source_location::current()) noexcept;
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

  /// Starts it as a task, which is shown with the line that the coroutine is written at.
  future<T> start() && {
    const std::source_location where = handle_.promise().where;
    return std::move(*this).start(where);
  }
  /// The same with another line.
  future<T> start(const std::source_location& where) && {
    return std::move(*this).start_in({.where = where}, detail::access_list());
  }
  /// The same with what async() says.
  template <class List>
  future<T> start_in(const detail::placed& place, const List& accesses) && {
    const auto* const options = place.options;
    if (options != nullptr && options->until != nullptr)
      throw task_error(HEDDLE_EVENT_USED, "heddle: a coroutine is over when its value is there, and not with .until");
    future<T> result(new detail::outcome<T>);
    result.shared()->hold();  // the coroutine's share
    detail::promise<T>& promise = handle_.promise();
    promise.result = result.shared();
    if (options != nullptr && options->name != nullptr) promise.name = options->name;
    const int code = detail::spawn_until(*result.shared(), begin, {{promise.name, place.where}, handle_.address()},
                                         detail::said{place, accesses});
    if (code != HEDDLE_OK) detail::give_back(*result.shared(), code);
    handle_ = nullptr;
    return result;
  }

 private:
  friend promise_type;
  static void begin(void* argument) noexcept {
    const auto handle = std::coroutine_handle<promise_type>::from_address(
        static_cast<detail::task_in_parts::part*>(argument)->argument);
    if (heddle_task_skipped() != 0) return leave_out(handle);
    heddle_coroutine_begin(&handle.promise().whole);
    handle.resume();
  }
  /// Its group was cancelled before it began.
  static void leave_out(std::coroutine_handle<promise_type> handle) noexcept {
    detail::outcome<T>& result = *handle.promise().result;
    result.leave_out();
    handle.destroy();
    result.finish();
  }
  explicit task(std::coroutine_handle<promise_type> handle) noexcept : handle_(handle) {}

  std::coroutine_handle<promise_type> handle_;
};

namespace detail {
template <class T>
task<T> promise<T>::get_return_object(std::source_location written) noexcept {
  this->name = written.function_name();
  this->where = written;
  return task<T>(std::coroutine_handle<promise<T>>::from_promise(*this));
}
inline task<void> promise<void>::get_return_object(std::source_location written) noexcept {
  this->name = written.function_name();
  this->where = written;
  return task<void>(std::coroutine_handle<promise<void>>::from_promise(*this));
}
}  // namespace detail

/// Starts the coroutine as a task. @returns its value to come
template <class T>
future<T> async(task<T>&& coroutine, std::source_location where = std::source_location::current()) {
  return std::move(coroutine).start(where);
}

/// The same with accesses: it begins after the tasks that they meet, and holds them until its value is there.
template <class T, std::same_as<access>... Accesses>
future<T> async(task<T>&& coroutine, detail::first_access first, Accesses... others) {
  return std::move(coroutine).start_in({.where = first.where}, detail::access_list(first.data, others...));
}
/// The same with options; `uses` may begin with a list of accesses.
template <class T, class... Uses>
  requires detail::accesses_or_list<Uses...>
future<T> async(const spawn_options& options, task<T>&& coroutine, const Uses&... uses) {
  return std::move(coroutine).start_in({.where = options.where, .options = &options}, detail::access_list(uses...));
}
/// The same in a group, which waits for the coroutine as a whole.
template <class T>
future<T> async(task_group& group, task<T>&& coroutine, std::source_location where = std::source_location::current()) {
  return std::move(coroutine).start_in({.where = where, .group = group.handle()}, detail::access_list());
}
/// The same in a group, with accesses.
template <class T, std::same_as<access>... Accesses>
future<T> async(task_group& group, task<T>&& coroutine, detail::first_access first, Accesses... others) {
  return std::move(coroutine).start_in({.where = first.where, .group = group.handle()},
                                       detail::access_list(first.data, others...));
}
/// The same in a group, with options; `uses` may begin with a list of accesses.
template <class T, class... Uses>
  requires detail::accesses_or_list<Uses...>
future<T> async(task_group& group, const spawn_options& options, task<T>&& coroutine, const Uses&... uses) {
  return std::move(coroutine).start_in({.where = options.where, .options = &options, .group = group.handle()},
                                       detail::access_list(uses...));
}

/// Goes on when the value is there; throws what its task has thrown.
template <class T>
detail::future_awaiter<T> operator co_await(future<T> awaited) {
  if (!awaited.valid()) throw task_error(HEDDLE_NULL_BODY, "heddle: a future without a task is awaited");
  return detail::future_awaiter<T>(std::move(awaited));
}
/// Goes on when it has happened. The event stays where it is until then.
inline detail::event_awaiter operator co_await(event& awaited) noexcept {
  return detail::event_awaiter(awaited.handle());
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
