// How large caches are, by the kernel's files, and what of them a core may fill for itself.
//
// Any thread; nothing is cached.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "platform/topology/available.hpp"

namespace heddle::platform::topology {

/// "32768K", "1M" or "4096", as the kernel writes the size of a cache; nothing where it is not understood.
std::optional<std::uint64_t> parse_cache_bytes(std::string_view text);

/// What each of these cpus may fill with data that it is to find again soon: its part of a second-level cache or, where
/// those are small, of a third. Guests are shown all of a cache that they share with others: no part is taken for more
/// than 8 MiB. Never 0: 1 MiB where the kernel shows nothing.
std::uint64_t cache_share_bytes(const CpuSet& available, const Roots& roots = {});

}  // namespace heddle::platform::topology
