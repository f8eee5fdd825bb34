// From the variables HEDDLE_* to Heddle's own settings.
//
// Pure: takes an environment block (as `environ`), returns values and warnings, touches nothing else; whoever starts
// the process prints the warnings, once. Runs while the shared library is loaded, so it uses neither streams nor locale
// nor topology, and allocates only for lists and warnings.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/trust.hpp"
#include "process/own_settings.hpp"

namespace heddle::process {

struct OwnEnvironment {
  OwnSettings settings;
  std::vector<std::string> warnings;  // one sentence each, without prefix or newline
};

/// @param block  "NAME=value" strings, ended by a null pointer; may be null
/// @param trust  whether the block's writer has the rights of the process; without, Heddle's own variables do not
///               count. Variables of any kind that are set and do not count are named in one warning.
/// A malformed value warns and leaves the default. As with getenv, the first entry of a name that occurs twice counts.
OwnEnvironment parse_own_environment(const char* const* block, base::Trust trust = base::Trust::full);

/// Sets what the variable `name` stands for, over whatever the environment said: those that need not be known when the
/// process starts. @returns what is wrong with it, in which case nothing has changed.
std::optional<std::string> set_variable(OwnSettings& settings, std::string_view name, const char* value);

/// A setting as text: what it is, what it is set to, and where that came from.
struct SettingReport {
  std::string_view name;     // the variable to set: HEDDLE_LOOP
  std::string value;         // its value now
  std::string_view origin;   // the variable it came from; empty: the default
  std::string_view meaning;  // half a sentence
};

/// Every setting, in the order of docs/environment.md.
std::vector<SettingReport> report_settings(const OwnSettings& settings);

/// @returns the value as the variable that sets it would be written
std::string value_of(OwnSetting setting, const OwnSettings& settings);

}  // namespace heddle::process
