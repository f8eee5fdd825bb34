// The front end: a source file, read by Clang, becomes a Unit. The only rooms of heddlec that know Clang are the
// sources beside this header.
#pragma once

#include <string>
#include <vector>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// How a file is read.
struct FrontOptions {
  std::vector<std::string> arguments;  // for Clang, the source file among them
  std::string file;                    // that file, as it is named there
  bool switches = false;               // the dialect of `#pragma omp`
  bool openmp = false;                 // -fopenmp was given
  bool statics = false;                // --static: directives of plain OpenMP are read, too
  std::string families = "omp,oss,myrmics,heddle";
};

/// Reads the file. @returns false when there are errors; they are in unit.diagnostics
bool read_unit(const FrontOptions& options, Unit& unit);

}  // namespace heddlec
