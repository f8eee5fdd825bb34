// Tree: regions and what lies in them: made, found, freed. What is checked before is the caller's.
//
// Links between regions are under the lock of the one above. Who frees a region holds it alone, with all that is below.
#pragma once

#include <cstdlib>

#include "region/heap.hpp"

namespace heddle::region {

template <class P>
class Tree {
 public:
  using Record = RegionRecord<P>;

  explicit Tree(RegionStore<P>& store) noexcept : store_(store), heap_(store) {}

  RegionStore<P>& store() noexcept { return store_; }
  RegionHeap<P>& heap() noexcept { return heap_; }

  /// @param parent  null: a root. @returns null: no more regions
  Record* make(Record* parent, std::uint32_t node) noexcept {
    Id id = 0;
    Record* const record = store_.take_record(node, id);
    if (record == nullptr) return nullptr;
    record->parent = parent;
    if (parent != nullptr) {
      record->scope.up = &parent->scope;
      record->scope.depth = parent->scope.depth + 1;
      record->scope.location = parent->scope.location_seen();
      const sync::Guard guard(parent->tree_lock);
      record->next_sibling = parent->first_child;
      if (record->next_sibling != nullptr) record->next_sibling->previous_sibling = record;
      parent->first_child = record;
    }
    RegionStore<P>::publish(*record, id);
    return record;
  }

  /// The region and all below it, which are nobody else's, without a stack: it may be deep. `each(record)` before one
  /// goes.
  template <class Each>
  void free(Record& top, const Each& each) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    unlink(top);
    for (Record* at = &top; at != nullptr;) {
      while (at->first_child != nullptr) at = at->first_child;
      Record* const parent = at == &top ? nullptr : at->parent;
      if (parent != nullptr) {
        parent->first_child = at->next_sibling;
        if (at->next_sibling != nullptr) at->next_sibling->previous_sibling = nullptr;
      }
      each(*at);
      end(*at);
      at = parent;
    }
  }

  /// All regions below, and the region itself: `each(record)`. @pre nobody makes or frees one there
  template <class Each>
  static void for_each(Record& top, const Each& each) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    for (Record* at = &top; at != nullptr;) {
      each(*at);
      if (at->first_child != nullptr) {
        at = at->first_child;
        continue;
      }
      while (at != &top && at->next_sibling == nullptr) at = at->parent;
      at = at == &top ? nullptr : at->next_sibling;
    }
  }

  /// What tasks know of an object; made with the first use. @param object  where it begins. @returns null: no memory
  OrderScope* scope_of(const void* object) noexcept {
    RegionSlab& slab = slab_of(object);
    const std::uint32_t index = slab.kind == SlabKind::large ? 0 : heap_.index_of(slab, object);
    // order: acquire — pairs with make_scopes().
    auto* scopes = static_cast<OrderScope*>(slab.scopes.load(std::memory_order_acquire));
    if (scopes == nullptr && (scopes = make_scopes(*store_.around(object), slab)) == nullptr) return nullptr;
    return scopes + index;
  }
  /// The same where tasks have known the object; null: they have not, or no object of a slab begins there.
  /// @param address  anything
  /// @param bytes  set to the object's size where there is one
  OrderScope* known_scope_at(const void* address, std::size_t& bytes) noexcept {
    if (store_.around(address) == nullptr) return nullptr;
    const RegionSlab& slab = slab_of(address);
    if (slab.kind != SlabKind::slots || store_.space().chunk(store_.space().chunk_of(address)).is_large) return nullptr;
    const std::uint32_t index = heap_.index_of(slab, address);
    // order: acquire — pairs with make_scopes().
    auto* const scopes = static_cast<OrderScope*>(slab.scopes.load(std::memory_order_acquire));
    if (scopes == nullptr || index == k_none) return nullptr;
    // order: relaxed (both) — of an object that is the caller's.
    const std::uint64_t free =
        slab.free.load(std::memory_order_relaxed) | slab.returned.load(std::memory_order_relaxed);
    bytes = std::size_t{slab.slot_units} * k_unit;
    return ((free >> index) & 1) == 0 ? scopes + index : nullptr;
  }
  /// The scope of an object if tasks have known it.
  OrderScope* known_scope_of(const void* object) noexcept {
    RegionSlab& slab = slab_of(object);
    // order: acquire — as above.
    auto* const scopes = static_cast<OrderScope*>(slab.scopes.load(std::memory_order_acquire));
    if (scopes == nullptr) return nullptr;
    return scopes + (slab.kind == SlabKind::large ? 0 : heap_.index_of(slab, object));
  }
  /// Whether tasks know anything of an object of the slab in which this one lies.
  bool knows_near(const void* object) noexcept {
    // order: relaxed — of what the caller itself has handed over it has the scopes.
    return slab_of(object).scopes.load(std::memory_order_relaxed) != nullptr;
  }
  /// `each(scope)` for all objects of the region that tasks have known.
  template <class Each>
  void known_scopes(Record& region, const Each& each) noexcept {
    heap_.used_slabs(region, [&](std::uint32_t first, std::uint32_t count) {
      Space& space = store_.space();
      for (std::uint32_t at = first; at < first + count; ++at) {
        if (!space.chunk(at / k_chunk_slabs).has_scopes) {
          at |= k_chunk_slabs - 1;
          continue;
        }
        RegionSlab& slab = space.slab(at);
        if (slab.kind == SlabKind::inside || slab.kind == SlabKind::unused) continue;
        // order: acquire — as above.
        auto* const scopes = static_cast<OrderScope*>(slab.scopes.load(std::memory_order_acquire));
        for (std::uint32_t slot = 0; scopes != nullptr && slot < slab.slots; ++slot) each(scopes[slot]);
        if (slab.kind == SlabKind::large) at += slab.run - 1;
      }
    });
  }
  /// Where the object of a scope begins.
  void* object_of(const OrderScope& scope) noexcept {
    Record& region = Record::of(*scope.up);
    void* found = nullptr;
    heap_.used_slabs(region, [&](std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t at = first; found == nullptr && at < first + count; ++at) {
        const RegionSlab& slab = store_.space().slab(at);
        if (slab.kind != SlabKind::slots && slab.kind != SlabKind::large) continue;
        // order: acquire — as above.
        const auto* const scopes = static_cast<OrderScope*>(slab.scopes.load(std::memory_order_acquire));
        if (scopes == nullptr || &scope < scopes || &scope >= scopes + slab.slots) continue;
        found =
            store_.space().address_of_slab(at) + static_cast<std::size_t>(&scope - scopes) * slab.slot_units * k_unit;
      }
    });
    return found;
  }

 private:
  RegionSlab& slab_of(const void* object) noexcept { return store_.space().slab(store_.space().slab_of(object)); }

  OrderScope* make_scopes(Record& region, RegionSlab& slab) noexcept {
    const sync::Guard guard(region.lock);
    // order: relaxed — under the lock.
    if (void* const there = slab.scopes.load(std::memory_order_relaxed); there != nullptr)
      return static_cast<OrderScope*>(there);
    auto* const scopes = static_cast<OrderScope*>(std::calloc(slab.slots, sizeof(OrderScope)));
    if (scopes == nullptr) return nullptr;
    for (std::uint32_t index = 0; index < slab.slots; ++index) {
      scopes[index].up = &region.scope;
      scopes[index].depth = region.scope.depth + 1;
      scopes[index].node = region.scope.node;
      scopes[index].location = region.scope.location_seen();
    }
    store_.space().chunk(store_.space().index_of(slab) / k_chunk_slabs).has_scopes = true;
    // order: release — pairs with the acquire loads.
    slab.scopes.store(scopes, std::memory_order_release);
    return scopes;
  }

  void unlink(Record& record) noexcept {
    if (record.parent == nullptr) return;
    const sync::Guard guard(record.parent->tree_lock);
    (record.previous_sibling != nullptr ? record.previous_sibling->next_sibling : record.parent->first_child) =
        record.next_sibling;
    if (record.next_sibling != nullptr) record.next_sibling->previous_sibling = record.previous_sibling;
  }

  void end(Record& record) noexcept {
    {
      // Whoever has a slab of it at hand looks under this lock whether it is still the same.
      const sync::Guard guard(record.lock);
      // order: release — pairs with RegionStore::find().
      record.id.store(0, std::memory_order_release);
      heap_.clear(record);
    }
    store_.give_record(record);
  }

  RegionStore<P>& store_;
  RegionHeap<P> heap_;
};

}  // namespace heddle::region
