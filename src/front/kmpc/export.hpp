// How a function of LLVM's interface is defined: extern "C" void HEDDLE_KMPC_EXPORT(__kmpc_barrier)(…) { … }
//
// The function itself is hidden and called heddle_<name>; what the library exports is a stub made by exports.py, which
// jumps to it through a table. Invariant: every name defined this way stands in exports.txt. Used by front/kmpc only.
#pragma once

#include "front/kmpc/exports.hpp"  // made from exports.txt and signatures.txt: what is defined here is declared there

/// Defines the implementation of the exported function `name`.
#define HEDDLE_KMPC_EXPORT(name) heddle_##name [[gnu::visibility("hidden")]]

/// After a declaration: the function is the implementation of the exported function `target` under another name. Its
/// signature says noexcept: to GCC an alias may promise more than its target, but not less.
#define HEDDLE_KMPC_ALIAS(target) noexcept __attribute__((alias("heddle_" #target)))
