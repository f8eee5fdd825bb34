// The end of a process that called the GOMP interface in a way that cannot be honoured; see omp/bad_call.hpp.
#pragma once

#include "process/bad_call.hpp"

namespace heddle::gomp {

using process::bad_call;

}  // namespace heddle::gomp
