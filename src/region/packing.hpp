// Packing: the bytes of a region, with all below, as ranges: what a task needs with it to run elsewhere.
//
// Slabs of one holder that follow each other are one range. A gap is bridged only between slabs that are both the
// region's: then all of its bytes are. Costs a look at each chunk.
#pragma once

#include <cstddef>
#include <cstdint>

#include "region/tree.hpp"

namespace heddle::region {

struct PackedRange {
  const char* begin = nullptr;
  std::size_t bytes = 0;
  std::uint16_t location = 0;  // the leaf under which it was written last
};

/// The ranges of all that lies in the region and below: `each(range)`. @pre held by the caller
template <class P, class Each>
void pack(Tree<P>& tree, RegionRecord<P>& top, const Each& each) noexcept {
  Space& space = tree.store().space();
  Tree<P>::for_each(top, [&](RegionRecord<P>& region) {
    PackedRange range;
    tree.heap().used_slabs(region, [&](std::uint32_t first, std::uint32_t count) {
      const char* const begin = space.address_of_slab(first);
      if (range.begin != nullptr && range.begin + range.bytes == begin) {
        range.bytes += count * k_slab_bytes;
        return;
      }
      if (range.bytes != 0) each(range);
      range = {begin, count * k_slab_bytes, region.scope.location_seen()};
    });
    if (range.bytes != 0) each(range);
  });
}

}  // namespace heddle::region
