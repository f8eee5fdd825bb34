// From environment variables to ICVs. Heddle's own variables are read by process/own_environment.hpp.
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

#include "base/trust.hpp"
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
/// @param trust  whether the block's writer has the rights of the process
/// A malformed value warns and leaves the default. As with getenv, the first entry of a name
/// that occurs twice counts.
/// @param dialect  whose defaults, and whose words for values, count
Environment parse_environment(const char* const* block, unsigned processors, base::Trust trust = base::Trust::full,
                              Dialect dialect = Dialect::gnu);

/// Sets what one of OpenMP's own variables stands for (kmp_set_defaults). A malformed value sets the setting's default
/// where OpenMP says so (OMP_TARGET_OFFLOAD).
std::optional<std::string> set_openmp_variable(Environment& environment, std::string_view name, const char* value);

}  // namespace heddle::omp
