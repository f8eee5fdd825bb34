// Over the known names. See own_spelling.hpp.
#include "process/own_spelling.hpp"

#include <algorithm>
#include <vector>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "process/own_variables.hpp"

namespace heddle::process {

namespace {

constexpr std::string_view k_prefix = "HEDDLE_";

}  // namespace

std::string about_malformed(std::string_view name, std::string_view value, std::string_view allowed,
                            std::string_view instead) {
  std::string sentence(name);
  sentence.append("=").append(base::Quoted(value)).append(" is not understood: allowed is ").append(allowed);
  return sentence.append("; using ").append(instead).append(" instead");
}

std::string_view nearest_name(std::string_view misspelt) {
  std::vector<std::string_view> names;
  for (const OwnVariable& variable : own_variables()) names.push_back(variable.name);
  return base::nearest(misspelt, names, (misspelt.size() - std::min(misspelt.size(), k_prefix.size())) / 3 + 1);
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

}  // namespace heddle::process
