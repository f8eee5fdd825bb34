// Memory of high bandwidth (HBM, MCDRAM), through the library memkind where this machine has both.
//
// memkind is loaded with the first request for such memory; programs that never ask never load it. Any thread.
#pragma once

#include <cstddef>

namespace heddle::omp {

/// Whether there is memory of high bandwidth that can be asked for.
bool high_bandwidth_available() noexcept;

/// Memory for any type, or null. Only where high_bandwidth_available().
void* high_bandwidth_allocate(std::size_t bytes) noexcept;
void high_bandwidth_free(void* memory) noexcept;

}  // namespace heddle::omp
