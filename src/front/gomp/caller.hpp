// The place in the program that made a wrong call; see omp/caller.hpp.
#pragma once

#include "omp/caller.hpp"

namespace heddle::gomp {

using omp::Caller;

}  // namespace heddle::gomp
