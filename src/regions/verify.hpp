// HEDDLE_VERIFY on tasks that name regions: whether what is called safe is covered, and what pointers into regions lead
// to.
#pragma once

#include "regions/preparing.hpp"

namespace heddle::regions {

/// Whether the task's arguments cover each of these. @returns false, and says which one they do not
bool are_covered(const Footing& caller, const GivenScopes& safe, const EngineTask& task, CallError& error);

/// The calling task touches what lies there: says so, once for each pair of places, where it may not. Any thread.
void verify_touch(const void* address) noexcept;

}  // namespace heddle::regions
