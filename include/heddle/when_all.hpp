// heddle/when_all.hpp: several values as one future.
//
//     std::vector<heddle::future<int>> counts = ...;
//     heddle::future<void> all = heddle::when_all(counts);
//     all.then([] { std::puts("counted"); });
//
// No worker is held meanwhile. The values stay with their own futures.
#pragma once

#include <exception>
#include <ranges>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

#include "coroutine.hpp"

namespace heddle {

namespace detail {

template <class T>
inline constexpr bool is_future = false;
template <class T>
inline constexpr bool is_future<future<T>> = true;

template <class T>
task<void> all_of(std::vector<future<T>> awaited) {
  std::exception_ptr first;
  for (const future<T>& one : awaited) {
    try {
      co_await one;
    } catch (...) {
      if (first == nullptr) first = std::current_exception();
    }
  }
  if (first != nullptr) std::rethrow_exception(first);
}

/// Of one value, whatever it is: what all_of() can have in one list.
template <class T>
future<void> without_value(const future<T>& value, const std::source_location& where) {
  if constexpr (std::is_void_v<T>) {
    return value;
  } else {
    return value.then([](const T&) {}, where);
  }
}

/// The first future of a call, and where that is written.
struct first_future {
  future<void> value;
  std::source_location where;

  template <class T>
  first_future(const future<T>& first, std::source_location at = std::source_location::current())
      : value(without_value(first, at)), where(at) {}
};

}  // namespace detail

/// Over when all tasks of the futures are, however they end. Its get() throws what the first of them, in the order of
/// the list, has thrown. @param futures  a std::vector<heddle::future<T>>, say; copied
template <std::ranges::input_range Futures>
  requires detail::is_future<std::ranges::range_value_t<Futures>>
future<void> when_all(const Futures& futures, std::source_location where = std::source_location::current()) {
  using Value = typename std::ranges::range_value_t<Futures>::value_type;
  std::vector<future<Value>> copied;
  for (const auto& one : futures) copied.push_back(one);
  return async(detail::all_of(std::move(copied)), where);
}
/// The same for futures that are written one by one, of any types.
template <class... Values>
future<void> when_all(detail::first_future first, const future<Values>&... others) {
  std::vector<future<void>> all;
  all.reserve(1 + sizeof...(others));
  all.push_back(std::move(first.value));
  (all.push_back(detail::without_value(others, first.where)), ...);
  return async(detail::all_of(std::move(all)), first.where);
}

}  // namespace heddle
