// RegionHeap: objects in regions. Slots of one size in slabs of 4 KiB; larger objects in slabs, or chunks, of their
// own.
//
// A thread keeps the slab that it allocated from last *at hand*, for each region and size: then neither allocating nor
// freeing there takes a lock or a read-modify-write. What others free in such a slab waits in RegionSlab::returned. A
// thread's hands are found by region and size, in a table that forgets: who is put out goes back to its region, if that
// is still the one it was.
//
// Invariant: a slab has free slots and is at hand, or has free slots and is listed, or is full. An empty slab that is
// not at hand goes back to its region's chunks, an empty run of chunks to the node, but for the region's last. A call
// may come from any thread that has hands. @pre Who frees a region lets nobody allocate in it meanwhile.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdlib>

#include "region/store.hpp"

namespace heddle::region {

template <class P>
class RegionHeap;

/// What a thread has at hand.
template <class P>
class Hands {
 public:
  static constexpr std::uint32_t k_places = 64;

  /// An object of the region with this id, if a slab for it is at hand; else null. Most calls end here, and look at no
  /// table.
  void* allocate(Id id, std::size_t bytes) noexcept {
    const std::size_t units = (bytes + k_unit - 1) / k_unit;
    const Place& place = places_[place_of(Name::index_of(id), static_cast<std::uint32_t>(units))];
    // order: relaxed (all) — the holder's own words; others look at them for a message only. The id says whether the
    // region is still the one it was.
    if (place.id != id || place.units != units || place.region->id.load(std::memory_order_relaxed) != id) [[unlikely]]
      return nullptr;
    const std::uint64_t free = place.slab->free.load(std::memory_order_relaxed);
    if (free == 0) [[unlikely]]
      return nullptr;
    // order: relaxed — as above.
    place.slab->free.store(free & (free - 1), std::memory_order_relaxed);
    return place.begin + static_cast<std::size_t>(std::countr_zero(free)) * units * k_unit;
  }

 private:
  friend class RegionHeap<P>;
  struct Place {
    Id id = 0;  // 0: nothing
    std::size_t units = 0;
    RegionSlab* slab = nullptr;
    char* begin = nullptr;  // of the slab
    RegionRecord<P>* region = nullptr;
  };
  static std::uint32_t place_of(std::uint32_t region, std::uint32_t units) noexcept {
    return (region * 5 + units) % k_places;
  }
  Place places_[k_places];
};

enum class FreeOutcome : std::uint8_t { done, foreign, inside, twice };

template <class P>
class RegionHeap {
 public:
  using Record = RegionRecord<P>;

  explicit RegionHeap(RegionStore<P>& store) noexcept : store_(store) {}

  /// @pre bytes != 0. @returns null: no memory
  void* allocate(Hands<P>& hands, Record& region, std::size_t bytes) noexcept {
    const std::size_t units = (bytes + k_unit - 1) / k_unit;
    if (units > k_most_units) [[unlikely]]
      return allocate_large(region, bytes);
    // order: relaxed — the region is held by the caller: its id does not change.
    if (void* const object = hands.allocate(region.id.load(std::memory_order_relaxed), bytes)) [[likely]]
      return object;
    auto& place = hands.places_[Hands<P>::place_of(region.index, static_cast<std::uint32_t>(units))];
    return allocate_slowly(hands, place, region, static_cast<std::uint32_t>(units));
  }

  /// @returns how many it could make
  int allocate_many(Hands<P>& hands, Record& region, std::size_t bytes, std::pair<void**, int> objects) noexcept;

  /// The object's size, and where it begins; null: no object is there. @param address  anything
  void* object_around(const void* address, std::size_t& bytes) const noexcept;

  /// Frees an object of a slab that is at hand, and of which tasks know none. @returns whether it was one
  bool free_at_hand(const Hands<P>& hands, const void* object) noexcept {
    Space& space = store_.space();
    if (!space.holds(object)) [[unlikely]]
      return false;
    const RegionChunk& chunk = space.chunk(space.chunk_of(object));
    RegionSlab& slab = space.slab(space.slab_of(object));
    // order: acquire — as RegionStore::around(). Relaxed (the others) — see Hands::allocate(); a slab has scopes by its
    // holder's own call, or by one that has come before this one.
    if (chunk.owner.load(std::memory_order_acquire) == nullptr || chunk.is_large || slab.kind != SlabKind::slots ||
        slab.holder.load(std::memory_order_relaxed) != &hands || slab.scopes.load(std::memory_order_relaxed) != nullptr)
        [[unlikely]]
      return false;
    const std::uint32_t index = index_of(slab, object);
    if (index == k_none) [[unlikely]]
      return false;
    const std::uint64_t bit = std::uint64_t{1} << index;
    // order: relaxed (all) — the holder's own; what others have returned is looked at for a message.
    const std::uint64_t free = slab.free.load(std::memory_order_relaxed);
    if (((free | slab.returned.load(std::memory_order_relaxed)) & bit) != 0) [[unlikely]]
      return false;
    slab.free.store(free | bit, std::memory_order_relaxed);
    return true;
  }

  FreeOutcome free(Hands<P>& hands, void* object) noexcept {
    Record* const region = store_.around(object);
    if (region == nullptr) [[unlikely]]
      return FreeOutcome::foreign;
    Space& space = store_.space();
    return free_slowly(hands, *region, space.slab(space.slab_of(object)), object);
  }

  /// Gives all chunks of the region back.
  void clear(Record& region) noexcept HEDDLE_REQUIRES(region.lock);

  /// The thread has nothing at hand any more.
  void put_down(Hands<P>& hands) noexcept {
    for (auto& place : hands.places_) put_down(place);
  }

  /// The number of the slot at the address; k_none: no slot begins there.
  std::uint32_t index_of(const RegionSlab& slab, const void* object) const noexcept {
    const auto offset = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(object) & (k_slab_bytes - 1));
    if (offset % k_unit != 0) return k_none;
    const std::uint32_t unit = offset / k_unit;
    const std::uint32_t index = slab.slot_units == 1 ? unit : unit / slab.slot_units;
    return index * slab.slot_units == unit && index < slab.slots ? index : k_none;
  }

  /// The slabs that the region uses, one after the other: `each(first slab, count)`. @pre nobody changes the region
  template <class Each>
  void used_slabs(const Record& region, const Each& each) const noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS;

 private:
  using Place = typename Hands<P>::Place;

  void* slot(const RegionSlab& slab, std::uint32_t index) const noexcept {
    Space& space = store_.space();
    return space.address_of_slab(space.index_of(slab)) + std::size_t{index} * slab.slot_units * k_unit;
  }
  void* allocate_slowly(Hands<P>& hands, Place& place, Record& region, std::uint32_t units) noexcept;
  void* allocate_large(Record& region, std::size_t bytes) noexcept;
  void* allocate_chunks(Record& region, std::size_t bytes) noexcept HEDDLE_REQUIRES(region.lock);
  FreeOutcome free_slowly(Hands<P>& hands, Record& region, RegionSlab& slab, void* object) noexcept;
  FreeOutcome free_large(Record& region, RegionSlab& slab, const void* object) noexcept HEDDLE_REQUIRES(region.lock);
  void put_down(Place& place) noexcept;
  void leave(Record& region, RegionSlab& slab) noexcept HEDDLE_REQUIRES(region.lock);
  void list(Record& region, RegionSlab& slab) noexcept HEDDLE_REQUIRES(region.lock);
  void unlist(Record& region, RegionSlab& slab) noexcept HEDDLE_REQUIRES(region.lock);
  std::uint32_t take_slabs(Record& region, std::uint32_t count) noexcept HEDDLE_REQUIRES(region.lock);
  std::uint32_t take_in_run(Record& region, std::uint32_t run, std::uint32_t count) noexcept
      HEDDLE_REQUIRES(region.lock);
  std::uint32_t add_run(Record& region) noexcept HEDDLE_REQUIRES(region.lock);
  std::uint32_t own_run(Record& region, std::uint32_t order) noexcept HEDDLE_REQUIRES(region.lock);
  void give_slabs(Record& region, std::uint32_t first, std::uint32_t count) noexcept HEDDLE_REQUIRES(region.lock);
  void forget_scopes(RegionSlab& slab) noexcept {
    // order: relaxed — under the lock; no task names what lies here.
    if (void* const scopes = slab.scopes.load(std::memory_order_relaxed); scopes != nullptr) {
      std::free(scopes);
      slab.scopes.store(nullptr, std::memory_order_relaxed);  // order: relaxed — as above
    }
  }
  void link_front(Record& region, std::uint32_t run) noexcept HEDDLE_REQUIRES(region.lock);
  void link_back(Record& region, std::uint32_t run) noexcept HEDDLE_REQUIRES(region.lock);
  void unlink(Record& region, std::uint32_t run) noexcept HEDDLE_REQUIRES(region.lock);
  void give_run(std::uint32_t run) noexcept;

  RegionStore<P>& store_;
};

}  // namespace heddle::region

#include "region/heap_inline.hpp"
#include "region/heap_slabs_inline.hpp"
