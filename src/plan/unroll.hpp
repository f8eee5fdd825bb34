// Unroll: several laps of a plan written out as one, so that a worker that goes on in depth (lane_order.hpp) uses data
// again in the next lap while they are warm: a wave of several laps runs through the data, where otherwise each lap
// would fetch all of them anew (M. Wolf, M. Lam, "A data locality optimizing algorithm", PLDI 1991, by the plan's own
// dependences).
#pragma once

#include <cstdint>

#include "plan/link.hpp"

namespace heddle::plans {

/// So many laps of a graph for many laps.
Graph unrolled(const Graph& lap, std::uint32_t laps);

/// How many laps had better be written out: as many as a wave has the data of in half a cache of so many bytes; one
/// where a lap's data fit the workers' caches anyway, or nothing is known of data.
std::uint32_t laps_of_a_wave(const Graph& lap, const Description& description, std::uint32_t workers,
                             std::uint64_t cache_bytes);

}  // namespace heddle::plans
