// `heddle run`: sets what is needed and becomes the program, or runs it as a child when a trace is wanted.
// Single-threaded.
#pragma once

#include <string>
#include <vector>

#include "tools/heddle/trace/convert.hpp"

namespace heddle::tools {

enum class Reach {
  both,          // LD_PRELOAD and LD_LIBRARY_PATH: also programs with a libgomp of their own
  preload,       // LD_PRELOAD alone
  library_path,  // LD_LIBRARY_PATH alone: programs that must load another library first, as sanitizers' do
};

enum class Action { exec, show };

/// One environment variable that an option of the command sets.
struct Override {
  std::string option;    // "--threads"
  std::string variable;  // "OMP_NUM_THREADS"
  std::string value;
};

struct RunRequest {
  std::vector<Override> overrides;
  Reach reach = Reach::both;
  Action action = Action::exec;
  OutputRequest wanted;              // traces and graphs
  std::string ranks;                 // processes, by MPI's launcher; empty: one, without
  std::vector<std::string> command;  // program and arguments; not empty
};

// As the shell has it: programs that are not found, and that cannot be run.
inline constexpr int k_usage_status = 2;
inline constexpr int k_not_written_status = 3;  // the program succeeded, but a trace or graph could not be written
inline constexpr int k_cannot_run_status = 126;
inline constexpr int k_not_found_status = 127;

/// Without a trace: does not return when the program could be started; else says why not and returns the exit status.
int run(const RunRequest& request);

}  // namespace heddle::tools
