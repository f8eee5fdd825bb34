// KMP_AFFINITY, in terms of places and binding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::kmpc {

/// [modifier,...]type[,permute][,offset] in small letters: the types none, disabled, compact, scatter, balanced, and
/// explicit with its proclist. OMP_PROC_BIND and OMP_PLACES win over it. @returns what is wrong, if anything
std::optional<std::string_view> apply_affinity(const std::string& text) noexcept;

}  // namespace heddle::kmpc
