// Slab: what is known of 4 KiB of a region: the size of its slots, and which of them are free. Chunk: the same of 32
// slabs that follow each other.
//
// A slab is *at hand* with one thread, or lies in its region's list of slabs with free slots, or is full. At hand: its
// `free` is that thread's; others put what they free into `returned`, under the region's lock. Else everything is under
// that lock. The words of a chunk are under the lock of its pool while it is free, and its region's while it is used.
//
// `owner` of a chunk says whose an address is, and is null when it is nobody's: then nothing else counts that stands in
// the chunk or in its slabs. So a region is freed by a store for each chunk, whatever it holds.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::region {

enum class SlabKind : std::uint8_t {
  unused,
  slots,   // equal slots, at most 64
  large,   // the first of the slabs of one object
  inside,  // a further one of them; `slot_units` says how many slabs before it the object begins
};

inline constexpr std::size_t k_unit = 64;  // bytes; sizes are rounded up to it
inline constexpr std::uint32_t k_none = UINT32_MAX;

struct alignas(64) RegionSlab {
  std::atomic<std::uint64_t> free{0};      // a bit per slot
  std::atomic<std::uint64_t> returned{0};  // freed by others while it was at hand
  std::atomic<void*> holder{nullptr};      // the Hands that have it at hand
  std::atomic<void*> scopes{nullptr};      // of its slots: what tasks know of them (tree.hpp)
  std::uint32_t slot_units = 0;            // size of a slot in k_unit; of an object in several slabs: of all of it
  std::uint32_t next = k_none;             // in its region's list
  std::uint32_t previous = k_none;
  std::uint32_t run = 0;  // how many slabs the object has
  std::uint8_t slots = 0;
  SlabKind kind = SlabKind::unused;
  bool listed = false;

  std::uint64_t all() const noexcept { return slots == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1; }
};
static_assert(sizeof(RegionSlab) <= 64, "a line of its own");

struct RegionChunk {
  std::atomic<void*> owner{nullptr};  // the region
  std::uint32_t next = k_none;        // in the list of its region, or of its pool
  std::uint32_t previous = k_none;
  std::uint32_t head = 0;        // the first chunk of its run
  std::uint32_t free_slabs = 0;  // a bit each
  std::uint32_t run_free = 0;    // free slabs of the whole run; at its head
  std::uint16_t pool = 0;        // 0: nobody's; else the node + 1
  std::uint8_t order = 0;        // of the run: 2^order chunks. At its head
  bool is_free = false;          // the head of a free run
  bool is_dirty = false;         // a free run that has been used: its pages have not been given back
  bool is_open = false;          // at the first of a group: its pages may be used
  bool has_scopes = false;       // some of its slabs have
  bool is_large = false;         // of an object that has chunks of its own
};
static_assert(sizeof(RegionChunk) <= 40, "a TiB has eight million of them");

}  // namespace heddle::region
