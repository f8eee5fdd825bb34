// Space: the range of addresses in which regions lie, and what is known of each part of it.
//
// One range, reserved at once without memory behind it. It is cut into chunks of 32 slabs; a slab is 4 KiB. What is
// known of a chunk or a slab lies in two tables outside of the range, so the word for an address is found by
// arithmetic, and no byte of the program's data is ours. Tables are mapped without memory behind them, too: a page of
// them comes to be when it is first written.
//
// Where: myrmics.md §7.1 (several ranks need one range at one address); ThreadSanitizer allows one place only.
// Reserved once, by whoever asks first; read by any thread afterwards.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::region {

inline constexpr std::size_t k_slab_bytes = 4096;
inline constexpr std::uint32_t k_chunk_slabs = 32;
inline constexpr std::size_t k_chunk_bytes = k_slab_bytes * k_chunk_slabs;
inline constexpr std::size_t k_group_bytes = std::size_t{2} << 20;  // handed out, and given back, by so much
inline constexpr std::uint32_t k_group_chunks = k_group_bytes / k_chunk_bytes;
inline constexpr std::size_t k_most_space = std::size_t{1} << 40;
inline constexpr std::size_t k_least_space = std::size_t{1} << 30;

struct RegionChunk;
struct RegionSlab;

/// A range of addresses that is reserved already.
struct HeldRange {
  std::uintptr_t base = 0;
  std::size_t bytes = 0;
};

class Space {
 public:
  static constexpr unsigned k_most_places = 3;

  /// Where a range may lie, in the order in which it is tried; 0: there are no more. @param number  from 0
  static std::uintptr_t place(unsigned number) noexcept;
  /// The most that may be reserved, a power of two, for so many bytes.
  static std::size_t most_bytes(std::size_t wanted) noexcept;
  /// Reserves exactly there. @returns whether nothing was in the way
  static bool hold(HeldRange range) noexcept;
  static void let_go(HeldRange range) noexcept;

  /// Takes over what hold() has reserved. @returns false when there is no memory for the tables
  bool adopt(HeldRange range) noexcept;
  /// Reserves `wanted` bytes, or half of it, and so on down to k_least_space. @returns whether there is a range
  bool reserve(std::size_t wanted) noexcept;
  void release() noexcept;

  bool stands() const noexcept { return base_ != 0; }
  std::uintptr_t base() const noexcept { return base_; }
  std::size_t bytes() const noexcept { return bytes_; }
  std::uint32_t chunk_count() const noexcept { return static_cast<std::uint32_t>(bytes_ / k_chunk_bytes); }

  bool holds(const void* address) const noexcept { return reinterpret_cast<std::uintptr_t>(address) - base_ < bytes_; }

  // @pre holds(address)
  std::uint32_t chunk_of(const void* address) const noexcept {
    return static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(address) - base_) / k_chunk_bytes);
  }
  std::uint32_t slab_of(const void* address) const noexcept {
    return static_cast<std::uint32_t>((reinterpret_cast<std::uintptr_t>(address) - base_) / k_slab_bytes);
  }
  inline RegionChunk& chunk(std::uint32_t index) const noexcept;
  inline RegionSlab& slab(std::uint32_t index) const noexcept;
  inline std::uint32_t index_of(const RegionSlab& slab) const noexcept;
  char* address_of_chunk(std::uint32_t index) const noexcept {
    return reinterpret_cast<char*>(base_) + index * k_chunk_bytes;
  }
  char* address_of_slab(std::uint32_t index) const noexcept {
    return reinterpret_cast<char*>(base_) + index * k_slab_bytes;
  }

  /// Pages that may be used from now on. @returns false when the system has none
  static bool open_pages(void* address, std::size_t bytes) noexcept;
  /// Their contents are not needed any more; they stay open.
  static void give_pages_back(void* address, std::size_t bytes) noexcept;
  /// Nobody may write there, or even read, until it is opened again (HEDDLE_VERIFY).
  static void close_pages(void* address, std::size_t bytes) noexcept;

 private:
  std::uintptr_t base_ = 0;
  std::size_t bytes_ = 0;
  RegionChunk* chunks_ = nullptr;
  RegionSlab* slabs_ = nullptr;
};

}  // namespace heddle::region

#include "region/slab.hpp"

namespace heddle::region {
inline RegionChunk& Space::chunk(std::uint32_t index) const noexcept { return chunks_[index]; }
inline RegionSlab& Space::slab(std::uint32_t index) const noexcept { return slabs_[index]; }
inline std::uint32_t Space::index_of(const RegionSlab& slab) const noexcept {
  return static_cast<std::uint32_t>(&slab - slabs_);
}
}  // namespace heddle::region
