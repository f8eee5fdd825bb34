// Whether the body of a task, a loop's chunk or a plan's task is there at all.
#pragma once

#include <type_traits>

#include "../errors.hpp"

namespace heddle::detail {

template <class F>
void check_body(const F& body) {
  if constexpr (std::is_pointer_v<F> || std::is_member_pointer_v<F>) {
    if (body == nullptr) throw null_body();
  } else if constexpr (requires { body == nullptr; }) {
    if (body == nullptr) throw null_body();  // std::function and its like
  }
}

}  // namespace heddle::detail
