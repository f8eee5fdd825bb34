// Which known HEDDLE_* variable a misspelt one may have meant. Pure; used for warnings only.
#pragma once

#include <string>
#include <string_view>

namespace heddle::omp {

/// The known HEDDLE_* name with the fewest letters to change; empty when none is near (more than a third differs).
std::string_view nearest_name(std::string_view misspelt);

/// What to say of a HEDDLE_* name that nobody knows.
[[gnu::cold]] std::string about_unknown(std::string_view name);

/// What to say of variables that are set and do not count, since the program's caller is not trusted (base/trust.hpp).
[[gnu::cold]] std::string about_untrusted(const std::string& names);

}  // namespace heddle::omp
