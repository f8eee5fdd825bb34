// KMP_AFFINITY, in terms of places and binding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "omp/icv.hpp"

namespace heddle::kmpc {

struct AffinityRequest {
  omp::PlaceRequest places;
  std::optional<omp::Bind> bind;
  bool wants_list = false;  // explicit
  bool resets = false;      // a master is bound only while its region is open
};

/// [modifier,...]type[,permute][,offset] in small letters: the types none, disabled, compact, scatter, balanced, and
/// explicit with its proclist. Pure. @returns none when it is malformed
std::optional<AffinityRequest> parse_affinity(std::string_view text);

/// Sets what was asked for. OMP_PROC_BIND and OMP_PLACES win over it. @returns what is wrong, if anything
std::optional<std::string_view> apply_affinity(const std::string& text) noexcept;

}  // namespace heddle::kmpc
