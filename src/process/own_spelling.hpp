// What is said of variables that do not count: malformed, misspelt, or set where they are not trusted. Pure; used for
// warnings only.
#pragma once

#include <string>
#include <string_view>

namespace heddle::process {

/// A value that is not understood: what is allowed, and what is used instead.
[[gnu::cold]] std::string about_malformed(std::string_view name, std::string_view value, std::string_view allowed,
                                          std::string_view instead);

/// The known HEDDLE_* name with the fewest letters to change; empty when none is near (more than a third differs).
std::string_view nearest_name(std::string_view misspelt);

/// What to say of a HEDDLE_* name that nobody knows.
[[gnu::cold]] std::string about_unknown(std::string_view name);

/// What to say of variables that are set and do not count, since the program's caller is not trusted (base/trust.hpp).
[[gnu::cold]] std::string about_untrusted(const std::string& names);

}  // namespace heddle::process
