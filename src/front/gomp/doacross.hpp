// The iteration that GOMP_doacross_wait names: variable arguments, one for each loop of the nest.
#pragma once

#include <cstdarg>
#include <cstdint>

namespace heddle::gomp {

inline constexpr unsigned k_most_dimensions = 64;  // GCC's own limit on a nest is far below

struct AwaitedIteration {
  unsigned dimensions;  // 0: nothing needs to wait
  std::uint64_t indices[k_most_dimensions];
};

AwaitedIteration awaited_iteration(long first, std::va_list rest) noexcept;
AwaitedIteration awaited_iteration(unsigned long long first, std::va_list rest) noexcept;
void await_iteration(const AwaitedIteration& awaited) noexcept;

}  // namespace heddle::gomp
