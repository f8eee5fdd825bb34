// HEDDLE_DISABLE, asked before anything of Heddle starts: a malformed value asks for nothing, and is warned of with the
// other variables (own_environment.hpp).
#pragma once

#include <optional>
#include <string_view>

#include "base/scanner.hpp"
#include "base/trust.hpp"

namespace heddle::process {

inline constexpr base::Word<bool> k_switch[] = {{"true", true}, {"false", false}, {"1", true}, {"0", false}};

/// @param value  the variable's; empty asks for nothing
constexpr bool asks_to_disable(std::string_view value) noexcept {
  base::Scanner text(value);
  const std::optional<bool> word = text.word(k_switch);
  return text.at_end() && word.value_or(false);
}

/// Whether HEDDLE_DISABLE=1 hands this process's OpenMP to another runtime; false in a setuid program.
inline bool disabled() noexcept {
  const char* value = base::variable("HEDDLE_DISABLE");
  return value != nullptr && asks_to_disable(value);
}

}  // namespace heddle::process
