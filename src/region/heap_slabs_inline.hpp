// Slabs and chunks of a region. Included by heap.hpp only. All under the region's lock.
#pragma once

namespace heddle::region {

template <class P>
void RegionHeap<P>::list(Record& region, RegionSlab& slab) noexcept {
  Space& space = store_.space();
  std::uint32_t& head = region.partial[slab.slot_units - 1];
  const std::uint32_t index = space.index_of(slab);
  slab.previous = k_none;
  slab.next = head;
  if (head != k_none) space.slab(head).previous = index;
  head = index;
  slab.listed = true;
}

template <class P>
void RegionHeap<P>::unlist(Record& region, RegionSlab& slab) noexcept {
  Space& space = store_.space();
  if (slab.previous != k_none) {
    space.slab(slab.previous).next = slab.next;
  } else {
    region.partial[slab.slot_units - 1] = slab.next;
  }
  if (slab.next != k_none) space.slab(slab.next).previous = slab.previous;
  slab.listed = false;
}

// So many slabs that follow each other. @returns the first, with its words reset, or k_none
template <class P>
std::uint32_t RegionHeap<P>::take_slabs(Record& region, std::uint32_t count) noexcept {
  constexpr int k_tries = 8;  // runs with free slabs, of which none need follow each other
  Space& space = store_.space();
  std::uint32_t first = k_none;
  std::uint32_t run = region.first_run;
  for (int tries = 0; tries < k_tries && first == k_none && run != k_none; ++tries) {
    if (space.chunk(run).run_free == 0) break;
    const std::uint32_t next = space.chunk(run).next;
    first = take_in_run(region, run, count);
    run = next;
  }
  if (first == k_none) {
    run = add_run(region);
    if (run == k_none) return k_none;
    first = take_in_run(region, run, count);
  }
  RegionSlab& slab = space.slab(first);
  slab.scopes.store(nullptr, std::memory_order_relaxed);  // order: relaxed — under the lock
  slab.listed = false;
  // order: relaxed — nobody's yet.
  slab.holder.store(nullptr, std::memory_order_relaxed);
  return first;
}

template <class P>
std::uint32_t RegionHeap<P>::take_in_run(Record& region, std::uint32_t run, std::uint32_t count) noexcept {
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  const std::uint32_t wanted = count == k_chunk_slabs ? ~0U : (1U << count) - 1;
  for (std::uint32_t at = run; at < run + (1U << head.order); ++at) {
    RegionChunk& chunk = space.chunk(at);
    std::uint32_t starts = chunk.free_slabs;  // where `count` bits follow each other
    for (std::uint32_t have = 1; have < count && starts != 0;) {
      const std::uint32_t more = have < count - have ? have : count - have;
      starts &= starts >> more;
      have += more;
    }
    if (starts == 0) continue;
    const auto first = static_cast<std::uint32_t>(std::countr_zero(starts));
    chunk.free_slabs &= ~(wanted << first);
    head.run_free -= count;
    region.bytes += count * k_slab_bytes;
    if (head.run_free == 0) {
      unlink(region, run);
      link_back(region, run);
    }
    return at * k_chunk_slabs + first;
  }
  return k_none;
}

// The more a region has, the more it gets: from 32 slabs to 256 at a time.
template <class P>
std::uint32_t RegionHeap<P>::add_run(Record& region) noexcept {
  constexpr std::uint32_t k_most_growth = 3;
  const std::uint32_t order = region.growth;
  const std::uint32_t run = own_run(region, order);
  if (run == k_none) return k_none;
  if (region.growth < k_most_growth) ++region.growth;
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  head.run_free = k_chunk_slabs << order;
  for (std::uint32_t at = run; at < run + (1U << order); ++at) {
    space.chunk(at).is_large = false;
    space.chunk(at).free_slabs = ~0U;
    for (std::uint32_t slab = 0; slab < k_chunk_slabs; ++slab)
      space.slab(at * k_chunk_slabs + slab).kind = SlabKind::unused;
  }
  link_front(region, run);
  return run;
}

// Chunks that are the region's from now on, in none of its lists.
template <class P>
std::uint32_t RegionHeap<P>::own_run(Record& region, std::uint32_t order) noexcept {
  Space& space = store_.space();
  const std::uint32_t run = store_.pool(region.scope.node).take(order);
  if (run == k_none) return k_none;
  for (std::uint32_t at = run; at < run + (1U << order); ++at) {
    RegionChunk& chunk = space.chunk(at);
    chunk.head = run;
    chunk.free_slabs = 0;
    chunk.has_scopes = false;
    // order: release — pairs with RegionStore::around().
    chunk.owner.store(&region, std::memory_order_release);
  }
  return run;
}

// Slabs are free: they go back to their run, and an empty run to the node, but for the last one.
template <class P>
void RegionHeap<P>::give_slabs(Record& region, std::uint32_t first, std::uint32_t count) noexcept {
  Space& space = store_.space();
  forget_scopes(space.slab(first));
  for (std::uint32_t at = 0; at < count; ++at) space.slab(first + at).kind = SlabKind::unused;
  RegionChunk& chunk = space.chunk(first / k_chunk_slabs);
  const std::uint32_t bits = count == k_chunk_slabs ? ~0U : (1U << count) - 1;
  chunk.free_slabs |= bits << (first % k_chunk_slabs);
  region.bytes -= count * k_slab_bytes;
  const std::uint32_t run = chunk.head;
  RegionChunk& head = space.chunk(run);
  const bool was_full = head.run_free == 0;
  head.run_free += count;
  const bool only = region.first_run == run && head.next == k_none;
  if (head.run_free == k_chunk_slabs << head.order && !only) {
    unlink(region, run);
    give_run(run);
  } else if (was_full) {
    unlink(region, run);
    link_front(region, run);
  }
}

template <class P>
void RegionHeap<P>::give_run(std::uint32_t run) noexcept {
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  const std::uint32_t order = head.order;
  const std::uint32_t node = head.pool - 1U;
  // order: release — pairs with RegionStore::around(): what it was is over.
  for (std::uint32_t at = run; at < run + (1U << order); ++at)
    space.chunk(at).owner.store(nullptr, std::memory_order_release);
  store_.pool(node).give(run, order);
}

template <class P>
void RegionHeap<P>::link_front(Record& region, std::uint32_t run) noexcept {
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  head.previous = k_none;
  head.next = region.first_run;
  if (head.next != k_none) {
    space.chunk(head.next).previous = run;
  } else {
    region.last_run = run;
  }
  region.first_run = run;
}

template <class P>
void RegionHeap<P>::link_back(Record& region, std::uint32_t run) noexcept {
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  head.next = k_none;
  head.previous = region.last_run;
  if (head.previous != k_none) {
    space.chunk(head.previous).next = run;
  } else {
    region.first_run = run;
  }
  region.last_run = run;
}

template <class P>
void RegionHeap<P>::unlink(Record& region, std::uint32_t run) noexcept {
  Space& space = store_.space();
  RegionChunk& head = space.chunk(run);
  if (head.previous != k_none) {
    space.chunk(head.previous).next = head.next;
  } else {
    region.first_run = head.next;
  }
  if (head.next != k_none) {
    space.chunk(head.next).previous = head.previous;
  } else {
    region.last_run = head.previous;
  }
}

// Costs a store per chunk, and a look at each slab of chunks of which tasks have known objects.
template <class P>
void RegionHeap<P>::clear(Record& region) noexcept {
  Space& space = store_.space();
  for (std::uint32_t run = region.first_run; run != k_none;) {
    RegionChunk& head = space.chunk(run);
    const std::uint32_t next = head.next;
    const std::uint32_t chunks = head.is_large ? 1 : 1U << head.order;  // of a large one the first slab alone counts
    for (std::uint32_t at = run; at < run + chunks; ++at) {
      if (!space.chunk(at).has_scopes) continue;
      for (std::uint32_t index = at * k_chunk_slabs; index < (at + 1) * k_chunk_slabs; ++index) {
        RegionSlab& slab = space.slab(index);
        if (slab.kind == SlabKind::unused || slab.kind == SlabKind::inside) continue;
        forget_scopes(slab);
        if (head.is_large) break;
      }
    }
    give_run(run);
    run = next;
  }
  region.first_run = region.last_run = k_none;
  region.bytes = 0;
  region.growth = 0;
  for (std::uint32_t& list_head : region.partial) list_head = k_none;
}

template <class P>
template <class Each>
void RegionHeap<P>::used_slabs(const Record& region, const Each& each) const noexcept {
  Space& space = store_.space();
  for (std::uint32_t run = region.first_run; run != k_none; run = space.chunk(run).next) {
    const RegionChunk& head = space.chunk(run);
    const std::uint32_t begin = run * k_chunk_slabs;
    if (head.is_large) {
      each(begin, space.slab(begin).run);
      continue;
    }
    for (std::uint32_t at = run; at < run + (1U << head.order); ++at) {
      for (std::uint32_t used = ~space.chunk(at).free_slabs; used != 0;) {
        const auto from = static_cast<std::uint32_t>(std::countr_zero(used));
        const auto count = static_cast<std::uint32_t>(std::countr_one(used >> from));
        each(at * k_chunk_slabs + from, count);
        used &= count + from >= k_chunk_slabs ? 0 : ~0U << (from + count);
      }
    }
  }
}

}  // namespace heddle::region
