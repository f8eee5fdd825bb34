// KMP_AFFINITY and KMP_HW_SUBSET, in terms of places and binding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace heddle::kmpc {

/// [modifier,...]type[,permute][,offset] in small letters: the types none, disabled, compact, scatter, balanced, and
/// explicit with its proclist. OMP_PROC_BIND and OMP_PLACES win over it. @returns what is wrong, if anything
std::optional<std::string_view> apply_affinity(const std::string& text) noexcept;

/// 2s,4c,1t and the like in small letters: how many threads there are to be by default. @returns what is wrong
std::optional<std::string_view> apply_subset(const std::string& text) noexcept;

}  // namespace heddle::kmpc
