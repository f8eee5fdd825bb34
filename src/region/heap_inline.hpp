// The seldom ways of RegionHeap. Included by heap.hpp only.
#pragma once

namespace heddle::region {

template <class P>
[[gnu::noinline]] void* RegionHeap<P>::allocate_slowly(Hands<P>& hands, Place& place, Record& region,
                                                       std::uint32_t units) noexcept {
  // order: relaxed (all) — see allocate().
  const bool same = place.units == units && place.id == region.id.load(std::memory_order_relaxed);
  if (!same) put_down(place);
  const sync::Guard guard(region.lock);
  if (same) {
    // order: relaxed (both) — under the lock, where others add to it.
    const std::uint64_t returned = place.slab->returned.exchange(0, std::memory_order_relaxed);
    if (returned != 0) {
      place.slab->free.store(returned & (returned - 1), std::memory_order_relaxed);
      return slot(*place.slab, static_cast<std::uint32_t>(std::countr_zero(returned)));
    }
    place.slab->holder.store(nullptr, std::memory_order_relaxed);  // order: relaxed — under the lock; full
    place = Place{};
  }
  std::uint32_t index = region.partial[units - 1];
  if (index != k_none) {
    unlist(region, store_.space().slab(index));
  } else {
    index = take_slabs(region, 1);
    if (index == k_none) return nullptr;
    RegionSlab& slab = store_.space().slab(index);
    slab.slot_units = units;
    slab.slots = static_cast<std::uint8_t>(k_slab_bytes / k_unit / units);
    slab.kind = SlabKind::slots;
    // order: relaxed (both) — published with the holder's first object.
    slab.returned.store(0, std::memory_order_relaxed);
    slab.free.store(slab.all(), std::memory_order_relaxed);
  }
  RegionSlab& slab = store_.space().slab(index);
  slab.holder.store(&hands, std::memory_order_relaxed);  // order: relaxed — under the lock
  // order: relaxed — as above.
  char* const begin = store_.space().address_of_slab(index);
  place = {region.id.load(std::memory_order_relaxed), units, &slab, begin, &region};
  const std::uint64_t free = slab.free.load(std::memory_order_relaxed);
  slab.free.store(free & (free - 1), std::memory_order_relaxed);  // order: relaxed — as above
  return slot(slab, static_cast<std::uint32_t>(std::countr_zero(free)));
}

template <class P>
int RegionHeap<P>::allocate_many(Hands<P>& hands, Record& region, std::size_t bytes,
                                 std::pair<void**, int> objects) noexcept {
  const std::size_t units = (bytes + k_unit - 1) / k_unit;
  int made = 0;
  while (made < objects.second) {
    void* const object = allocate(hands, region, bytes);
    if (object == nullptr) return made;
    objects.first[made++] = object;
    if (units > k_most_units) continue;
    RegionSlab& slab = *hands.places_[Hands<P>::place_of(region.index, static_cast<std::uint32_t>(units))].slab;
    // order: relaxed (both) — the holder's own.
    std::uint64_t free = slab.free.load(std::memory_order_relaxed);
    char* const begin = store_.space().address_of_slab(store_.space().index_of(slab));
    for (; free != 0 && made < objects.second; free &= free - 1)
      objects.first[made++] = begin + static_cast<std::size_t>(std::countr_zero(free)) * units * k_unit;
    slab.free.store(free, std::memory_order_relaxed);
  }
  return made;
}

// @pre nobody has the region's lock
template <class P>
void RegionHeap<P>::put_down(Place& place) noexcept {
  if (place.id == 0) return;
  Record& region = *place.region;
  const sync::Guard guard(region.lock);
  // order: relaxed — under the lock, where it changes. Another one's memory is not touched.
  if (region.id.load(std::memory_order_relaxed) == place.id) {
    place.slab->holder.store(nullptr, std::memory_order_relaxed);  // order: relaxed — under the lock
    leave(region, *place.slab);
  }
  place = Place{};
}

// A slab that is at hand no longer. @pre locked
template <class P>
void RegionHeap<P>::leave(Record& region, RegionSlab& slab) noexcept {
  // order: relaxed (all) — under the lock.
  const std::uint64_t free =
      slab.free.load(std::memory_order_relaxed) | slab.returned.exchange(0, std::memory_order_relaxed);
  slab.free.store(free, std::memory_order_relaxed);
  if (free == slab.all()) return give_slabs(region, store_.space().index_of(slab), 1);
  if (free != 0) list(region, slab);
}

template <class P>
[[gnu::noinline]] FreeOutcome RegionHeap<P>::free_slowly(Hands<P>& hands, Record& region, RegionSlab& slab,
                                                         void* object) noexcept {
  const sync::Guard guard(region.lock);
  const RegionChunk& chunk = store_.space().chunk(store_.space().chunk_of(object));
  // Of an object of chunks the first slab alone has its words.
  if (chunk.is_large) return free_large(region, store_.space().slab(chunk.head * k_chunk_slabs), object);
  if (slab.kind == SlabKind::unused) return FreeOutcome::foreign;
  if (slab.kind == SlabKind::inside) return FreeOutcome::inside;
  if (slab.kind == SlabKind::large) return free_large(region, slab, object);
  const std::uint32_t index = index_of(slab, object);
  if (index == k_none) return FreeOutcome::inside;
  const std::uint64_t bit = std::uint64_t{1} << index;
  // order: relaxed (all) — under the lock, but for the holder's own word, which is looked at for a message.
  const std::uint64_t free = slab.free.load(std::memory_order_relaxed);
  const std::uint64_t returned = slab.returned.load(std::memory_order_relaxed);
  if (((free | returned) & bit) != 0) return FreeOutcome::twice;
  if (const void* const holder = slab.holder.load(std::memory_order_relaxed); holder == &hands) {
    slab.free.store(free | bit, std::memory_order_relaxed);  // order: relaxed — the holder's own
    return FreeOutcome::done;
  } else if (holder != nullptr) {
    slab.returned.store(returned | bit, std::memory_order_relaxed);
    return FreeOutcome::done;
  }
  slab.free.store(free | bit, std::memory_order_relaxed);  // order: relaxed — as above
  if ((free | bit) == slab.all()) {
    if (slab.listed) unlist(region, slab);
    give_slabs(region, store_.space().index_of(slab), 1);
  } else if (!slab.listed) {
    list(region, slab);
  }
  return FreeOutcome::done;
}

template <class P>
FreeOutcome RegionHeap<P>::free_large(Record& region, RegionSlab& slab, const void* object) noexcept {
  Space& space = store_.space();
  const std::uint32_t index = space.index_of(slab);
  if (object != space.address_of_slab(index)) return FreeOutcome::inside;
  const std::uint32_t run = space.chunk(index / k_chunk_slabs).head;
  if (space.chunk(run).is_large) {
    unlink(region, run);
    region.bytes -= std::size_t{slab.run} * k_slab_bytes;
    forget_scopes(slab);
    slab.kind = SlabKind::unused;
    give_run(run);
    return FreeOutcome::done;
  }
  give_slabs(region, index, slab.run);
  return FreeOutcome::done;
}

template <class P>
void* RegionHeap<P>::object_around(const void* address, std::size_t& bytes) const noexcept {
  Space& space = store_.space();
  if (store_.around(address) == nullptr) return nullptr;
  std::uint32_t index = space.slab_of(address);
  const RegionChunk& head = space.chunk(space.chunk(index / k_chunk_slabs).head);
  if (head.is_large) index = space.chunk(index / k_chunk_slabs).head * k_chunk_slabs;
  const RegionSlab* slab = &space.slab(index);
  if (slab->kind == SlabKind::inside) slab = &space.slab(index - slab->slot_units);
  if (slab->kind == SlabKind::unused) return nullptr;
  bytes = std::size_t{slab->slot_units} * k_unit;
  char* const begin = space.address_of_slab(space.index_of(*slab));
  if (slab->kind == SlabKind::large) return static_cast<const char*>(address) < begin + bytes ? begin : nullptr;
  const std::size_t slot_index = static_cast<std::size_t>(static_cast<const char*>(address) - begin) / bytes;
  // order: relaxed (both) — for a message, or of an object that is the caller's.
  const std::uint64_t free =
      slab->free.load(std::memory_order_relaxed) | slab->returned.load(std::memory_order_relaxed);
  if (slot_index >= slab->slots || ((free >> slot_index) & 1) != 0) return nullptr;
  return begin + slot_index * bytes;
}

// In slabs of its own, which follow each other in one chunk; or in chunks.
template <class P>
[[gnu::noinline]] void* RegionHeap<P>::allocate_large(Record& region, std::size_t bytes) noexcept {
  const std::size_t slabs = (bytes + k_slab_bytes - 1) / k_slab_bytes;
  const sync::Guard guard(region.lock);
  if (slabs >= k_chunk_slabs) return allocate_chunks(region, bytes);
  const std::uint32_t first = take_slabs(region, static_cast<std::uint32_t>(slabs));
  if (first == k_none) return nullptr;
  for (std::uint32_t at = 1; at < slabs; ++at) {
    RegionSlab& further = store_.space().slab(first + at);
    further.kind = SlabKind::inside;
    further.slot_units = at;
    further.scopes.store(nullptr, std::memory_order_relaxed);  // order: relaxed — under the lock
  }
  RegionSlab& slab = store_.space().slab(first);
  slab.kind = SlabKind::large;
  slab.slots = 1;
  slab.slot_units = static_cast<std::uint32_t>((bytes + k_unit - 1) / k_unit);
  slab.run = static_cast<std::uint32_t>(slabs);
  return store_.space().address_of_slab(first);
}

template <class P>
void* RegionHeap<P>::allocate_chunks(Record& region, std::size_t bytes) noexcept {
  const std::size_t chunks = (bytes + k_chunk_bytes - 1) / k_chunk_bytes;
  const std::uint32_t run = own_run(region, Chunks<P>::order_of(chunks));
  if (run == k_none) return nullptr;
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  for (std::uint32_t at = run; at < run + (1U << head.order); ++at) space.chunk(at).is_large = true;
  head.run_free = 0;
  const std::uint32_t first = run * k_chunk_slabs;
  RegionSlab& slab = space.slab(first);
  slab.kind = SlabKind::large;
  slab.slots = 1;
  slab.scopes.store(nullptr, std::memory_order_relaxed);  // order: relaxed — under the lock
  slab.slot_units = static_cast<std::uint32_t>((bytes + k_unit - 1) / k_unit);
  slab.run = static_cast<std::uint32_t>((bytes + k_slab_bytes - 1) / k_slab_bytes);
  // order: relaxed — full, and nobody's.
  slab.holder.store(nullptr, std::memory_order_relaxed);
  region.bytes += std::size_t{slab.run} * k_slab_bytes;
  // In the further chunks the slabs' words are from before, or never were.
  for (std::uint32_t at = 1; at < chunks; ++at) {
    RegionSlab& further = space.slab(first + at * k_chunk_slabs);
    further.kind = SlabKind::inside;
    further.slot_units = at * k_chunk_slabs;
  }
  link_back(region, run);
  return space.address_of_slab(first);
}

}  // namespace heddle::region
