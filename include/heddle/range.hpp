// heddle/range.hpp: what a loop runs over, and the pieces of it that a body gets.
//
// range(0, n), range(0, n, 2) and iterators in one dimension; range2 and range3 for tiles. Plain values; any thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

#include "errors.hpp"

namespace heddle {

/// A number that counts: any integer type but bool.
template <class T>
concept loop_index = std::integral<T> && !std::same_as<std::remove_cv_t<T>, bool>;

namespace detail {

/// `value` as a T; throws where T cannot hold it.
template <loop_index T, loop_index From>
constexpr T bound(From value) {
  if (!std::in_range<T>(value)) throw bad_range("a bound does not fit the type of the loop's index");
  return static_cast<T>(value);
}

/// last - first where that is positive, else 0. Exact for every type, also over all of its values.
template <loop_index T>
constexpr std::uint64_t distance(T first, T last) noexcept {
  return first < last ? static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) : 0;
}

/// first + number * step, modulo 2^64 on the two's complement.
template <loop_index T>
constexpr T advanced(T first, std::uint64_t number, std::uint64_t step = 1) noexcept {
  return static_cast<T>(static_cast<std::uint64_t>(first) + number * step);
}

/// Counts; what `for (int i : block)` needs.
template <loop_index T>
class index_iterator {
 public:
  using value_type = T;
  using difference_type = std::ptrdiff_t;

  constexpr index_iterator() noexcept = default;
  constexpr explicit index_iterator(T value) noexcept : value_(value) {}
  constexpr T operator*() const noexcept { return value_; }
  constexpr index_iterator& operator++() noexcept {
    ++value_;
    return *this;
  }
  constexpr index_iterator operator++(int) noexcept { return index_iterator(value_++); }
  friend constexpr bool operator==(const index_iterator&, const index_iterator&) noexcept = default;

 private:
  T value_{};
};

}  // namespace detail

/// A piece of a loop in one dimension: indices, or elements, [first, last) in rising order.
template <class T>
struct block {
  T first;  ///< the first of them
  T last;   ///< one behind the last

  /// How many.
  constexpr std::uint64_t size() const noexcept {
    if constexpr (loop_index<T>) {
      return detail::distance(first, last);
    } else {
      return static_cast<std::uint64_t>(last - first);
    }
  }
  /// For `for (auto i : block)`.
  constexpr auto begin() const noexcept { return edge(first); }
  /// One behind the last.
  constexpr auto end() const noexcept { return edge(last); }

 private:
  static constexpr auto edge(const T& value) noexcept {
    if constexpr (loop_index<T>) {
      return detail::index_iterator<T>(value);
    } else {
      return value;
    }
  }
};

/// A piece in two dimensions. Neighbours in `columns` should lie side by side in memory.
template <class T>
struct block2 {
  block<T> rows;     ///< the outer loop
  block<T> columns;  ///< the inner loop
};
/// A piece in three dimensions. Neighbours in `columns` should lie side by side in memory.
template <class T>
struct block3 {
  block<T> pages;    ///< the outermost loop
  block<T> rows;     ///< the middle one
  block<T> columns;  ///< the inner loop
};

/// for (i = first; i < last; ++i). Empty where `last` is not beyond `first`.
template <loop_index T>
class range {
 public:
  /// Throws bad_range where a bound does not fit T.
  template <loop_index First, loop_index Last>
  constexpr range(First first, Last last) : first_(detail::bound<T>(first)), last_(detail::bound<T>(last)) {}

  /// The first index.
  constexpr T first() const noexcept { return first_; }
  /// How many iterations.
  constexpr std::uint64_t trips() const noexcept { return detail::distance(first_, last_); }
  /// Iterations [from, to), counted from 0.
  constexpr block<T> piece(std::uint64_t from, std::uint64_t to) const noexcept {
    return {detail::advanced(first_, from), detail::advanced(first_, to)};
  }

 private:
  T first_;
  T last_;
};
/// range(0, n): of the type that both fit.
template <loop_index First, loop_index Last>
range(First, Last) -> range<std::common_type_t<First, Last>>;

/// for (i = first; i < last; i += step), or i > last where step is negative. Throws bad_range where step is 0.
template <loop_index T>
class strided_range {
 public:
  /// Throws bad_range where the step is 0, or a bound does not fit T.
  template <loop_index First, loop_index Last, loop_index Step>
  constexpr strided_range(First first, Last last, Step step)
      : first_(detail::bound<T>(first)), last_(detail::bound<T>(last)), step_(static_cast<std::uint64_t>(step)) {
    if (step == 0) throw bad_range("the step of a range is zero");
    rises_ = std::cmp_greater(step, 0);
  }

  /// How many iterations.
  constexpr std::uint64_t trips() const noexcept {
    const std::uint64_t length = rises_ ? detail::distance(first_, last_) : detail::distance(last_, first_);
    const std::uint64_t stride = rises_ ? step_ : 0 - step_;
    return length / stride + (length % stride != 0 ? 1 : 0);
  }
  /// The index of iteration `number`, counted from 0.
  constexpr T at(std::uint64_t number) const noexcept { return detail::advanced(first_, number, step_); }

 private:
  T first_;
  T last_;
  std::uint64_t step_;
  bool rises_ = true;
};
/// strided_range(n - 1, -1, -1): of the type that both bounds fit.
template <loop_index First, loop_index Last, loop_index Step>
strided_range(First, Last, Step) -> strided_range<std::common_type_t<First, Last>>;

}  // namespace heddle
