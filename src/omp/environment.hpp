// From environment variables to ICVs.
//
// Pure: takes an environment block (as `environ`), returns values and warnings, touches
// nothing else; whoever starts the runtime prints the warnings, once. Runs while the shared
// library is loaded, so it uses neither streams nor locale nor topology, and allocates only
// for lists and warnings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "omp/icv.hpp"

namespace heddle::omp {

struct Environment {
  GlobalIcv global;
  TaskIcv initial;                    // of the initial task
  std::vector<std::string> warnings;  // one sentence each, without prefix or newline
};

/// @param block  "NAME=value" strings, ended by a null pointer; may be null
/// @param processors  what the process may use at once (topology's default_concurrency);
///                    becomes num_procs and the default number of threads, at least 1
/// A malformed value warns and leaves the default. As with getenv, the first entry of a name
/// that occurs twice counts.
Environment parse_environment(const char* const* block, unsigned processors);

/// Sets what the variable `name` stands for, over whatever the environment said: Heddle's own variables that need not
/// be known when the process starts. @returns what is wrong with it, in which case nothing has changed.
std::optional<std::string> set_variable(Environment& environment, std::string_view name, const char* value);

}  // namespace heddle::omp
