// Stands in for simulate.cpp where the simulated many-core was not built.
#include <cstdio>

#include "calibrate.hpp"
#include "simulate.hpp"
#include "tools/heddle/report/forecast.hpp"

namespace heddle::tools {

namespace {

int missing(const char* command) {
  std::fprintf(
      stderr,
      "heddle %s: this heddle was built without it\n"
      "  install libboost-context-dev and libtomlplusplus-dev, and configure with -DHEDDLE_BUILD_SIMULATION=ON\n",
      command);
  return 1;
}

}  // namespace

int simulate(const SimulateRequest&) { return missing("simulate"); }
int calibrate(const CalibrateRequest&) { return missing("calibrate"); }

Forecast forecast(const std::string&, std::uint32_t) {
  Forecast none;
  none.why_not = "this heddle was built without the simulator";
  return none;
}

}  // namespace heddle::tools
