// Which loaded object an address belongs to, as the unwinder of exceptions asks.
//
// glibc has _dl_find_object since 2.35, and GCC's unwinder, once built there, asks for nothing else: a library that
// holds the unwinder would not load with glibc 2.34. find_object.cpp defines _dl_find_object for this library alone. It
// calls glibc's where there is one, and else does the same by dl_iterate_phdr, as unwinders did before. May be called
// from any thread, also while an exception is on its way.
#pragma once

#include <dlfcn.h>

#if defined(DLFO_STRUCT_HAS_EH_DBASE)
#define HEDDLE_HAS_FIND_OBJECT 1

namespace heddle::platform {

/// Whether it is decided which of the two is called: since this library was loaded.
bool knows_find_object() noexcept;

/// By dl_iterate_phdr. The object's link_map is not looked for: the unwinder does not read it.
/// @returns 0 and fills `found`; -1 if no object has the address
int find_object_by_headers(void* address, dl_find_object* found) noexcept;

}  // namespace heddle::platform

#else
#define HEDDLE_HAS_FIND_OBJECT 0
#endif
