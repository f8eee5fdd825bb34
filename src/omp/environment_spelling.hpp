// Which known HEDDLE_* variable a misspelt one may have meant. Pure; used for warnings only.
#pragma once

#include <string_view>

namespace heddle::omp {

/// The known HEDDLE_* name with the fewest letters to change; empty when none is near (more than a third differs).
std::string_view nearest_name(std::string_view misspelt);

}  // namespace heddle::omp
