// HEDDLE_DISABLE=1: every exported function is pointed to the libgomp that the program would have without Heddle.
//
// Invariant: either all functions are ours or none is; a process never mixes the two.
#pragma once

namespace heddle::gomp {

/// Loads the real library and fills the table of slots with its functions. Aborts with a message when none is found.
/// Called once, by the constructor in load.cpp, before anything else of Heddle runs.
void hand_over_to_real_libgomp() noexcept;

}  // namespace heddle::gomp
