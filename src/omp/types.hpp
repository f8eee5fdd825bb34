// The engine's types under omp's name.
#pragma once

#include "process/types.hpp"

namespace heddle::omp {

using process::Group;
using process::Member;
using process::Task;
using process::Team;
using process::Worker;

}  // namespace heddle::omp
