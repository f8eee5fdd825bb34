// A unit's files, translated: C11 or C++20 over include/heddle, line for line where the original is.
#pragma once

#include <string>
#include <vector>

#include "tools/heddlec/model.hpp"

namespace heddlec {

struct LowerOptions {
  bool switches = false;
  bool discrete = false;     // dependences of OmpSs-2 meet at their first byte only
  std::string myrmics_main;  // entry 0 of its table
  bool openmp = false;       // the backend knows OpenMP
  std::string statics;  // plain OpenMP: "" left alone; quiet, remark, warn, require: what is said of regions that stay
};

/// The text of a file of the unit. `headers` names what stands in place of the included files that are translated, too.
std::string translate(const Unit& unit, int file, const LowerOptions& options, const std::vector<std::string>& headers);

}  // namespace heddlec
