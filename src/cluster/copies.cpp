#include "cluster/copies.hpp"

#include <sys/mman.h>

#include <bit>
#include <cstdlib>

#include "base/check.hpp"

namespace heddle::cluster {

namespace {

constexpr std::uint32_t k_most_slots = region::k_slab_bytes / region::k_unit;

// @returns whether the bytes are to be fetched, from `writer`
bool step(Holders& holders, const DataUse& use, unsigned rank, unsigned& writer) noexcept {
  const bool fetches = !holders.are_none() && !holders.has(rank) && !use.is_fresh;
  if (fetches) writer = holders.writer();
  if (use.writes) {
    holders = Holders(rank);
  } else if (!holders.are_none()) {
    holders.add(rank);
  }
  return fetches;
}

std::uint64_t used_slots(const region::RegionSlab& slab) noexcept {
  // order: relaxed (both) — of slots that the task holds nobody changes anything.
  return slab.all() & ~(slab.free.load(std::memory_order_relaxed) | slab.returned.load(std::memory_order_relaxed));
}

}  // namespace

bool Copies::begin() noexcept {
  const std::size_t bytes = tree_.store().space().bytes() / region::k_slab_bytes * sizeof(SlabHolders);
  void* const got = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (got == MAP_FAILED) return false;
  slabs_ = static_cast<SlabHolders*>(got);  // zeroes are what is wanted
  return true;
}

bool Copies::split(SlabHolders& slab) noexcept {
  if (slab.each != nullptr) return true;
  slab.each = static_cast<Holders*>(std::malloc(k_most_slots * sizeof(Holders)));
  HEDDLE_CHECK(slab.each != nullptr, "no memory left for what is known of copies");
  for (std::uint32_t slot = 0; slot < k_most_slots; ++slot) slab.each[slot] = slab.all;
  return true;
}

void Copies::made(const void* object, unsigned rank) noexcept {
  const region::Space& space = tree_.store().space();
  const std::uint32_t index = space.slab_of(object);
  const region::RegionSlab& slab = space.slab(index);
  const sync::Guard guard(lock_);
  SlabHolders& holders = of(index);
  const Holders maker(rank);
  const bool is_alone = slab.kind == region::SlabKind::large || std::has_single_bit(used_slots(slab));
  if (is_alone) {
    std::free(holders.each);
    holders = {maker, nullptr};
    return;
  }
  if (holders.each == nullptr && holders.all == maker) return;
  (void)split(holders);
  holders.each[tree_.heap().index_of(slab, object)] = maker;
}

void Copies::add(const DataUse& use, unsigned rank, FetchPlan& plan) {
  if (!use.is_region) return add_object(use, rank, plan);
  Record* const top = tree_.store().find(use.word);
  if (top == nullptr) return;  // the task is to free it, or has freed it
  Tree::for_each(*top, [&](Record& region) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    const sync::Guard guard(region.lock);
    const region::Space& space = tree_.store().space();
    tree_.heap().used_slabs(region, [&](std::uint32_t first, std::uint32_t count) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
      for (std::uint32_t at = first; at < first + count; ++at) {
        const region::RegionSlab& slab = space.slab(at);
        add_slab(at, use, rank, plan);
        if (slab.kind == region::SlabKind::large) at += slab.run - 1;
      }
    });
  });
}

// A whole one, of a region that the task holds.
void Copies::add_slab(std::uint32_t index, const DataUse& use, unsigned rank, FetchPlan& plan) {
  const region::Space& space = tree_.store().space();
  const region::RegionSlab& slab = space.slab(index);
  SlabHolders& holders = of(index);
  char* const begin = space.address_of_slab(index);
  unsigned writer = 0;
  if (slab.kind == region::SlabKind::large) {
    if (step(holders.all, use, rank, writer)) plan.add(writer, begin, std::size_t{slab.slot_units} * region::k_unit);
    return;
  }
  if (slab.kind != region::SlabKind::slots) return;
  const std::size_t slot_bytes = std::size_t{slab.slot_units} * region::k_unit;
  const std::uint64_t used = used_slots(slab);
  if (holders.each == nullptr) {
    if (!step(holders.all, use, rank, writer)) return;
    // Mostly used: as one piece, as its free slots are the task's, too.
    if (static_cast<std::uint32_t>(std::popcount(used)) * 2 >= slab.slots)
      return plan.add(writer, begin, slab.slots * slot_bytes);
    for (std::uint64_t left = used; left != 0; left &= left - 1)
      plan.add(writer, begin + static_cast<std::size_t>(std::countr_zero(left)) * slot_bytes, slot_bytes);
    return;
  }
  for (std::uint64_t left = used; left != 0; left &= left - 1) {
    const auto slot = static_cast<std::size_t>(std::countr_zero(left));
    if (step(holders.each[slot], use, rank, writer)) plan.add(writer, begin + slot * slot_bytes, slot_bytes);
  }
  if (!use.writes) return;
  std::free(holders.each);
  holders = {Holders(rank), nullptr};
}

void Copies::add_object(const DataUse& use, unsigned rank, FetchPlan& plan) {
  const region::Space& space = tree_.store().space();
  std::size_t bytes = 0;
  auto* const address = reinterpret_cast<char*>(use.word);  // NOLINT(performance-no-int-to-ptr)
  auto* const object = static_cast<char*>(const_cast<void*>(tree_.heap().object_around(address, bytes)));
  if (object == nullptr) return;  // freed by the task that runs
  const std::uint32_t index = space.slab_of(object);
  const region::RegionSlab& slab = space.slab(index);
  SlabHolders& holders = of(index);
  unsigned writer = 0;
  if (slab.kind == region::SlabKind::large) {
    if (step(holders.all, use, rank, writer)) plan.add(writer, object, bytes);
    return;
  }
  if (holders.each == nullptr) {
    Holders after = holders.all;
    const bool fetches = step(after, use, rank, writer);
    if (after != holders.all) {
      (void)split(holders);
      holders.each[tree_.heap().index_of(slab, object)] = after;
    }
    if (fetches) plan.add(writer, object, bytes);
    return;
  }
  if (step(holders.each[tree_.heap().index_of(slab, object)], use, rank, writer)) plan.add(writer, object, bytes);
}

}  // namespace heddle::cluster
