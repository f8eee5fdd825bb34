// Can Heddle reach this program? Asked before it is started, so that a wrong name, a static binary or a program without
// OpenMP is told in a sentence. Single-threaded.
#pragma once

#include <string>

namespace heddle::tools {

/// The runtime that a program was built for, as far as its file tells.
enum class BuiltFor { libgomp, libomp };

struct Verdict {
  int status = 0;       // 0: start it; else the exit status of `heddle run`
  std::string path;     // the file to start
  std::string message;  // a reason not to start it, or a note; may be empty
  BuiltFor built_for = BuiltFor::libgomp;
  bool needs_ocr = false;        // it is a program of the Open Community Runtime
  bool needs_libheddle = false;  // it uses Heddle's own interface, and may not know where the library is
};

/// @param name  as typed: a path, or a name to look up on PATH
Verdict check_program(const std::string& name);

}  // namespace heddle::tools
