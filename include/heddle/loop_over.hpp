// heddle/loop_over.hpp: what a loop runs over and what is asked of it, as one value.
//
//     heddle::parallel_reduce(heddle::loop_over(0, n, {.threads = 2}), heddle::sum<double>(), body);
//     const auto rows = heddle::loop_over(matrix, {.grain = 16, .name = "rows"});    // held, and used again
//     heddle::parallel_for(rows, smooth);
//
// Every algorithm takes it where it takes a range: also those that have no place for options. A container must live as
// long as the value. Plain values; any thread.
#pragma once

#include <iterator>
#include <ranges>
#include <type_traits>
#include <utility>

#include "detail/bodies.hpp"
#include "loop_options.hpp"
#include "range.hpp"

namespace heddle {

namespace detail {

/// What counts its iterations.
template <class Source>
concept counted_source = requires(const Source& source) { source.trips(); };

template <class It>
using elements_between = elements<It>;

}  // namespace detail

/// A range of indices, tiles or elements, with options. @tparam Source  a heddle::range, say
template <class Source>
class loop_over {
 public:
  /// A range of heddle/range.hpp or heddle/grid.hpp.
  explicit loop_over(Source source, const loop_options& options = {})
    requires detail::counted_source<Source>
      : source_(std::move(source)), options_(options) {}
  /// loop_over(0, n, {…})
  template <loop_index First, loop_index Last>
  loop_over(First first, Last last, const loop_options& options = {}) : source_(first, last), options_(options) {}
  /// The elements of an array, a vector, a span, a view.
  template <detail::element_range R>
  explicit loop_over(R&& range, const loop_options& options = {})
      : source_(detail::elements_of(range)), options_(options) {
    static_assert(std::is_lvalue_reference_v<R> || std::ranges::borrowed_range<R>,
                  "the container must live as long as the loop_over: give it a name");
  }
  /// The elements [first, last). Throws bad_range where `last` lies before `first`.
  template <std::random_access_iterator It>
  loop_over(It first, It last, const loop_options& options = {}) : source_(first, last - first), options_(options) {}

  /// What it runs over.
  const Source& source() const noexcept { return source_; }
  /// How.
  const loop_options& options() const noexcept { return options_; }

 private:
  Source source_;
  loop_options options_;
};

/// Of ranges of Heddle's: one, or a product.
template <detail::counted_source Source>
loop_over(Source, const loop_options& = {}) -> loop_over<Source>;
/// Of the indices from a first one to one before the last.
template <loop_index First, loop_index Last>
loop_over(First, Last, const loop_options& = {}) -> loop_over<range<std::common_type_t<First, Last>>>;
/// Of the elements of a container.
template <detail::element_range R>
loop_over(R&&, const loop_options& = {})
    -> loop_over<detail::elements_between<std::ranges::iterator_t<std::remove_reference_t<R>>>>;
/// Of the elements between two iterators.
template <std::random_access_iterator It>
loop_over(It, It, const loop_options& = {}) -> loop_over<detail::elements_between<It>>;

namespace detail {

template <class T>
inline constexpr bool is_loop_over = false;
template <class Source>
inline constexpr bool is_loop_over<loop_over<Source>> = true;
template <class T>
inline constexpr bool is_range = false;
template <class T>
inline constexpr bool is_range<range<T>> = true;

/// What the algorithms run over: a range of indices, elements, or either with options.
template <class R>
concept loop_source = element_range<R> || is_range<std::remove_cvref_t<R>> || is_loop_over<std::remove_cvref_t<R>>;

/// The range alone: trips(), piece(from, to).
template <loop_source R>
auto source_of(R&& range) {
  if constexpr (is_loop_over<std::remove_cvref_t<R>>) {
    return range.source();
  } else if constexpr (is_range<std::remove_cvref_t<R>>) {
    return range;
  } else {
    return elements_of(range);
  }
}
/// The options that come with the range; else the others.
template <loop_source R>
const loop_options& options_of(const R& range, const loop_options& others) noexcept {
  if constexpr (is_loop_over<std::remove_cvref_t<R>>) {
    return range.options();
  } else {
    return others;
  }
}

/// The element at a place of a block: an index itself, what an iterator points to.
template <class T>
decltype(auto) value_at(const T& at) {
  if constexpr (loop_index<T>) {
    return T{at};
  } else {
    return *at;
  }
}
template <class T>
using element_type_at = decltype(value_at(std::declval<const T&>()));

/// Where a source's blocks begin: an index or an iterator.
template <class R>
using place_of = std::remove_cvref_t<decltype(source_of(std::declval<R>()).piece(0, 0).first)>;

/// What a source is made of, as algorithms hand it to functions.
template <class R>
using element_of = element_type_at<place_of<R>>;

}  // namespace detail

}  // namespace heddle
