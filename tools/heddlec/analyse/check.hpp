// What the front end lets pass and nobody may write: each an error or a warning with its place and what to do.
#pragma once

#include "tools/heddlec/lower/translate.hpp"
#include "tools/heddlec/model.hpp"

namespace heddlec {

/// Adds to unit.diagnostics. @returns whether there are no errors
bool check_unit(Unit& unit, const LowerOptions& options);

/// The directive as it is told: '#pragma oss task'.
std::string shown(const Directive& directive);

}  // namespace heddlec
