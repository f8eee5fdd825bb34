// HEDDLE_DISABLE=1: every exported function of a front is pointed to the library that the program would have without
// Heddle.
//
// Invariant: either all functions are ours or none is; a process never mixes the two.
#pragma once

#include <span>

namespace heddle::omp {

/// A front's door, as cmake/exports.py has made it.
struct Door {
  const char* file;                    // the library's name: libgomp.so.1
  const char* variable;                // names the real one: HEDDLE_REAL_LIBGOMP
  std::span<const char* const> usual;  // patterns of where it is apart from the loader's search path
  void** slots;                        // one per function
  const char* names;                   // "name\0version\0" per function in the same order, ended by an empty name
};

/// Loads the real library and fills the table of slots with its functions. Aborts with a message when none is found.
/// Called once, by the constructor of a front's stubs, before anything else of it runs.
void hand_over(const Door& door) noexcept;

}  // namespace heddle::omp
