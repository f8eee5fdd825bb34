// One rule per environment variable: the setting it decides, and how its text is read. A table; see environment.hpp.
//
// Where two variables decide one setting, the rule that stands first wins and the later one is not looked at.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/scanner.hpp"
#include "omp/environment.hpp"

namespace heddle::omp {

struct Rule {
  Variable variable;
  Setting setting;
  bool (*apply)(base::Scanner& text, Environment& into);  // changes nothing when the text is malformed
  std::string_view allowed;
  /// In place of `allowed`, where it hangs on the tables of policies and on what was written.
  std::string (*allowed_instead)(std::string_view written) = nullptr;
};

std::span<const Rule> environment_rules() noexcept;

inline bool speaks_llvm(const Environment& environment) noexcept { return environment.global.dialect == Dialect::llvm; }

}  // namespace heddle::omp
