// Messages: as Clang writes them, as JSON Lines, or as SARIF 2.1.0.
#pragma once

#include <string>
#include <vector>

#include "tools/heddlec/model.hpp"

namespace heddlec {

struct ReportOptions {
  std::string format = "text";        // text, json, sarif; behind a colon the file
  std::vector<std::string> warnings;  // -Wheddle-X, -Wno-heddle-X, -Werror, -Werror=heddle-X, -w
};

/// Writes what the unit has to say. @returns false when a warning counts as an error
bool report(const Unit& unit, const ReportOptions& options);

/// The same as text, for tests.
std::string as_text(const Unit& unit, const std::vector<Diagnostic>& diagnostics);
std::string as_json(const std::vector<Diagnostic>& diagnostics);
std::string as_sarif(const std::vector<Diagnostic>& diagnostics);

}  // namespace heddlec
