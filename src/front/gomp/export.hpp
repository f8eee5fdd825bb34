// How a function of the GOMP interface is defined: extern "C" void HEDDLE_GOMP_EXPORT(GOMP_barrier)() { … }
//
// The function itself is hidden and called heddle_<name>; what the library exports is a stub made by exports.py, which
// jumps to it through a table that HEDDLE_DISABLE=1 points to the real libgomp. Invariant: every name defined this way
// stands in exports.txt. Used by the files of front/gomp only.
#pragma once

#include "front/gomp/exports.hpp"  // made from exports.txt and signatures.txt: what is defined here is declared there

/// Defines the implementation of the exported function `name` (its default version where there are two).
#define HEDDLE_GOMP_EXPORT(name) heddle_##name [[gnu::visibility("hidden")]]

/// Defines the implementation of the old version (OMP_1.0) of the exported function `name`.
#define HEDDLE_GOMP_EXPORT_OLD(name) heddle_old_##name [[gnu::visibility("hidden")]]

/// After a declaration: the function is the implementation of the exported function `target` under another name. Its
/// signature says noexcept: to GCC an alias may promise more than its target, but not less.
#define HEDDLE_GOMP_ALIAS(target) noexcept __attribute__((alias("heddle_" #target)))
