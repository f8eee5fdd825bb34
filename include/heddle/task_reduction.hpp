// heddle/task_reduction.hpp: tasks that add to one value together.
//
//     double total = 0;
//     for (int i = 0; i < n; ++i) heddle::spawn([=](double& part) { part += f(i); }, heddle::reducing(total));
//     heddle::spawn([&] { use(total); }, in(total));    // when all of them have been added
//
// The body gets a value of its own, which begins as the identity, for each reducing() among its accesses, in their
// order. When it is over they are joined to the targets, one task at a time and in any order. Tasks that reduce the
// same target run at the same time, and must do so in the same way; to all others they are concurrent(target).
#pragma once

#include <exception>
#include <source_location>
#include <tuple>
#include <type_traits>
#include <utility>

#include "access.hpp"
#include "detail/task_body.hpp"
#include "reduction.hpp"
#include "task.h"

namespace heddle {

/// What a task says of a value that it adds to; reducing() makes it.
template <class T, class Reduction>
struct reducing_access {
  using value_type = T;        ///< of the target, and of the part that the body gets
  T* target;                   ///< where the parts are joined
  Reduction how;               ///< identity and join
  std::source_location where;  ///< where it was written, for messages
};

/// The task gets a part of its own, joined to `target` when it is over.
template <class T, class Join, reduction_order Order>
auto reducing(T& target, reduction<T, Join, Order> how, std::source_location where = std::source_location::current()) {
  return reducing_access<T, reduction<T, Join, Order>>{&target, std::move(how), where};
}
/// A sum.
template <class T>
auto reducing(T& target, std::source_location where = std::source_location::current()) {
  return reducing(target, sum<T>(), where);
}

namespace detail {

template <class A>
inline constexpr bool is_reducing = false;
template <class T, class Reduction>
inline constexpr bool is_reducing<reducing_access<T, Reduction>> = true;

/// Joins a part to its target while nobody else does. What the join throws comes out here, not in libheddle.
template <class Reducing>
void join_part(const Reducing& reducing, typename Reducing::value_type& part) {
  using T = typename Reducing::value_type;
  struct Call {
    const Reducing& reducing;
    T& part;
    std::exception_ptr thrown;
  } call{reducing, part, nullptr};
  heddle_reduction_combine(reducing.target, &call, [](void* target, void* data) noexcept {
    auto& [how, own, thrown] = *static_cast<Call*>(data);
    T& all = *static_cast<T*>(target);
    try {
      all = how.how.join(std::move(all), std::move(own));
    } catch (...) {
      thrown = std::current_exception();
    }
  });
  if (call.thrown != nullptr) std::rethrow_exception(call.thrown);
}

/// A body that gets parts, as one that gets nothing.
template <class F, class... Reducing>
struct reducing_body {
  F body;
  std::tuple<Reducing...> reductions;

  void operator()() {
    std::tuple<typename Reducing::value_type...> parts =
        std::apply([](const Reducing&... one) { return std::tuple(one.how.identity...); }, reductions);
    std::apply(body, parts);
    join(parts, std::index_sequence_for<Reducing...>{});
  }

 private:
  template <class Parts, std::size_t... at>
  void join(Parts& parts, std::index_sequence<at...>) {
    (join_part(std::get<at>(reductions), std::get<at>(parts)), ...);
  }
};

template <class A>
auto only_reducing(A&& one) {
  if constexpr (is_reducing<std::decay_t<A>>) {
    return std::tuple(std::forward<A>(one));
  } else {
    return std::tuple<>();
  }
}
template <class T, class Reduction>
access plain_access(const reducing_access<T, Reduction>& one) noexcept {
  return concurrent(*one.target);
}
inline access plain_access(const access& one) noexcept { return one; }

template <class F, class... Reducing>
auto body_with_parts(F&& body, std::tuple<Reducing...> reductions) {
  static_assert(std::is_invocable_v<std::decay_t<F>&, typename Reducing::value_type&...>,
                "a body of a task that reduces takes a reference for each reducing(), in their order");
  return reducing_body<std::decay_t<F>, Reducing...>{std::forward<F>(body), std::move(reductions)};
}
/// Where the first of them was written.
template <class... Reducing>
std::source_location where_of(const std::tuple<Reducing...>& reductions) noexcept {
  return std::get<0>(reductions).where;
}

}  // namespace detail

/// Accesses with a reducing() among them.
template <class... Accesses>
concept reducing_accesses = (detail::is_reducing<Accesses> || ...) &&
                            ((detail::is_reducing<Accesses> || std::is_same_v<Accesses, access>) && ...);

}  // namespace heddle
