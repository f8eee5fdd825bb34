// heddle/spawn.hpp: tasks.
//
//     heddle::spawn([&] { a = read(); }, out(a));
//     heddle::spawn([&] { b = f(a); }, in(a), out(b));
//     heddle::wait();
//
// The page is docs/tasks.md. A task runs after those made before it by the same task (or thread) whose accesses say so:
// see access.hpp. A std::span says no more than where it begins, unless the tasks that share the data are all made with
// spawn_options::ranges. Any thread may call these functions.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>

#include "access.hpp"
#include "arena.h"
#include "detail/access_list.hpp"
#include "detail/task_body.hpp"
#include "event.hpp"
#include "task.h"
#include "task_reduction.hpp"

namespace heddle {

/// What may be said of a task.
struct spawn_options {
  const char* name = nullptr;      ///< for messages; must live as long as the program
  std::int32_t priority = 0;       ///< above 0: before others that are ready
  bool ranges = false;             ///< accesses meet when their bytes overlap
  heddle::event* until = nullptr;  ///< the task is over when its body is and this has happened
  bool early = false;              ///< with `ranges`: begins before what its weak accesses wait for. It must not wait
  int worker = -1;                 ///< had better run on this one, modulo how many there are; -1: on any
  int locality = -1;  ///< runs in this one of the machine, modulo how many there are, where HEDDLE_SCHEDULER=numa
  std::source_location where = std::source_location::current();  ///< where it was made, for messages and traces
};

namespace detail {

template <class F>
concept task_body = std::invocable<std::decay_t<F>&>;

/// What the calls of spawn() have in common besides the body.
struct placed {
  std::source_location where{};
  const spawn_options* options = nullptr;
  heddle_group* group = nullptr;
  heddle_arena* arena = nullptr;
};

/// The first access of a call, which knows where that is written. A pack leaves no room for a default argument.
struct first_access {
  access data;
  std::source_location where;

  first_access(const access& first, std::source_location at = std::source_location::current()) noexcept
      : data(first), where(at) {}
};

/// Spawns a task that has its body, with what the call says besides. @returns a code of heddle/error.h
template <class List>
int spawn_placed(const placed& place, heddle_task task, const List& accesses) {
  if (accesses.size() != 0) {
    task.accesses = accesses.data();
    task.access_count = accesses.size();
  }
  task.group = place.group;
  if (place.options != nullptr) {
    task.name = place.options->name;
    task.priority = place.options->priority;
    if (place.options->ranges) task.flags |= HEDDLE_TASK_RANGES;
    if (place.options->early) task.flags |= HEDDLE_TASK_EARLY;
    if (place.options->until != nullptr) task.event = place.options->until->handle();
    if (place.options->worker < -1 || place.options->locality < -1) return HEDDLE_BAD_WORKERS;
    task.worker = static_cast<std::uint32_t>(place.options->worker) + 1;
    if (place.options->locality >= 0) {
      task.flags |= HEDDLE_TASK_LOCALITY;
      task.worker = static_cast<std::uint32_t>(place.options->locality) + 1;
    }
  }
  return place.arena == nullptr ? heddle_spawn(&task) : heddle_arena_spawn(place.arena, &task);
}

/// @param accesses  of access_list()
template <class F, class List>
void spawn_in(const placed& place, F&& body, const List& accesses) {
  check_body(body);
  if (place.options != nullptr) {
    const char* const name = place.options->name;
    named_body<std::decay_t<F>> closure{
        {name != nullptr ? name : name_of_body<std::decay_t<F>>(), place.options->where}, std::forward<F>(body)};
    check_task(spawn_placed(place, task_of(closure, place.where), accesses));
  } else {
    placed_body<std::decay_t<F>> closure{place.where, std::forward<F>(body)};
    check_task(spawn_placed(place, task_of(closure, place.where), accesses));
  }
}

}  // namespace detail

/// A task that runs body() some time before the current task (or thread) is waited for. The body is copied or moved
/// into the task's own memory. @param where  for messages and traces
template <detail::task_body F>
void spawn(F&& body, std::source_location where = std::source_location::current()) {
  using Closure = detail::placed_body<std::decay_t<F>>;
  if constexpr (detail::is_bytes<Closure>) {
    detail::check_body(body);
    Closure closure{where, std::forward<F>(body)};
    detail::check_task(heddle_spawn_placed(&detail::run_body<Closure>, &closure, sizeof(Closure), alignof(Closure)));
  } else {
    detail::spawn_in({.where = where}, std::forward<F>(body), detail::access_list());
  }
}
/// The same with accesses: it runs after those tasks made before that they meet.
template <detail::task_body F, std::same_as<access>... Accesses>
void spawn(F&& body, detail::first_access first, Accesses... others) {
  detail::spawn_in({.where = first.where}, std::forward<F>(body), detail::access_list(first.data, others...));
}
/// The same with a list of accesses that is made at run time: a std::vector<heddle::access>, say. It is copied.
template <detail::task_body F>
void spawn(F&& body, std::span<const access> list, std::source_location where = std::source_location::current()) {
  detail::spawn_in({.where = where}, std::forward<F>(body), detail::access_list(list));
}
/// The same with a list, and accesses besides.
template <detail::task_body F, std::same_as<access>... Accesses>
void spawn(F&& body, std::span<const access> list, detail::first_access first, Accesses... others) {
  detail::spawn_in({.where = first.where}, std::forward<F>(body), detail::access_list(list, first.data, others...));
}
/// The same with options; `uses` may begin with a list.
template <detail::task_body F, class... Uses>
  requires detail::accesses_or_list<Uses...>
void spawn(const spawn_options& options, F&& body, const Uses&... uses) {
  detail::spawn_in({.where = options.where, .options = &options}, std::forward<F>(body), detail::access_list(uses...));
}

namespace detail {

/// The task of a body that gets parts.
template <class F, class... Accesses>
void spawn_reducing(placed place, F&& body, Accesses... accesses) {
  check_body(body);
  auto reductions = std::tuple_cat(only_reducing(accesses)...);
  if (place.options == nullptr) place.where = where_of(reductions);
  spawn_in(place, body_with_parts(std::forward<F>(body), std::move(reductions)),
           access_list(plain_access(accesses)...));
}

}  // namespace detail

/// A task that adds to values, with others: body(part...) gets a reference for each reducing() among the accesses.
template <class F, class... Accesses>
  requires reducing_accesses<Accesses...>
void spawn(F&& body, Accesses... accesses) {
  detail::spawn_reducing({}, std::forward<F>(body), std::move(accesses)...);
}
/// The same with options.
template <class F, class... Accesses>
  requires reducing_accesses<Accesses...>
void spawn(const spawn_options& options, F&& body, Accesses... accesses) {
  detail::spawn_reducing({.where = options.where, .options = &options}, std::forward<F>(body), std::move(accesses)...);
}

/// No call: options come first.
template <class F>
void spawn(F&& /*body*/, const spawn_options& /*options*/) {
  static_assert(!std::is_object_v<std::decay_t<F>>,
                "the options of a task come first: spawn({.name = ...}, body, ...)");
}
/// No call: one that is like none of the above is told how they are written.
template <class Wrong = void>
void spawn(...) {
  static_assert(
      !std::is_void_v<Wrong>,
      "spawn(body, in(x), out(y)...): the body takes no arguments, what it uses is said by in, out, inout and "
      "so on or by a list of heddle::access, options come first, a group's tasks are made by group.run(body)");
}

/// Waits for all tasks that the current task (outside: the thread) has made, and for those that they have made. Outside
/// of tasks it throws what one of them has thrown, if that is in no task_group.
inline void wait() {
  heddle_failure failure{};
  const int code = heddle_wait(&failure);
  if (code == HEDDLE_TASK_FAILED) [[unlikely]]
    detail::rethrow(failure);
  detail::check_task(code);
}

/// Waits for those alone that a task with these accesses would have to wait for.
template <std::same_as<access>... Accesses>
  requires(sizeof...(Accesses) != 0)
void wait_for(Accesses... accesses) {
  const auto list = detail::access_list(accesses...);
  detail::check_task(heddle_wait_for_accesses(list.data(), list.size(), 0));
}
/// The same with a list that is made at run time, and accesses besides.
template <std::same_as<access>... Accesses>
void wait_for(std::span<const access> list, Accesses... others) {
  const auto all = detail::access_list(list, others...);
  detail::check_task(heddle_wait_for_accesses(all.data(), all.size(), 0));
}
/// The same where the tasks are made with spawn_options::ranges.
template <std::same_as<access>... Accesses>
  requires(sizeof...(Accesses) != 0)
void wait_for_ranges(Accesses... accesses) {
  const auto list = detail::access_list(accesses...);
  detail::check_task(heddle_wait_for_accesses(list.data(), list.size(), HEDDLE_TASK_RANGES));
}
/// The same with a list that is made at run time, and accesses besides.
template <std::same_as<access>... Accesses>
void wait_for_ranges(std::span<const access> list, Accesses... others) {
  const auto all = detail::access_list(list, others...);
  detail::check_task(heddle_wait_for_accesses(all.data(), all.size(), HEDDLE_TASK_RANGES));
}

/// Runs a task of the current one's, if there is one that is ready.
inline void yield() noexcept { heddle_yield(); }

/// Whether the group that the current task is in, or one around it, is cancelled: a long body looks now and then.
inline bool is_cancelled() noexcept { return heddle_cancelled() != 0; }

/// Workers that may run the tasks of the current task, or would.
inline unsigned workers() noexcept { return heddle_workers(); }

/// Number of the worker that runs this, below workers(). It may be another behind a co_await, and nowhere else. A task
/// that waits runs others meanwhile, with the same number.
inline unsigned worker() noexcept { return heddle_worker(); }

}  // namespace heddle
