// heddle/parallel_reduce.hpp: one value out of all iterations.
//
//     double s = heddle::parallel_reduce(0, n, heddle::sum<double>(), [&](int i) { return x[i] * y[i]; });
//
// The body takes an index (or element) and returns a value to be joined; or it takes a heddle::block and the value so
// far, and returns the value with the block's iterations in it. Threads, exceptions and options: as in
// parallel_for.hpp.
#pragma once

#include <type_traits>
#include <utility>

#include "detail/bodies.hpp"
#include "detail/fixed_blocks.hpp"
#include "detail/joined_values.hpp"
#include "detail/loop_run.hpp"
#include "loop_over.hpp"
#include "reduction.hpp"

namespace heddle {

namespace detail {

/// One iteration, or one block, onto `value`.
template <class Reduction, class Body, class T>
auto added(const Reduction& how, Body& body, const block<T>& piece, typename Reduction::value_type value) {
  if constexpr (item_body<Body, T>) {
    for (T at = piece.first; at != piece.last; ++at) {
      if constexpr (loop_index<T>) {
        value = how.join(std::move(value), std::invoke(body, static_cast<T>(at)));
      } else {
        value = how.join(std::move(value), std::invoke(body, *at));
      }
    }
    return value;
  } else {
    static_assert(
        std::is_invocable_r_v<typename Reduction::value_type, Body&, block<T>, typename Reduction::value_type>,
        "a body takes an index (or element), or a heddle::block and the value so far; and returns a value");
    return static_cast<typename Reduction::value_type>(std::invoke(body, piece, std::move(value)));
  }
}

/// A value for each thread that takes part, joined as they come to their ends.
template <class Range, class Reduction, class Body>
auto reduce_in_any_order(const Range& range, const Reduction& how, Body& body, const loop_options& options) {
  joined_values<typename Reduction::value_type> total;
  run_loop(range.trips(), options, [&](share_blocks& blocks) {
    heddle_block block;
    if (!blocks.next(block)) return;
    typename Reduction::value_type value = how.identity;
    do {
      value = added(how, body, range.piece(block.first, block.last), std::move(value));
    } while (blocks.next(block));
    total.add(std::move(value), how.join);
  });
  auto value = total.take();
  return value ? std::move(*value) : how.identity;
}

/// A value for each fixed block, joined as a tree whose shape hangs on their number alone.
template <class Range, class Reduction, class Body>
auto reduce_in_fixed_order(const Range& range, const Reduction& how, Body& body, const loop_options& options) {
  using T = typename Reduction::value_type;
  const fixed_blocks blocks(range.trips());
  if (blocks.count() == 0) return how.identity;
  std::vector<partial<T>> partials(blocks.count(), partial<T>{how.identity});
  for_each_block(blocks, options, [&](std::uint64_t number) {
    T& value = partials[number].value;
    value = added(how, body, range.piece(blocks.first(number), blocks.last(number)), std::move(value));
  });
  for (std::uint64_t apart = 1; apart < partials.size(); apart *= 2)
    for (std::uint64_t left = 0; left + apart < partials.size(); left += 2 * apart)
      partials[left].value = how.join(std::move(partials[left].value), std::move(partials[left + apart].value));
  return std::move(partials[0].value);
}

template <class Range, class Reduction, class Body>
auto reduce(const Range& range, const Reduction& how, Body& body, const loop_options& options) {
  if constexpr (Reduction::order == reduction_order::fixed) {
    return reduce_in_fixed_order(range, how, body, options);
  } else {
    return reduce_in_any_order(range, how, body, options);
  }
}

template <class R>
concept reduction_like = requires {
  typename R::value_type;
  { R::order } -> std::convertible_to<reduction_order>;
};

}  // namespace detail

/// For a range(first, last). @returns the identity where there are no iterations
template <loop_index T, detail::reduction_like Reduction, class Body>
auto parallel_reduce(const range<T>& range, const Reduction& how, Body&& body, const loop_options& options = {}) {
  return detail::reduce(range, how, body, options);
}

/// For the elements of an array, a vector, a span, a view.
template <detail::element_range R, detail::reduction_like Reduction, class Body>
auto parallel_reduce(R&& range, const Reduction& how, Body&& body, const loop_options& options = {}) {
  return detail::reduce(detail::elements_of(range), how, body, options);
}

/// For what a loop_over says: loop_over(0, n, {.threads = 2}).
template <class Source, detail::reduction_like Reduction, class Body>
auto parallel_reduce(const loop_over<Source>& loop, const Reduction& how, Body&& body) {
  return detail::reduce(loop.source(), how, body, loop.options());
}

/// For indices, parallel_reduce(0, n, …), and iterators, parallel_reduce(v.begin(), v.end(), …); options: loop_over.
template <loop_index First, loop_index Last, detail::reduction_like Reduction, class Body>
auto parallel_reduce(First first, Last last, const Reduction& how, Body&& body) {
  return parallel_reduce(range(first, last), how, body);
}
/// The elements [first, last).
template <std::random_access_iterator It, detail::reduction_like Reduction, class Body>
auto parallel_reduce(It first, It last, const Reduction& how, Body&& body) {
  return parallel_reduce(std::ranges::subrange(first, last), how, body);
}

}  // namespace heddle
