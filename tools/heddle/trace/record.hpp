// Running a program under a trace: as a child, because there is work to do when it has ended. Single-threaded.
#pragma once

#include <string>
#include <vector>

#include "convert.hpp"

namespace heddle::tools {

/// A program, ready to be started: by execve in the child, after the caller has set the environment.
struct Program {
  std::string path;
  std::vector<std::string> words;  // its argv
};

/// Where the raw trace would be meanwhile: beside the first file wanted; XXXXXX stands for letters that are free.
std::string raw_file_pattern(const OutputRequest& wanted);

/// Runs the program with HEDDLE_TRACE set to a file beside the first one wanted, hands signals on to it, and writes
/// what is wanted when it has ended. @returns the program's exit status, as a shell has it; k_not_written_status when
/// the program succeeded and the files could not be written
int run_recorded(const Program& program, const OutputRequest& wanted);

}  // namespace heddle::tools
