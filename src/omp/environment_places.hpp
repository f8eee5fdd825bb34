// OMP_PLACES and GOMP_CPU_AFFINITY: their grammar, read into a PlaceRequest.
//
// Says nothing about which cpus there are; places.hpp does, later.
#pragma once

#include <optional>
#include <string>

#include "base/scanner.hpp"
#include "omp/icv.hpp"

namespace heddle::omp {

/// OpenMP 5.2, 21.1.6, as libgomp reads it: a bare number is a place of one cpu.
std::optional<PlaceRequest> parse_places(base::Scanner& text);

/// What libomp takes instead of a malformed OMP_PLACES: the level that it names, else cores.
PlaceRequest named_places(base::Scanner text);

/// first[-last[:stride]], separated by commas or white space: one place per cpu.
std::optional<PlaceRequest> parse_cpu_affinity(base::Scanner& text);

/// A request as OMP_PLACES would be written; "none" when nothing was asked for.
std::string places_text(const PlaceRequest& request);

}  // namespace heddle::omp
