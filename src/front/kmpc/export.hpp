// How a function of LLVM's interface is defined: extern "C" void HEDDLE_KMPC_EXPORT(__kmpc_barrier)(…) { … }
//
// The function itself is hidden and called heddle_<name>; what the library exports is a stub made by exports.py, which
// jumps to it through a table. Invariant: every name defined this way stands in exports.txt. Used by front/kmpc only.
#pragma once

/// Defines the implementation of the exported function `name`.
#define HEDDLE_KMPC_EXPORT(name) heddle_##name [[gnu::visibility("hidden")]]

/// After a declaration: the function is the implementation of the exported function `target` under another name.
#define HEDDLE_KMPC_ALIAS(target) __attribute__((alias("heddle_" #target), nothrow))
