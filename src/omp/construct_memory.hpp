// Zeroed memory that the threads of one construct share: what a front calls the construct's memory, and the private
// copies of task reductions. Kept for the next construct in the same slot as long as it is small.
//
// Used by the thread that sets a construct up, while nobody else is in it.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "probe/unseen.hpp"

namespace heddle::omp {

/// @param alignment  a power of two; at least a cache line is given, because each thread writes its own part
inline void* allocate_zeroed(std::size_t bytes, std::size_t alignment) noexcept {
  if (alignment < base::k_line_bytes) alignment = base::k_line_bytes;
  const std::size_t rounded = base::round_up(bytes == 0 ? 1 : bytes, alignment);
  const probe::Unseen unseen;  // the whole team uses it
  void* memory = std::aligned_alloc(alignment, rounded);
  HEDDLE_CHECK(memory != nullptr, "no memory left for a worksharing construct");
  return std::memset(memory, 0, rounded);
}

class ConstructMemory {
 public:
  ConstructMemory() = default;
  ConstructMemory(const ConstructMemory&) = delete;
  ConstructMemory& operator=(const ConstructMemory&) = delete;
  ~ConstructMemory() { give_back(); }

  void* renew(std::size_t bytes, std::size_t alignment) noexcept {
    if (bytes <= bytes_ && reinterpret_cast<std::size_t>(memory_) % alignment == 0 && !probe::looked_at())
      return std::memset(memory_, 0, bytes);
    give_back();
    memory_ = allocate_zeroed(bytes, alignment);
    bytes_ = bytes;
    return memory_;
  }

  /// Nobody uses it any more; gives it back if it is large.
  void release() noexcept {
    if (bytes_ <= k_kept_bytes) return;
    give_back();
    memory_ = nullptr;
    bytes_ = 0;
  }

  void* get() const noexcept { return memory_; }

 private:
  void give_back() noexcept {
    const probe::Unseen unseen;
    std::free(memory_);
  }

  static constexpr std::size_t k_kept_bytes = 4096;  // times 16 slots a team: less than one thread's stack

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace heddle::omp
