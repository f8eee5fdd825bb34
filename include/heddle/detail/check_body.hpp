// Whether the body of a task, a loop's chunk or a plan's task is there at all.
#pragma once

#include <concepts>
#include <type_traits>

#include "../errors.hpp"

namespace heddle::detail {

template <class F>
void check_body(const F& body) {
  if constexpr (std::is_function_v<F>) {
    return;  // there always: to compare it is a warning
  } else if constexpr (requires {
                         { body == nullptr } -> std::convertible_to<bool>;
                       }) {
    if (body == nullptr) throw null_body();  // pointers, std::function and its like
  }
}

}  // namespace heddle::detail
