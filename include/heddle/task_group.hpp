// heddle/task_group.hpp: tasks that are waited for, and cancelled, together; scopes.
//
//     heddle::task_group group;
//     for (Node* child : children) group.run([=] { visit(child); });
//     group.wait();    // throws what one of them has thrown; the others that had not begun were left out then
//
// A group belongs to the task (or thread) that runs the first task in it: it alone may wait, it and the group's tasks
// may add to it. What its tasks make with spawn() is waited for and cancelled with them.
#pragma once

#include <concepts>
#include <exception>
#include <functional>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>

#include "detail/waited_group.hpp"
#include "spawn.hpp"

namespace heddle {

/// Tasks that are waited for, and cancelled, together.
class task_group : public detail::waited_group {
 public:
  /// A task in the group; as spawn().
  template <detail::task_body F>
  void run(F&& body, std::source_location where = std::source_location::current()) {
    detail::spawn_in({.where = where, .group = handle()}, std::forward<F>(body), detail::access_list());
  }
  /// The same with accesses.
  template <detail::task_body F, std::same_as<access>... Accesses>
  void run(F&& body, detail::first_access first, Accesses... others) {
    detail::spawn_in({.where = first.where, .group = handle()}, std::forward<F>(body),
                     detail::access_list(first.data, others...));
  }
  /// The same with a list of accesses that is made at run time.
  template <detail::task_body F>
  void run(F&& body, std::span<const access> list, std::source_location where = std::source_location::current()) {
    detail::spawn_in({.where = where, .group = handle()}, std::forward<F>(body), detail::access_list(list));
  }
  /// The same with a list, and accesses besides.
  template <detail::task_body F, std::same_as<access>... Accesses>
  void run(F&& body, std::span<const access> list, detail::first_access first, Accesses... others) {
    detail::spawn_in({.where = first.where, .group = handle()}, std::forward<F>(body),
                     detail::access_list(list, first.data, others...));
  }
  /// The same with options; `uses` may begin with a list.
  template <detail::task_body F, class... Uses>
    requires detail::accesses_or_list<Uses...>
  void run(const spawn_options& options, F&& body, const Uses&... uses) {
    detail::spawn_in({.where = options.where, .options = &options, .group = handle()}, std::forward<F>(body),
                     detail::access_list(uses...));
  }

  /// A task that adds to values; as spawn().
  template <class F, class... Accesses>
    requires reducing_accesses<Accesses...>
  void run(F&& body, Accesses... accesses) {
    detail::spawn_reducing({.group = handle()}, std::forward<F>(body), std::move(accesses)...);
  }
  /// The same with options.
  template <class F, class... Accesses>
    requires reducing_accesses<Accesses...>
  void run(const spawn_options& options, F&& body, Accesses... accesses) {
    detail::spawn_reducing({.where = options.where, .options = &options, .group = handle()}, std::forward<F>(body),
                           std::move(accesses)...);
  }
};

/// No call: a group makes its tasks itself.
template <class F>
void spawn(task_group& /*group*/, F&& /*body*/) {
  static_assert(!std::is_object_v<std::decay_t<F>>, "a task of a group is made by group.run(body, ...)");
}

/// What may be asked of a scope.
struct scope_options {
  unsigned workers = 0;  ///< the calling thread among them; 0: as many as an OpenMP region would get
  std::span<const std::uint32_t> cpus = {};  ///< worker i runs on cpus[i % size]; empty: where the system likes
};

/// Runs body() here, on workers of its own: they run the tasks that it makes. Returns when all are over, and throws
/// what body() or one of them has thrown.
template <detail::task_body F>
void scope(const scope_options& options, F&& body) {
  heddle_scope plain = HEDDLE_SCOPE;
  plain.workers = options.workers;
  plain.cpus = options.cpus.data();
  plain.cpu_count = options.cpus.size();
  detail::check_body(body);
  std::pair<F&, std::exception_ptr> call(body, nullptr);
  const auto run = [](void* data) noexcept {
    auto& [inner, thrown] = *static_cast<std::pair<F&, std::exception_ptr>*>(data);
    try {
      std::invoke(inner);
    } catch (...) {
      thrown = std::current_exception();
    }
  };
  heddle_failure failure{};
  const int code = heddle_scope_run(&plain, run, &call, &failure);
  if (call.second != nullptr) {
    if (code == HEDDLE_TASK_FAILED) failure.release(failure.what);
    std::rethrow_exception(call.second);
  }
  if (code == HEDDLE_TASK_FAILED) detail::rethrow(failure);
  detail::check_task(code);
}

}  // namespace heddle
