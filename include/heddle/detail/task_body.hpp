// How a body in C++ becomes a task of heddle/task.h: copied into the task's own memory, run once, destroyed there; what
// it throws is kept for who waits, with the task's name.
//
// Invariant: no exception passes through libheddle. A body that is no more than bytes is copied as such, and may run on
// its creator's copy.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <source_location>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "../errors.hpp"
#include "../task.h"
#include "check_body.hpp"
#include "failures.hpp"

namespace heddle {

/// Which task an exception came from.
struct failed_task {
  const char* name = nullptr;    ///< as in spawn_options, or the name of the body's type; null: there was none
  std::source_location where{};  ///< where it was made: of spawn_options, where these were written
};

namespace detail {

/// A name for a body without one: that of its type, which says in which function a lambda was written.
template <class F>
struct body_name {
  static constexpr std::string_view full() noexcept {
    const std::string_view where = __PRETTY_FUNCTION__;  // "… [with F = main()::<lambda()>; …]", "… [F = …]"
    const std::size_t begin = where.find("F = ") + 4;
    return where.substr(begin, std::min(where.find(';', begin), where.size() - 1) - begin);
  }
  static constexpr auto with_end() noexcept {
    std::array<char, full().size() + 1> ended{};
    std::copy(full().begin(), full().end(), ended.begin());
    return ended;
  }
  static constexpr auto text = with_end();
};
template <class F>
constexpr const char* name_of_body() noexcept {
  return body_name<F>::text.data();
}

inline const heddle_place* made_at(const std::source_location& where) noexcept {
  static_assert(sizeof where == sizeof(const heddle_place*), "a source_location is the address of a heddle_place");
  return std::bit_cast<const heddle_place*>(where);
}

template <class F>
inline constexpr bool is_bytes = std::is_trivially_copyable_v<F> && std::is_trivially_destructible_v<F>;

/// Where a task with a name was made, at the begin of its argument: so a program that hangs can be told of it. The low
/// bit says that a name follows, for a place alone is the address of one.
struct named_place {
  std::uintptr_t place;
  const char* name;

  named_place(const char* its_name, const std::source_location& where) noexcept
      : place(std::bit_cast<std::uintptr_t>(where) | 1), name(its_name) {}
  std::source_location where() const noexcept {
    return std::bit_cast<std::source_location>(place & ~std::uintptr_t{1});
  }
};

/// A body alone, and where the task was made. That comes first: heddle_spawn_placed() finds it there.
template <class F>
struct placed_body {
  std::source_location where;
  F body;

  thrown_by task() const noexcept { return {name_of_body<F>(), made_at(where)}; }
};
/// A body that has a name.
template <class F>
struct named_body {
  named_place named;
  F body;

  thrown_by task() const noexcept { return {named.name, made_at(named.where())}; }
};

template <class Body>
void run_body(void* self) noexcept {
  Body& closure = *static_cast<Body*>(self);
  if constexpr (is_bytes<Body>) {
    try {
      std::invoke(closure.body);
    } catch (...) {
      keep_exception(closure.task());
    }
  } else {
    const bool skipped = heddle_task_skipped() != 0;
    try {
      if (!skipped) std::invoke(closure.body);
    } catch (...) {
      keep_exception(closure.task());
    }
    closure.~Body();
  }
}

template <class Body>
void move_body(void* to, void* from) {
  new (to) Body(std::move(*static_cast<Body*>(from)));
}

/// The task of a body and an argument, which must live until it is spawned.
template <class Argument>
heddle_task task_in_bytes(void (*body)(void*), Argument& argument, const std::source_location& where) noexcept {
  heddle_task task = HEDDLE_TASK;
  task.flags = HEDDLE_TASK_PLACED;
  task.body = body;
  task.argument = &argument;
  task.argument_bytes = sizeof argument;
  task.argument_alignment = alignof(Argument);
  task.where = made_at(where);
  return task;
}

/// The task of a closure, which must live until it is spawned.
template <class Body>
heddle_task task_of(Body& closure, const std::source_location& where) noexcept {
  heddle_task task = task_in_bytes(&run_body<Body>, closure, where);
  if constexpr (!is_bytes<Body>) {
    task.copy = &move_body<Body>;
    task.flags |= HEDDLE_TASK_RUN_IF_CANCELLED;  // or else it would not be destroyed
  }
  return task;
}

}  // namespace detail

/// Of the exception that wait(), task_group::wait() or a scope has thrown last in this thread.
inline failed_task last_failed_task() noexcept {
  const detail::thrown_by& task = detail::t_last_failed;
  return {task.name, std::bit_cast<std::source_location>(task.place)};
}

}  // namespace heddle
