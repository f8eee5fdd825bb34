// Says once that a node is full and where its blocks go instead. Any thread.
#pragma once

#include <optional>

#include "base/message.hpp"

namespace heddle::memory {

/// @param gate  of the placement that is meant
/// @param meant  the number of the node that is full
/// @param taken  that of the one that took a block in its place; nothing: wherever the kernel likes
[[gnu::cold]] void warn_of_spill(base::OnceGate& gate, unsigned meant, std::optional<unsigned> taken) noexcept;

}  // namespace heddle::memory
