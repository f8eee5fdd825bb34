// From what OMP_PLACES or GOMP_CPU_AFFINITY says to the list of places: one cpu set each.
//
// Called once, when the first region that binds threads starts (or OMP_DISPLAY_ENV wants to show them), because named
// places load hwloc. Only usable cpus occur in a place, and no place is empty.
#pragma once

#include <string>
#include <vector>

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

}  // namespace heddle::omp
