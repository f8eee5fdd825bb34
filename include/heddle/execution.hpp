// heddle/execution.hpp: the standard's parallel algorithms, with heddle::par in place of std::execution::par.
//
//     #include <heddle/execution.hpp>
//     heddle::sort(heddle::par, v.begin(), v.end());
//     double s = heddle::transform_reduce(heddle::par, x.begin(), x.end(), y.begin(), 0.0);
//     heddle::for_each(heddle::par({.threads = 4, .grain = 64}), v.begin(), v.end(), body);
//
// Signatures and results are those of the standard's headers algorithm and numeric. Iterators have random access
// (for_each: any). What a function throws comes out of the call, where the standard ends the program. Any thread may
// call.
#pragma once

#include <functional>
#include <iterator>
#include <mutex>
#include <optional>
#include <utility>

#include "parallel_find.hpp"
#include "parallel_for.hpp"
#include "parallel_for_each.hpp"
#include "parallel_scan.hpp"
#include "parallel_sort.hpp"
#include "parallel_transform.hpp"

namespace heddle {

/// What the algorithms of this file take first. Its objects are made of heddle::par.
class parallel_policy {
 public:
  constexpr parallel_policy() = default;
  /// The same algorithm with options: heddle::par({.threads = 4}).
  constexpr parallel_policy operator()(const loop_options& options) const noexcept {
    parallel_policy with;
    with.options_ = options;
    return with;
  }
  /// How its loops run. Sorts look at none.
  constexpr const loop_options& options() const noexcept { return options_; }

 private:
  loop_options options_;
};

/// In parallel, on Heddle's workers.
inline constexpr parallel_policy par;

namespace detail {

/// One value out of all, without an identity: join commutes, and T is what all are joined as.
template <class T, class Source, class Join, class Transform>
std::optional<T> reduce_without_identity(const loop_over<Source>& loop, Join& join, Transform& transform) {
  std::optional<T> total;
  std::mutex joining;  // guards total
  run_loop(loop.source().trips(), loop.options(), [&](share_blocks& blocks) {
    std::optional<T> own;
    for (heddle_block block; blocks.next(block);) {
      const auto piece = loop.source().piece(block.first, block.last);
      auto at = piece.first;
      if (!own) {
        own.emplace(std::invoke(transform, value_at(at)));
        ++at;
      }
      T value = std::move(*own);
      for (; at != piece.last; ++at) value = std::invoke(join, std::move(value), std::invoke(transform, value_at(at)));
      own = std::move(value);
    }
    if (!own) return;
    const std::lock_guard lock(joining);
    total = total ? std::invoke(join, std::move(*total), std::move(*own)) : std::move(*own);
  });
  return total;
}

template <class T, class Join>
T joined_to(T init, std::optional<T> all, Join& join) {
  return all ? std::invoke(join, std::move(init), std::move(*all)) : std::move(init);
}

template <scan_kind Kind, class T, class Out, class Source, class Join, class Transform>
Out scan_from(const loop_over<Source>& loop, Out out, const scanning<T, Join, Transform>& what) {
  scan<Kind>(loop.source(), out, what, loop.options());
  return out + static_cast<std::iter_difference_t<Out>>(loop.source().trips());
}

}  // namespace detail

// -- <algorithm>

/// std::for_each
template <std::input_iterator It, class F>
void for_each(const parallel_policy& policy, It first, It last, F body) {
  if constexpr (std::random_access_iterator<It>) {
    parallel_for(loop_over(first, last, policy.options()), body);
  } else {
    parallel_for_each(first, last, body);
  }
}
/// std::for_each_n
template <std::random_access_iterator It, class F>
It for_each_n(const parallel_policy& policy, It first, std::iter_difference_t<It> count, F body) {
  for_each(policy, first, first + count, body);
  return first + count;
}
/// std::transform of one range
template <std::random_access_iterator It, std::random_access_iterator Out, class F>
Out transform(const parallel_policy& policy, It first, It last, Out out, F function) {
  parallel_transform(loop_over(first, last, policy.options()), out, std::move(function));
  return out + (last - first);
}
/// std::transform of two
template <std::random_access_iterator It, std::random_access_iterator Other, std::random_access_iterator Out, class F>
Out transform(const parallel_policy& policy, It first, It last, Other other, Out out, F function) {
  parallel_transform(loop_over(first, last, policy.options()), other, out, std::move(function));
  return out + (last - first);
}
/// std::copy
template <std::random_access_iterator It, std::random_access_iterator Out>
Out copy(const parallel_policy& policy, It first, It last, Out out) {
  return heddle::transform(policy, first, last, out, std::identity{});
}
/// std::fill
template <std::random_access_iterator It, class T>
void fill(const parallel_policy& policy, It first, It last, const T& value) {
  for_each(policy, first, last, [&value](auto&& element) { element = value; });
}
/// std::generate: several threads call the function.
template <std::random_access_iterator It, class F>
void generate(const parallel_policy& policy, It first, It last, F function) {
  for_each(policy, first, last, [&function](auto&& element) { element = std::invoke(function); });
}
/// std::replace_if
template <std::random_access_iterator It, class Fits, class T>
void replace_if(const parallel_policy& policy, It first, It last, Fits fits, const T& value) {
  for_each(policy, first, last, [&](auto&& element) {
    if (std::invoke(fits, element)) element = value;
  });
}

/// std::find
template <std::random_access_iterator It, class T>
It find(const parallel_policy& policy, It first, It last, const T& value) {
  return parallel_find(loop_over(first, last, policy.options()), value);
}
/// std::find_if
template <std::random_access_iterator It, class Fits>
It find_if(const parallel_policy& policy, It first, It last, Fits fits) {
  return parallel_find_if(loop_over(first, last, policy.options()), std::move(fits));
}
/// std::find_if_not
template <std::random_access_iterator It, class Fits>
It find_if_not(const parallel_policy& policy, It first, It last, Fits fits) {
  return heddle::find_if(policy, first, last, std::not_fn(std::move(fits)));
}
/// std::any_of
template <std::random_access_iterator It, class Fits>
bool any_of(const parallel_policy& policy, It first, It last, Fits fits) {
  return parallel_any_of(loop_over(first, last, policy.options()), std::move(fits));
}
/// std::all_of
template <std::random_access_iterator It, class Fits>
bool all_of(const parallel_policy& policy, It first, It last, Fits fits) {
  return parallel_all_of(loop_over(first, last, policy.options()), std::move(fits));
}
/// std::none_of
template <std::random_access_iterator It, class Fits>
bool none_of(const parallel_policy& policy, It first, It last, Fits fits) {
  return parallel_none_of(loop_over(first, last, policy.options()), std::move(fits));
}
/// std::count
template <std::random_access_iterator It, class T>
std::iter_difference_t<It> count(const parallel_policy& policy, It first, It last, const T& value) {
  return parallel_count(loop_over(first, last, policy.options()), value);
}
/// std::count_if
template <std::random_access_iterator It, class Fits>
std::iter_difference_t<It> count_if(const parallel_policy& policy, It first, It last, Fits fits) {
  return parallel_count_if(loop_over(first, last, policy.options()), std::move(fits));
}
/// std::min_element
template <std::random_access_iterator It, class Less = std::less<>>
It min_element(const parallel_policy& policy, It first, It last, Less less = {}) {
  return parallel_min_element(loop_over(first, last, policy.options()), std::move(less));
}
/// std::max_element
template <std::random_access_iterator It, class Less = std::less<>>
It max_element(const parallel_policy& policy, It first, It last, Less less = {}) {
  return parallel_max_element(loop_over(first, last, policy.options()), std::move(less));
}

/// std::sort
template <std::random_access_iterator It, class Less = std::less<>>
void sort(const parallel_policy& /*policy*/, It first, It last, Less less = {}) {
  parallel_sort(first, last, std::move(less));
}
/// std::stable_sort
template <std::random_access_iterator It, class Less = std::less<>>
void stable_sort(const parallel_policy& /*policy*/, It first, It last, Less less = {}) {
  parallel_stable_sort(first, last, std::move(less));
}

// -- <numeric>

/// std::transform_reduce of one range: `join` commutes.
template <std::random_access_iterator It, class T, class Join, class Transform>
T transform_reduce(const parallel_policy& policy, It first, It last, T init, Join join, Transform function) {
  auto all = detail::reduce_without_identity<T>(loop_over(first, last, policy.options()), join, function);
  return detail::joined_to(std::move(init), std::move(all), join);
}
/// std::transform_reduce of two ranges
template <std::random_access_iterator It, std::random_access_iterator Other, class T, class Join = std::plus<>,
          class Transform = std::multiplies<>>
  requires(std::random_access_iterator<Other>)
T transform_reduce(const parallel_policy& policy, It first, It last, Other other, T init, Join join = {},
                   Transform function = {}) {
  const loop_over numbers(std::iter_difference_t<It>{0}, last - first, policy.options());
  auto pair = [&](std::iter_difference_t<It> at) -> decltype(auto) {
    return std::invoke(function, first[at], other[static_cast<std::iter_difference_t<Other>>(at)]);
  };
  auto all = detail::reduce_without_identity<T>(numbers, join, pair);
  return detail::joined_to(std::move(init), std::move(all), join);
}
/// std::reduce: `join` commutes.
template <std::random_access_iterator It, class T = std::iter_value_t<It>, class Join = std::plus<>>
T reduce(const parallel_policy& policy, It first, It last, T init = {}, Join join = {}) {
  return heddle::transform_reduce(policy, first, last, std::move(init), std::move(join), std::identity{});
}

/// std::transform_inclusive_scan without a value that comes first
template <std::random_access_iterator It, std::random_access_iterator Out, class Join, class Transform>
Out transform_inclusive_scan(const parallel_policy& policy, It first, It last, Out out, Join join, Transform function) {
  using T = std::decay_t<std::invoke_result_t<Transform&, std::iter_reference_t<It>>>;
  return detail::scan_from<detail::scan_kind::inclusive>(
      loop_over(first, last, policy.options()), out,
      detail::scanning<T, Join, Transform>{join, function, std::nullopt});
}
/// The same with one
template <std::random_access_iterator It, std::random_access_iterator Out, class Join, class Transform, class T>
Out transform_inclusive_scan(const parallel_policy& policy, It first, It last, Out out, Join join, Transform function,
                             T init) {
  return detail::scan_from<detail::scan_kind::inclusive>(
      loop_over(first, last, policy.options()), out,
      detail::scanning<T, Join, Transform>{join, function, std::move(init)});
}
/// std::transform_exclusive_scan
template <std::random_access_iterator It, std::random_access_iterator Out, class T, class Join, class Transform>
Out transform_exclusive_scan(const parallel_policy& policy, It first, It last, Out out, T init, Join join,
                             Transform function) {
  return detail::scan_from<detail::scan_kind::exclusive>(
      loop_over(first, last, policy.options()), out,
      detail::scanning<T, Join, Transform>{join, function, std::move(init)});
}
/// std::inclusive_scan without a value that comes first
template <std::random_access_iterator It, std::random_access_iterator Out, class Join = std::plus<>>
Out inclusive_scan(const parallel_policy& policy, It first, It last, Out out, Join join = {}) {
  return heddle::transform_inclusive_scan(policy, first, last, out, std::move(join), std::identity{});
}
/// The same with one
template <std::random_access_iterator It, std::random_access_iterator Out, class Join, class T>
Out inclusive_scan(const parallel_policy& policy, It first, It last, Out out, Join join, T init) {
  return heddle::transform_inclusive_scan(policy, first, last, out, std::move(join), std::identity{}, std::move(init));
}
/// std::exclusive_scan
template <std::random_access_iterator It, std::random_access_iterator Out, class T, class Join = std::plus<>>
Out exclusive_scan(const parallel_policy& policy, It first, It last, Out out, T init, Join join = {}) {
  return heddle::transform_exclusive_scan(policy, first, last, out, std::move(init), std::move(join), std::identity{});
}

}  // namespace heddle
