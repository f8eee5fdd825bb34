// heddle/async.hpp: tasks that have a value, made.
//
//     heddle::future<int> sum = heddle::async([&] { return add(a, b); }, in(a), in(b));
//
// As spawn(), or in a group: the group comes first then.
#pragma once

#include <concepts>
#include <source_location>
#include <span>
#include <utility>

#include "future.hpp"
#include "spawn.hpp"
#include "task_group.hpp"

namespace heddle {

/// A task with a value; as spawn().
template <detail::task_body F>
auto async(F&& body, std::source_location where = std::source_location::current()) {
  return detail::async_in<detail::value_of<F>>({.where = where}, std::forward<F>(body), detail::access_list());
}
/// The same with accesses.
template <detail::task_body F, std::same_as<access>... Accesses>
auto async(F&& body, detail::first_access first, Accesses... others) {
  return detail::async_in<detail::value_of<F>>({.where = first.where}, std::forward<F>(body),
                                               detail::access_list(first.data, others...));
}
/// The same with a list of accesses that is made at run time.
template <detail::task_body F>
auto async(F&& body, std::span<const access> list, std::source_location where = std::source_location::current()) {
  return detail::async_in<detail::value_of<F>>({.where = where}, std::forward<F>(body), detail::access_list(list));
}
/// The same with a list, and accesses besides.
template <detail::task_body F, std::same_as<access>... Accesses>
auto async(F&& body, std::span<const access> list, detail::first_access first, Accesses... others) {
  return detail::async_in<detail::value_of<F>>({.where = first.where}, std::forward<F>(body),
                                               detail::access_list(list, first.data, others...));
}
/// The same with options; `uses` may begin with a list.
template <detail::task_body F, class... Uses>
  requires detail::accesses_or_list<Uses...>
auto async(const spawn_options& options, F&& body, const Uses&... uses) {
  return detail::async_in<detail::value_of<F>>({.where = options.where, .options = &options}, std::forward<F>(body),
                                               detail::access_list(uses...));
}

/// The same in a group.
template <detail::task_body F>
auto async(task_group& group, F&& body, std::source_location where = std::source_location::current()) {
  return detail::async_in<detail::value_of<F>>({.where = where, .group = group.handle()}, std::forward<F>(body),
                                               detail::access_list());
}
/// The same in a group, with accesses.
template <detail::task_body F, std::same_as<access>... Accesses>
auto async(task_group& group, F&& body, detail::first_access first, Accesses... others) {
  return detail::async_in<detail::value_of<F>>({.where = first.where, .group = group.handle()}, std::forward<F>(body),
                                               detail::access_list(first.data, others...));
}
/// The same in a group, with a list. Of a list and accesses besides: with options, `{}` if there are none.
template <detail::task_body F>
auto async(task_group& group, F&& body, std::span<const access> list,
           std::source_location where = std::source_location::current()) {
  return detail::async_in<detail::value_of<F>>({.where = where, .group = group.handle()}, std::forward<F>(body),
                                               detail::access_list(list));
}
/// The same in a group, with options; `uses` may begin with a list.
template <detail::task_body F, class... Uses>
  requires detail::accesses_or_list<Uses...>
auto async(task_group& group, const spawn_options& options, F&& body, const Uses&... uses) {
  return detail::async_in<detail::value_of<F>>({.where = options.where, .options = &options, .group = group.handle()},
                                               std::forward<F>(body), detail::access_list(uses...));
}

}  // namespace heddle
