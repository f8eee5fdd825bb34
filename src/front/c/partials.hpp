// Memory for the partial values of a reduction or scan in C: one for each fixed block, and a spare one, each on cache
// lines of its own, since different threads write them. Fixed blocks depend on the number of iterations alone, so
// results do not depend on who runs what.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/bits.hpp"
#include "base/cache_line.hpp"

namespace heddle::c {

/// At most 1,024 of them, as heddle.hpp has it (include/heddle/detail/fixed_blocks.hpp).
struct FixedBlocks {
  std::uint64_t trips = 0;
  std::uint64_t length = 1;
  std::uint64_t count = 0;

  static constexpr std::uint64_t k_most = 1024;

  constexpr explicit FixedBlocks(std::uint64_t all) noexcept
      : trips(all),
        length(std::max<std::uint64_t>(base::divide_up(all, k_most), 1)),
        count(base::divide_up(all, length)) {}

  constexpr std::uint64_t first(std::uint64_t block) const noexcept { return block * length; }
  constexpr std::uint64_t last(std::uint64_t block) const noexcept {
    return block + 1 == count ? trips : (block + 1) * length;
  }
};

class Partials {
 public:
  Partials(std::uint64_t count, std::size_t bytes) noexcept
      : bytes_(bytes), apart_(base::round_up(bytes, std::size_t{base::k_line_bytes})) {
    if (apart_ < bytes || (apart_ != 0 && count > SIZE_MAX / apart_)) return;  // does not fit
    memory_ = static_cast<char*>(std::aligned_alloc(base::k_line_bytes, count * apart_));
  }
  Partials(const Partials&) = delete;
  Partials& operator=(const Partials&) = delete;
  ~Partials() { std::free(memory_); }

  bool there() const noexcept { return memory_ != nullptr; }
  void* at(std::uint64_t index) noexcept { return memory_ + index * apart_; }
  void* start(std::uint64_t index, const void* value) noexcept { return std::memcpy(at(index), value, bytes_); }

 private:
  std::size_t bytes_;
  std::size_t apart_;
  char* memory_ = nullptr;
};

}  // namespace heddle::c
