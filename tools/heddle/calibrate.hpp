// `heddle calibrate`: measures this host and writes its machine file.
#pragma once

#include <string>

namespace heddle::tools {

struct CalibrateRequest {
  std::string output;   // empty: print it
  bool anyway = false;  // also on a host that is busy with other things; the file says so
};

/// @returns the exit status
int calibrate(const CalibrateRequest& request);

}  // namespace heddle::tools
