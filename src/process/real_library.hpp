// What a front's functions are pointed to: by HEDDLE_DISABLE=1 to the library that the program would have without
// Heddle; some of them, where a process is watched, to others of ours.
//
// Invariant: either all functions are ours or none is; a process never mixes the two.
#pragma once

#include <span>
#include <string_view>

namespace heddle::process {

/// A front's door, as cmake/exports.py has made it.
struct ExportTable {
  const char* file;                    // the library's name: libgomp.so.1
  const char* variable;                // names the real one: HEDDLE_REAL_LIBGOMP
  std::span<const char* const> usual;  // patterns of where it is apart from the loader's search path
  void** slots;                        // one per function
  const char* names;                   // "name\0version\0" per function in the same order, ended by an empty name
};

/// A function in a table of slots, and what takes its place.
struct Replacement {
  void* function;
  void* by;
};

/// What a front has for processes that are watched. libomp exports libgomp's functions, too, for objects of GCC that
/// Clang has linked: so each front enters its own, and replace() puts those of all fronts into a table.
struct Replacements {
  std::span<const Replacement> (*functions)() noexcept;
  Replacements* next = nullptr;
};

/// @param replacements  live as long as the process. While the library is loaded, by its thread.
void enter_replacements(Replacements& replacements) noexcept;

/// Replaces what has been entered in a front's table, each function in all its slots. While the library is loaded;
/// nobody calls yet.
void replace(const ExportTable& door) noexcept;

/// Whether a library of this name is in the process, or about to be, and holds stubs of Heddle's.
bool stubs_are_mapped(const char* file) noexcept;

/// Whether the program itself, not one of its libraries, was linked with a library of this name.
bool program_needs(std::string_view file) noexcept;

/// Loads the real library and fills the table of slots with its functions. Aborts with a message when none is found.
/// Called once, by the constructor of a front's stubs, before anything else of it runs.
void hand_over(const ExportTable& door) noexcept;

}  // namespace heddle::process
