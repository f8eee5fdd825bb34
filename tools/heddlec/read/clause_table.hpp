// Which directives there are, and which clauses each takes: one visible table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/heddlec/model.hpp"

namespace heddlec {

/// What stands in the brackets of a clause.
enum class ClauseKind { none, items, depend, value, values, reduction, names, schedule, words, unsupported };

/// A directive: its words, whether it stands alone, the clauses it takes.
struct DirectiveRow {
  Family family;
  std::string_view name;
  bool alone;
  std::string_view clauses;
};

/// The row with the most words of these, or null. @param words  identifiers at the begin of the directive
const DirectiveRow* find_directive(Family family, const std::vector<std::string>& words);

/// What is in the brackets of this clause.
ClauseKind kind_of_clause(Family family, std::string_view name);

/// Whether the directive takes the clause.
bool takes(const DirectiveRow& row, std::string_view clause);

/// The word of `words` (parted by blanks) that is nearest to `word`, "" when none is near.
std::string nearest(std::string_view word, std::string_view words);

/// All directives of a family, parted by blanks.
std::string directives_of(Family family);

}  // namespace heddlec
