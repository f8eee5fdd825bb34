// HEDDLE_DISABLE, asked before anything of Heddle starts: a malformed value asks for nothing, and is warned of with the
// other variables (environment.hpp).
#pragma once

#include <optional>
#include <string_view>

#include "omp/environment_scanner.hpp"

namespace heddle::omp {

inline constexpr Word<bool> k_switch[] = {{"true", true}, {"false", false}, {"1", true}, {"0", false}};

/// @param value  the variable's; empty asks for nothing
constexpr bool asks_to_disable(std::string_view value) noexcept {
  Scanner text(value);
  const std::optional<bool> word = text.word(k_switch);
  return text.at_end() && word.value_or(false);
}

}  // namespace heddle::omp
