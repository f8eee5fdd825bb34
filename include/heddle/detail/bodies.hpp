// The two forms that a body can have: for one index (or element), and for a block of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <iterator>
#include <ranges>
#include <type_traits>

#include "../grid.hpp"
#include "../range.hpp"

namespace heddle::detail {

/// Elements between two iterators; counted from 0 like every range of a loop.
template <std::random_access_iterator It>
class elements {
 public:
  elements(It first, std::iter_difference_t<It> count) : first_(std::move(first)) {
    if (count < 0) throw bad_range("the end of a range of iterators lies before its begin");
    trips_ = static_cast<std::uint64_t>(count);
  }
  std::uint64_t trips() const noexcept { return trips_; }
  block<It> piece(std::uint64_t from, std::uint64_t to) const { return {at(from), at(to)}; }

 private:
  It at(std::uint64_t number) const { return first_ + static_cast<std::iter_difference_t<It>>(number); }

  It first_;
  std::uint64_t trips_ = 0;
};

template <class R>
concept element_range = std::ranges::random_access_range<R> && std::ranges::sized_range<R>;

template <element_range R>
auto elements_of(R&& range) {
  return elements(std::ranges::begin(range), static_cast<std::ranges::range_difference_t<R>>(std::ranges::size(range)));
}

/// What a body for one index of a block of T is called with.
template <class T>
struct item {
  using type = std::iter_reference_t<T>;
};
template <loop_index T>
struct item<T> {
  using type = T;
};

template <class Body, class T>
concept item_body = std::invocable<Body&, typename item<T>::type>;

template <class Body, class T>
void call(Body& body, const block<T>& piece) {
  if constexpr (item_body<Body, T>) {
    for (T at = piece.first; at != piece.last; ++at) {
      if constexpr (loop_index<T>) {
        std::invoke(body, static_cast<T>(at));
      } else {
        std::invoke(body, *at);
      }
    }
  } else {
    static_assert(std::invocable<Body&, block<T>>, "a body takes an index (or element), or a heddle::block of them");
    std::invoke(body, piece);
  }
}

template <class Body, class T>
void call(Body& body, const block2<T>& tile) {
  if constexpr (std::invocable<Body&, T, T>) {
    for (const T row : tile.rows)
      for (const T column : tile.columns) std::invoke(body, row, column);
  } else {
    static_assert(std::invocable<Body&, block2<T>>, "a body takes two indices, or a heddle::block2");
    std::invoke(body, tile);
  }
}

template <class Body, class T>
void call(Body& body, const block3<T>& tile) {
  if constexpr (std::invocable<Body&, T, T, T>) {
    for (const T page : tile.pages)
      for (const T row : tile.rows)
        for (const T column : tile.columns) std::invoke(body, page, row, column);
  } else {
    static_assert(std::invocable<Body&, block3<T>>, "a body takes three indices, or a heddle::block3");
    std::invoke(body, tile);
  }
}

}  // namespace heddle::detail
