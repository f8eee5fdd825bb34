// What the front end lets pass and nobody may write: each an error or a warning with its place and what to do.
#pragma once

#include <vector>

#include "tools/heddlec/lower/translate.hpp"
#include "tools/heddlec/model.hpp"

namespace heddlec {

/// Adds to unit.diagnostics. @returns whether there are no errors
bool check_unit(Unit& unit, const LowerOptions& options);

/// Decides which regions of plain OpenMP are static; the others' directives are marked as kept.
void prove_static(Unit& unit, const LowerOptions& options);

/// Which variables a region shares that nobody writes while it runs: unit.values.
void find_values(Unit& unit);

/// What a directive's words make impossible to translate, as diagnostics that are not added to the unit.
std::vector<Diagnostic> problems_of(Unit& unit, const LowerOptions& options, int number);

/// The directive as it is told: '#pragma oss task'.
std::string shown(const Directive& directive);

}  // namespace heddlec
