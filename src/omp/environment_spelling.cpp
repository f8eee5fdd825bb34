// Levenshtein distance over the known names. See environment_spelling.hpp.
#include "omp/environment_spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/quoted.hpp"
#include "omp/environment_variable.hpp"

namespace heddle::omp {

namespace {

constexpr std::string_view k_prefix = "HEDDLE_";

/// Letters to insert, delete or replace to get from one to the other.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[to.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view misspelt) {
  std::string_view nearest;
  std::size_t fewest = (misspelt.size() - std::min(misspelt.size(), k_prefix.size())) / 3 + 1;
  for (const std::string_view name : k_variable_names) {
    if (!name.starts_with(k_prefix)) continue;
    const std::size_t changes = distance(misspelt, name);
    if (changes > fewest || (changes == fewest && !nearest.empty())) continue;
    nearest = name;
    fewest = changes;
  }
  return nearest;
}

std::string about_unknown(std::string_view name) {
  std::string sentence = base::named(name);
  sentence.append(" is not a variable of Heddle and is ignored");
  const std::string_view nearest = nearest_name(name);
  if (!nearest.empty()) sentence.append("; did you mean ").append(nearest).append("?");
  return sentence;
}

std::string about_untrusted(const std::string& names) {
  return names +
         ": ignored, since this program has rights that its caller has not (set-user-id, set-group-id or "
         "capabilities of its file); see docs/security.md";
}

}  // namespace heddle::omp
