// The nest of the doacross loop that a thread has open.
#pragma once

#include <cstdint>

namespace heddle::kmpc {

/// How many loops it has: so many values name an iteration. 0: none is open.
std::uint32_t doacross_dimensions() noexcept;
/// Whether the nest has the iteration.
bool doacross_holds(const std::int64_t* values) noexcept;

}  // namespace heddle::kmpc
