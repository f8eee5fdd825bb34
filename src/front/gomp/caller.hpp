// The place in the program that made a wrong call; see omp/caller.hpp.
#pragma once

#include "process/caller.hpp"

namespace heddle::gomp {

using process::Caller;

}  // namespace heddle::gomp
