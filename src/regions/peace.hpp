// What is freed while tasks may still wait for it: looked at while nothing is under way.
#pragma once

#include "regions/footing.hpp"

namespace heddle::regions {

/// Whether no task but the caller, and those above it, names the object. Those then name it no longer.
bool may_free_object(const Footing& caller, void* object, CallError& error);

/// Frees the region with all below. @returns false, and says which task waits for it
bool free_in_peace(const Footing& caller, Record& region, Place place, CallError& error);

}  // namespace heddle::regions
