// From environment variables to ICVs. Heddle's own variables are read by process/own_environment.hpp.
//
// Pure: takes an environment block (as `environ`), returns values and warnings, touches
// nothing else; whoever starts the runtime prints the warnings, once. Runs while the shared
// library is loaded, so it uses neither streams nor locale nor topology, and allocates only
// for lists and warnings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/scanner.hpp"
#include "base/trust.hpp"
#include "omp/environment_variable.hpp"
#include "omp/icv.hpp"
#include "process/own_environment.hpp"

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

// -- Which variables of a block are set and count, before anybody looks at what they hold. What is set and does not
// count is named with Heddle's own variables (process/own_environment.hpp).

/// The texts of the variables that are set.
using Texts = std::array<const char*, k_variable_count>;  // by Variable; null: not set

/// @param block  as parse_environment() takes it: the first entry of a name that occurs twice counts
Texts texts_of(const char* const* block, base::Trust trust);

// -- Every setting of OpenMP's as text: what it is, what it is set to, and where that came from; for warnings,
// OMP_DISPLAY_ENV and `heddle info`.

/// @returns the value as the variable that sets it would be written
std::string value_of(Setting setting, const Environment& environment);

using process::SettingReport;

/// Every setting, in the order of docs/environment.md.
std::vector<SettingReport> report_settings(const Environment& environment);

}  // namespace heddle::omp
