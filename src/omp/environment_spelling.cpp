// Over the known names. See environment_spelling.hpp.
#include "omp/environment_spelling.hpp"

#include <algorithm>
#include <vector>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "omp/environment_variable.hpp"

namespace heddle::omp {

namespace {

constexpr std::string_view k_prefix = "HEDDLE_";

}  // namespace

std::string_view nearest_name(std::string_view misspelt) {
  std::vector<std::string_view> names;
  for (const std::string_view name : k_variable_names)
    if (name.starts_with(k_prefix)) names.push_back(name);
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

}  // namespace heddle::omp
