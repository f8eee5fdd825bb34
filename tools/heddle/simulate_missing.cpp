// Stands in for simulate.cpp where the simulated many-core was not built.
#include <cstdio>

#include "simulate.hpp"

namespace heddle::tools {

int simulate(const SimulateRequest&) {
  std::fputs(
      "heddle simulate: this heddle was built without it\n"
      "  install libboost-context-dev and libtomlplusplus-dev, and configure with -DHEDDLE_BUILD_SIMULATION=ON\n",
      stderr);
  return 1;
}

}  // namespace heddle::tools
