// Where an algorithm writes its results: an iterator, or a range that is long enough.
#pragma once

#include <cstdint>
#include <iterator>
#include <ranges>
#include <type_traits>

#include "bodies.hpp"

namespace heddle::detail {

template <class Out>
auto begin_of(Out&& out, std::uint64_t trips) {
  if constexpr (element_range<Out>) {
    if (std::ranges::size(out) < trips) throw bad_range("the output is shorter than the input");
    return std::ranges::begin(out);
  } else {
    static_assert(std::random_access_iterator<std::remove_cvref_t<Out>>, "the output: a range or an iterator");
    return out;
  }
}

}  // namespace heddle::detail
