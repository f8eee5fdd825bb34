// Which library's ways the users of this process know: what decides the dialect of its settings (icv.hpp).
//
// Asked while the library is loaded, by the thread that loads it.
#pragma once

#include "omp/icv.hpp"

namespace heddle::omp {

/// Whether Heddle stands for libomp here: its stubs are in the process, or about to be.
bool stands_for_libomp() noexcept;

/// Where both libraries are stood for, what the program itself was linked with decides.
Dialect dialect_of_process() noexcept;

}  // namespace heddle::omp
