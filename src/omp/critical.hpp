// Critical sections: the lock of the nameless one, of atomics too wide for the processor, and of the named ones.
//
// A named section's lock lies in a word of the program, as wide as a pointer and zero at first, which every object file
// that names the section shares; a mutex fits into its first half. Any thread.
#pragma once

#include "base/cache_line.hpp"
#include "omp/locks.hpp"

namespace heddle::omp {

struct alignas(base::k_line_bytes) SectionLock {
  SimpleLock mutex;
};

/// `#pragma omp critical` without a name.
inline SectionLock unnamed_critical;
/// `#pragma omp atomic` on what the processor cannot do at once.
inline SectionLock wide_atomic;

/// The lock in a named section's word.
inline SimpleLock& named_critical(void** word) noexcept { return *reinterpret_cast<SimpleLock*>(word); }
static_assert(sizeof(SimpleLock) <= sizeof(void*));

}  // namespace heddle::omp
