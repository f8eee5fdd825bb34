// A body is called with the words of its task.
#pragma once

#include <cstdint>

namespace heddle::myrmics {

/// @param body  a function whose parameters are machine words, or variadic
void call_body(void* body, const std::uint64_t* words, unsigned count);

}  // namespace heddle::myrmics
