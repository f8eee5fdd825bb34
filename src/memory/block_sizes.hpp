// The sizes that blocks of data are rounded up to (placement.hpp). Four to each doubling: at most a fifth is wasted, on
// average a tenth. From 64 bytes on they are multiples of 64, so that blocks begin on a line of their own.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::memory {

struct BlockSizes {
  static constexpr std::size_t k_largest = 256 * 1024;  // seven to a chunk; larger blocks are mapped one by one
  static constexpr std::uint32_t k_count = 47;

  /// The smallest class whose blocks hold `bytes`. @pre bytes <= k_largest
  static constexpr std::uint32_t class_of(std::size_t bytes) noexcept {
    if (bytes <= 48) return bytes <= 16 ? 0 : static_cast<std::uint32_t>((bytes - 1) / 16);
    if (bytes <= 512) return k_first_line + static_cast<std::uint32_t>((bytes - 1) / 64);
    const auto doubling = static_cast<std::uint32_t>(std::bit_width(bytes - 1)) - 10;  // 0: up to 1,024 bytes
    return k_first_step + 4 * doubling + static_cast<std::uint32_t>(((bytes - 1) >> (7 + doubling)) - 4);
  }

  /// Bytes in a block of the class.
  static constexpr std::size_t bytes_of(std::uint32_t size_class) noexcept {
    if (size_class < k_first_line) return 16 * (std::size_t{size_class} + 1);
    if (size_class < k_first_step) return 64 * (std::size_t{size_class} - k_first_line + 1);
    const std::uint32_t doubling = (size_class - k_first_step) / 4;
    return (std::size_t{5} + (size_class - k_first_step) % 4) << (7 + doubling);
  }

 private:
  static constexpr std::uint32_t k_first_line = 3;   // 64 bytes
  static constexpr std::uint32_t k_first_step = 11;  // 640 bytes
};

static_assert(BlockSizes::bytes_of(BlockSizes::k_count - 1) == BlockSizes::k_largest);
static_assert(BlockSizes::class_of(BlockSizes::k_largest) == BlockSizes::k_count - 1);

}  // namespace heddle::memory
