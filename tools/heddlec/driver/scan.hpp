// Whether there is a directive in reach of a file: a look at its text and at that of the program's own headers. Most
// files have none, and then Clang is not asked.
#pragma once

#include <string>
#include <vector>

namespace heddlec {

struct ScanOptions {
  bool openmp_never = false;         // no directive of OpenMP counts, extended or not
  bool openmp_counts = false;        // every `#pragma omp` does: the dialect of switches
  std::vector<std::string> folders;  // where headers are looked for
};

bool has_directive(const std::string& path, const ScanOptions& options);

/// A whole file; "" where it cannot be read.
std::string read_file(const std::string& path);

}  // namespace heddlec
