// What OMP_PLACES or GOMP_CPU_AFFINITY says, and the list of places that it comes to on this machine: one cpu set each.
//
// Resolved once, when the first region that binds threads starts (or OMP_DISPLAY_ENV wants to show them), because named
// places load hwloc. Only usable cpus occur in a place, and no place is empty.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/scanner.hpp"
#include "omp/icv.hpp"
#include "platform/topology/groups.hpp"

namespace heddle::omp {

struct PlaceList {
  std::vector<platform::topology::CpuSet> places;  // empty: the request cannot be met, and a warning says why
  std::vector<std::string> warnings;
};

/// The places of this machine. Where nothing was asked for (OMP_PROC_BIND alone): one per available cpu.
PlaceList resolve_places(const PlaceRequest& request, const platform::topology::CpuSet& available);

/// A request that lists cpus.
PlaceList resolve_listed(const PlaceRequest& request, const platform::topology::CpuSet& available);

/// A request that names a level of the machine.
PlaceList resolve_named(const PlaceRequest& request, const platform::topology::Groups& groups);

/// "{0:4},{8,10}", as libgomp shows places.
std::string place_list_text(const std::vector<platform::topology::CpuSet>& places);

// -- The grammar of both variables, read into a PlaceRequest. It says nothing about which cpus there are.

/// OpenMP 5.2, 21.1.6, as libgomp reads it: a bare number is a place of one cpu.
std::optional<PlaceRequest> parse_places(base::Scanner& text);

/// What libomp takes instead of a malformed OMP_PLACES: the level that it names, else cores.
PlaceRequest named_places(base::Scanner text);

/// first[-last[:stride]], separated by commas or white space: one place per cpu.
std::optional<PlaceRequest> parse_cpu_affinity(base::Scanner& text);

/// A request as OMP_PLACES would be written; "none" when nothing was asked for.
std::string places_text(const PlaceRequest& request);

}  // namespace heddle::omp
