// Blocks that depend on the number of iterations alone: what is computed block by block, and joined in the order of the
// blocks, has the same bits whatever threads have run them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "loop_run.hpp"

namespace heddle::detail {

class fixed_blocks {
 public:
  explicit constexpr fixed_blocks(std::uint64_t trips) noexcept
      : trips_(trips), length_(trips <= k_most ? 1 : (trips - 1) / k_most + 1) {}

  constexpr std::uint64_t count() const noexcept { return trips_ == 0 ? 0 : (trips_ - 1) / length_ + 1; }
  constexpr std::uint64_t first(std::uint64_t block) const noexcept { return block * length_; }
  constexpr std::uint64_t last(std::uint64_t block) const noexcept {
    return block + 1 == count() ? trips_ : (block + 1) * length_;
  }

 private:
  static constexpr std::uint64_t k_most = 1024;  // enough to even out bodies on 32 threads to 3 %

  std::uint64_t trips_;
  std::uint64_t length_;
};

/// A partial value; different threads write neighbours, so each has a cache line of its own.
template <class T>
struct alignas(64) partial {
  T value;
};

/// Runs work(block) for each block.
template <class Work>
void for_each_block(const fixed_blocks& blocks, loop_options options, Work work) {
  options.grain = 0;  // it counts iterations, not blocks
  run_loop(blocks.count(), options, [&](share_blocks& numbers) {
    for (heddle_block some; numbers.next(some);)
      for (std::uint64_t block = some.first; block != some.last; ++block) work(block);
  });
}

}  // namespace heddle::detail
