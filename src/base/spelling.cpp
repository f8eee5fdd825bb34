// Levenshtein's distance. See spelling.hpp.
#include "base/spelling.hpp"

#include <algorithm>
#include <vector>

namespace heddle::base {

namespace {

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Letters to insert, delete or replace to get from one to the other.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(from[i - 1]) == lower(to[j - 1]) ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[to.size()];
}

}  // namespace

std::string_view nearest(std::string_view written, std::span<const std::string_view> names, std::size_t most) {
  std::string_view nearest;
  for (const std::string_view name : names) {
    if (written.size() > name.size() + most) continue;  // also keeps a text of any length from being compared
    const std::size_t changes = distance(written, name);
    if (changes > most || (changes == most && !nearest.empty())) continue;
    nearest = name;
    most = changes;
  }
  return nearest;
}

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

std::string listed_for(std::string_view written, std::span<const std::string_view> names) {
  std::string text = listed(names);
  const std::size_t most = std::min<std::size_t>(written.size(), 12) / 3 + 1;  // a third of its letters, and one
  const std::string_view meant = written.empty() ? std::string_view{} : nearest(written, names, most);
  if (!meant.empty() && distance(written, meant) != 0) text.append(" (did you mean ").append(meant).append("?)");
  return text;
}

}  // namespace heddle::base
