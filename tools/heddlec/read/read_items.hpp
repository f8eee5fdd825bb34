// The items of a dependence: `x`, `a[i]`, `v[0;n]`, `a[l:u]`, `[n][m]p`, `{v[i], i=0;n}`.
#pragma once

#include <optional>
#include <string_view>

#include "tools/heddlec/read/read_directive.hpp"

namespace heddlec {

/// What `a[l:x]` means: x is the last index, one behind the last, or a length.
enum class ItemForm { inclusive, end, length };

/// `tokens` at each `by` outside of brackets. No parts where there are no tokens.
std::vector<Tokens> split(const Tokens& tokens, std::string_view by);

/// Reads a list into the clause, with the probes that it needs.
std::optional<Misread> read_items(const Tokens& tokens, ItemForm form, Directive& directive, Clause& clause);

}  // namespace heddlec
