// How often this process, and those it comes from, have forked: what has threads belongs to one of them.
#pragma once

#include <cstdint>

namespace heddle::tasks {

/// Written in a forked child, which has one thread; read by any.
inline std::uint32_t forks = 0;

}  // namespace heddle::tasks
