// Which variables of a block are set and count, before anybody looks at what they hold. What is set and does not count
// is named with Heddle's own variables (process/own_environment.hpp).
#pragma once

#include <array>
#include <string_view>

#include "base/trust.hpp"
#include "omp/environment_variable.hpp"

namespace heddle::omp {

/// The texts of the variables that are set.
using Texts = std::array<const char*, k_variable_count>;  // by Variable; null: not set

/// @param block  as parse_environment() takes it: the first entry of a name that occurs twice counts
Texts texts_of(const char* const* block, base::Trust trust);

}  // namespace heddle::omp
