// heddle/arena.hpp: workers that stay, for calls and tasks of any thread.
//
//     heddle::arena arena({.workers = 8});                    // held as long as the server runs
//     // in each thread that has a request:
//     Answer answer = arena.execute([&] { return solve(request); });    // loops and tasks in it run on those workers
//     arena.enqueue([] { clean_up(); });                      // nobody waits for it here
//
// Without one, each thread that makes tasks or loops has workers of its own. An arena has one set for all of them, and
// so many threads of the program work inside at once as .entrants says; further ones have their calls made by its
// workers. Any thread may call, several at once, also in tasks; the arena outlives them.
#pragma once

#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <source_location>
#include <type_traits>
#include <utility>

#include "arena.h"
#include "async.hpp"
#include "spawn.hpp"

namespace heddle {

/// What may be asked of an arena.
struct arena_options {
  /// Threads of the pool; 0: one fewer than an OpenMP region would have, at least one. There are fewer, but one at
  /// least, where the system refuses more.
  unsigned workers = 0;
  unsigned entrants = 1;  ///< threads of the program that work inside at once, at most 4096
};

/// Workers that stay, and seats for threads of the program.
class arena {
 public:
  /// Throws task_error where there cannot be so many workers, and when main has returned.
  explicit arena(const arena_options& options = {}) {
    heddle_arena_options plain = HEDDLE_ARENA;
    plain.workers = options.workers;
    plain.entrants = options.entrants;
    int code = HEDDLE_OK;
    arena_ = heddle_arena_make(&plain, &code);
    detail::check_task(code);
  }
  arena(const arena&) = delete;
  arena& operator=(const arena&) = delete;
  /// Waits for what was left there. No thread may be inside, or come.
  ~arena() { heddle_arena_destroy(arena_); }

  /// body() in the arena: returns what it gives when all tasks are over that it has made, and throws what it or one of
  /// them has thrown. The calling thread runs it, unless so many are inside that a worker must.
  template <class F>
  auto execute(F&& body) -> std::invoke_result_t<F&> {
    using Value = std::invoke_result_t<F&>;
    detail::check_body(body);
    call<F, Value> made{body, {}, nullptr};
    heddle_failure failure{};
    const int code = heddle_arena_execute(arena_, &call<F, Value>::make, &made, &failure);
    if (made.thrown != nullptr) {
      if (code == HEDDLE_TASK_FAILED) failure.release(failure.what);
      std::rethrow_exception(made.thrown);
    }
    if (code == HEDDLE_TASK_FAILED) detail::rethrow(failure);
    detail::check_task(code);
    if constexpr (std::is_reference_v<Value>) {
      return static_cast<Value>(**made.value);
    } else if constexpr (!std::is_void_v<Value>) {
      return std::move(*made.value);
    }
  }

  /// A task in the arena, with a value; as heddle::async. Its accesses order it among tasks that were made in this way.
  template <detail::task_body F>
  auto async(F&& body, std::source_location where = std::source_location::current()) {
    return detail::async_in<detail::value_of<F>>({.where = where, .arena = arena_}, std::forward<F>(body),
                                                 detail::access_list());
  }
  /// The same with options and accesses; these may begin with a list.
  template <detail::task_body F, class... Uses>
    requires detail::accesses_or_list<Uses...>
  auto async(const spawn_options& options, F&& body, const Uses&... uses) {
    return detail::async_in<detail::value_of<F>>({.where = options.where, .options = &options, .arena = arena_},
                                                 std::forward<F>(body), detail::access_list(uses...));
  }
  /// A task that nobody waits for. If it throws, standard error is told.
  template <detail::task_body F>
  void enqueue(F&& body, std::source_location where = std::source_location::current()) {
    async(std::forward<F>(body), where);
  }

  /// Threads that may work inside at once.
  unsigned workers() const noexcept { return heddle_arena_workers(arena_); }

 private:
  template <class F, class Value>
  struct call {
    using kept = std::conditional_t<std::is_void_v<Value>, bool,
                                    std::conditional_t<std::is_reference_v<Value>, std::add_pointer_t<Value>, Value>>;
    F& body;
    std::optional<kept> value;
    std::exception_ptr thrown;

    static void make(void* data) noexcept {
      auto& self = *static_cast<call*>(data);
      try {
        if constexpr (std::is_void_v<Value>) {
          std::invoke(self.body);
        } else if constexpr (std::is_reference_v<Value>) {
          self.value.emplace(std::addressof(std::invoke(self.body)));
        } else {
          self.value.emplace(std::invoke(self.body));
        }
      } catch (...) {
        self.thrown = std::current_exception();
      }
    }
  };

  heddle_arena* arena_ = nullptr;
};

}  // namespace heddle
