// heddle/future.hpp: tasks that have a value.
//
//     heddle::future<int> sum = heddle::async([&] { return add(a, b); });
//     heddle::future<int> twice = sum.then([](int value) { return 2 * value; });
//     use(twice.get());    // throws what the task, or the one before it, has thrown
//
// async() is in async.hpp. A future is a handle: copies stand for the same value, and it may be given up before the
// task has run. Waiting runs other tasks meanwhile. Two tasks that wait for each other's values get heddle::deadlock;
// so does one that waits for the value of a task which runs it while it waits itself (docs/tasks.md, "Values").
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <exception>
#include <functional>
#include <optional>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

#include "detail/holders.hpp"
#include "spawn.hpp"
#include "task_group.hpp"

namespace heddle {

template <class T>
class future;

namespace detail {

template <class T>
using stored = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

/// What a continuation gets of a value.
enum class takes { reference, value };
template <takes Taking, class T>
using taken = std::conditional_t<Taking == takes::value, T&&, const T&>;

/// What a task and the futures of its value share.
template <class T>
struct outcome {
  event done;
  holders<> held;
  std::optional<stored<T>> value;
  std::exception_ptr exception;
  thrown_by task{};                                  // which it comes from
  mutable std::atomic<bool> exception_asked{false};  // somebody got it, or it is none of the program's

  void hold() noexcept { held.hold(); }
  void drop() noexcept {
    if (held.drop()) destroy();
  }
  /// Apart, because GCC 12 takes a deletion that it sees in one copy's way for a use after it in the other's.
  [[gnu::noinline]] void destroy() noexcept {
    // order: relaxed — the last share of it: what others did comes before.
    if (exception != nullptr && !exception_asked.load(std::memory_order_relaxed)) tell_lost();
    delete this;
  }
  /// Unless it is that of a task that was left out, which others may have handed on: who has cancelled that knows.
  [[gnu::cold]] void tell_lost() const noexcept {
    with_text_of(exception, [this](const char* text, bool left_out) {
      const heddle_failure_text told = told_of(text, task);
      if (!left_out) heddle_failure_lost(&told);
    });
  }
  [[gnu::cold]] void take_exception() const {
    // order: relaxed — asked by the last share.
    exception_asked.store(true, std::memory_order_relaxed);
  }
  /// The task was left out.
  [[gnu::cold]] void leave_out() noexcept {
    exception = std::make_exception_ptr(cancelled());
    take_exception();
  }
  /// In a catch block of its task.
  [[gnu::cold]] void keep_exception(const thrown_by& thrown) noexcept {
    exception = std::current_exception();
    task = thrown;
  }
  template <class F, class... Arguments>
  void run(F& body, const std::source_location& where, const char* name, Arguments&&... arguments) noexcept {
    try {
      if constexpr (std::is_void_v<T>) {
        std::invoke(body, std::forward<Arguments>(arguments)...);
        value.emplace();
      } else {
        value.emplace(std::invoke(body, std::forward<Arguments>(arguments)...));
      }
    } catch (...) {
      keep_exception({name, made_at(where)});
    }
  }
  /// Everybody who waits is told; gives up the task's share.
  void finish() noexcept {
    heddle_event_complete(done.handle());
    drop();
  }
  const stored<T>& get() const {
    if (exception != nullptr) {
      take_exception();
      std::rethrow_exception(exception);
    }
    return *value;
  }
};

/// The body of a task that has a value. It owns a share of the outcome, as a plain pointer, so that it may be bytes.
template <class T, class F>
struct valued_body {
  named_place named;
  outcome<T>* result;
  F body;

  static void run(void* self) noexcept {
    auto& closure = *static_cast<valued_body*>(self);
    outcome<T>& result = *closure.result;
    heddle_event_set_completer(result.done.handle(), closure.named.name);
    if (heddle_task_skipped() != 0) [[unlikely]] {
      result.leave_out();
    } else {
      result.run(closure.body, closure.named.where(), closure.named.name);
    }
    if constexpr (!is_bytes<valued_body>) closure.~valued_body();
    result.finish();
  }
};

/// The task of an outcome was refused: its share is given back.
template <class T>
[[noreturn, gnu::cold, gnu::noinline]] void give_back(outcome<T>& result, int code) {
  result.drop();
  throw_refusal(code);
}

template <class T, class F, class List>
future<T> async_in(placed place, F&& body, const List& accesses);

/// What a body gives.
template <class F>
using value_of = std::decay_t<std::invoke_result_t<std::decay_t<F>&>>;

}  // namespace detail

/// A value to come, or what its task has thrown. Copies stand for the same.
template <class T>
class future {
 public:
  /// what get() gives
  using value_type = T;

  future() = default;
  /// Stands for the same value.
  future(const future& other) noexcept : result_(other.result_) {
    if (result_ != nullptr) result_->hold();
  }
  /// The other is empty then.
  future(future&& other) noexcept : result_(std::exchange(other.result_, nullptr)) {}
  /// Stands for the same value as the other.
  future& operator=(future other) noexcept {
    std::swap(result_, other.result_);
    return *this;
  }
  ~future() {
    if (result_ != nullptr) result_->drop();
  }

  /// Whether it stands for anything.
  bool valid() const noexcept { return result_ != nullptr; }
  /// Whether get() would not wait.
  bool ready() const noexcept { return result_ != nullptr && result_->done.done(); }

  /// Waits until the task is over, however it ended.
  void wait() const {
    char circle[256];
    const int code = heddle_event_wait(waited_for(), circle, sizeof circle);
    if (code == HEDDLE_DEADLOCK) throw deadlock(code, std::string("heddle: ") + circle);
    detail::check_task(code);
  }

  /// The same for so long at most; a task that this thread runs meanwhile is finished first. @returns ready()
  template <class Rep, class Period>
  bool wait_for(const std::chrono::duration<Rep, Period>& time) const {
    return detail::happens_within(waited_for(), detail::nanoseconds_of(time));
  }
  /// The same until `time` at most. @returns ready()
  template <class Clock, class Duration>
  bool wait_until(const std::chrono::time_point<Clock, Duration>& time) const {
    return detail::happens_until(waited_for(), time);
  }

  /// Waits; the value, or what the task has thrown. std::move(f).get() takes the value out.
  decltype(auto) get() const& {
    wait();
    if constexpr (std::is_void_v<T>) {
      result_->get();
    } else {
      return static_cast<const T&>(result_->get());
    }
  }
  /// The same, and takes the value out.
  T get() && {
    wait();
    if constexpr (std::is_void_v<T>) {
      result_->get();
    } else {
      result_->get();
      return std::move(*result_->value);
    }
  }

  /// A task that runs next(value) when this one is over; of what it has thrown, the new future throws the same.
  template <class F>
  auto then(F&& next, std::source_location where = std::source_location::current()) const& {
    return continue_with<detail::takes::reference>(std::forward<F>(next), where);
  }
  /// The same, and gives the value away: next() may take it as a T, or a T&&. Copies of the future have a value then
  /// that was moved from.
  template <class F>
  auto then(F&& next, std::source_location where = std::source_location::current()) && {
    return continue_with<detail::takes::value>(std::forward<F>(next), where);
  }

  /// For coroutine.hpp and when_any.hpp.
  detail::outcome<T>* shared() const noexcept { return result_; }
  /// The same: takes over a share.
  static future of(detail::outcome<T>& result) noexcept { return future(&result); }

 private:
  template <class U, class F, class List>
  friend future<U> detail::async_in(detail::placed place, F&& body, const List& accesses);
  template <class U>
  friend class future;
  template <class U>
  friend class task;

  explicit future(detail::outcome<T>* result) noexcept : result_(result) {}
  heddle_event* waited_for() const {
    if (result_ == nullptr) throw task_error(HEDDLE_NULL_BODY, "heddle: a future without a task is waited for");
    return result_->done.handle();
  }
  template <detail::takes Taking, class F>
  auto continue_with(F&& next, const std::source_location& where) const;

  detail::outcome<T>* result_ = nullptr;
};

namespace detail {

template <class T, class F, class List>
future<T> async_in(placed place, F&& body, const List& accesses) {
  using Closure = valued_body<T, std::decay_t<F>>;
  check_body(body);
  const char* const name = place.options != nullptr ? place.options->name : nullptr;
  future<T> result(new outcome<T>);
  Closure closure{
      {name != nullptr ? name : name_of_body<std::decay_t<F>>(), place.where}, result.shared(), std::forward<F>(body)};
  heddle_task task = task_in_bytes(&Closure::run, closure, place.where);
  task.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;
  if constexpr (!is_bytes<Closure>) task.copy = &move_body<Closure>;
  result.shared()->hold();  // the task's share
  if (const int code = spawn_placed(place, task, accesses); code != HEDDLE_OK) give_back(*result.shared(), code);
  return result;
}

/// What runs in parts, each a task that who brings what it has waited for makes: whose, and how they are shown.
struct task_in_parts {
  const char* name = nullptr;
  std::source_location where{};
  heddle_coroutine whole = HEDDLE_COROUTINE;  // empty: a part goes on where the task ends that makes it

  /// What the body of a part gets.
  struct part {
    named_place named;
    void* argument;
  };

  /// The next part: body(&part) runs also in a cancelled group, as somebody waits for what it does; if no task can
  /// be made, at once. In the last act of a task.
  void go_on(void (*body)(void*), void* argument) const noexcept {
    part next{{name, where}, argument};
    const heddle_task task = shown(body, next);
    if (heddle_spawn_part(&task, whole.words[0] == nullptr ? nullptr : &whole) != HEDDLE_OK) body(&next);
  }
  /// The same in the midst of a task: one of its own.
  void begin(void (*body)(void*), void* argument) const noexcept {
    part next{{name, where}, argument};
    const heddle_task task = shown(body, next);
    if (heddle_spawn(&task) != HEDDLE_OK) body(&next);
  }

 private:
  heddle_task shown(void (*body)(void*), part& next) const noexcept {
    heddle_task task = task_in_bytes(body, next, where);
    task.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;
    task.name = name;
    return task;
  }
};

/// What the call says of a task.
template <class List>
struct said {
  const placed& place;
  const List& accesses;
};
template <class List>
said(const placed&, const List&) -> said<List>;

/// A task that is over when its value is there, perhaps after several parts. The first calls body(&part).
template <class T, class List>
int spawn_until(outcome<T>& result, void (*body)(void*), task_in_parts::part first, const said<List>& how) noexcept {
  heddle_task task = task_in_bytes(body, first, how.place.where);
  task.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;
  task.event = result.done.handle();
  return spawn_placed(how.place, task, how.accesses);
}

/// A continuation of one future that becomes another: a task once the value is there.
template <takes Taking, class From, class To, class F>
struct continuation {
  heddle_continuation link;  // first, so that its address is the continuation's
  future<From> from;
  outcome<To>* to;
  F body;
  task_in_parts parts;

  static void call(heddle_continuation* link) {
    auto* const self = reinterpret_cast<continuation*>(link);
    self->parts.go_on(&run, self);
  }
  static void run(void* argument) noexcept {
    const std::unique_ptr<continuation> self(
        static_cast<continuation*>(static_cast<task_in_parts::part*>(argument)->argument));
    outcome<From>& from = *self->from.shared();
    heddle_event_set_completer(self->to->done.handle(), name_of_body<F>());
    const std::source_location& where = self->parts.where;
    if (from.exception != nullptr) {
      from.take_exception();
      self->to->exception = from.exception;
      self->to->task = from.task;
    } else if constexpr (std::is_void_v<From>) {
      self->to->run(self->body, where, name_of_body<F>());
    } else {
      self->to->run(self->body, where, name_of_body<F>(), static_cast<taken<Taking, From>>(*from.value));
    }
    self->to->finish();
  }
};

template <takes Taking, class T, class F>
struct continued {
  using type = std::invoke_result_t<F&, taken<Taking, T>>;
};
template <takes Taking, class F>
struct continued<Taking, void, F> {
  using type = std::invoke_result_t<F&>;
};

}  // namespace detail

template <class T>
template <detail::takes Taking, class F>
auto future<T>::continue_with(F&& next, const std::source_location& where) const {
  using To = std::decay_t<typename detail::continued<Taking, T, std::decay_t<F>>::type>;
  using Next = detail::continuation<Taking, T, To, std::decay_t<F>>;
  if (result_ == nullptr) throw task_error(HEDDLE_NULL_BODY, "heddle: a future without a task is continued");
  detail::check_body(next);
  future<To> result(new detail::outcome<To>);
  auto* const link = new Next{{nullptr, &Next::call}, *this, result.shared(), std::forward<F>(next), {.where = where}};
  result.shared()->hold();  // the continuation's share
  if (heddle_event_then(result_->done.handle(), &link->link) == 0) link->parts.begin(&Next::run, link);
  return result;
}

}  // namespace heddle
