// Which variables of a block are set and count, before anybody looks at what they hold.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/trust.hpp"
#include "omp/environment_variable.hpp"

namespace heddle::omp {

/// The texts of the variables that are set, which HEDDLE_* names nobody knows, and what does not count without trust.
struct Texts {
  std::array<const char*, k_variable_count> of{};  // by Variable; null: not set
  std::vector<std::string_view> unknown;
  std::string untrusted;  // names, parted by commas
};

/// @param block  as parse_environment() takes it: the first entry of a name that occurs twice counts
Texts texts_of(const char* const* block, base::Trust trust);

}  // namespace heddle::omp
