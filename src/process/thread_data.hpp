// Whether the program keeps data per thread that must outlive a region (threadprivate): then the threads of its
// outermost teams may not be exchanged for others (OpenMP 5.2, 5.2).
#pragma once

namespace heddle::process {

/// @returns false only where there are none for sure: compilers keep them in thread-local storage, and no library that
/// is loaded has any, but those known to have none of the program's. Any thread; takes some 100 µs, and no lock.
bool threads_may_have_data() noexcept;

/// A front keeps some itself.
void threads_have_data() noexcept;

}  // namespace heddle::process
