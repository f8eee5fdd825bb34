// Which nodes count as fast memory because the program's user says so: MEMKIND_HBW_NODES, memkind's variable for
// machines on which it cannot know (memkind(3)). Values; any thread.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "platform/topology/localities.hpp"

namespace heddle::memory {

/// "4-7,9" as numbers, in their order. @returns nothing: it is no such list
std::optional<std::vector<unsigned>> parse_nodes(std::string_view text);

/// The machine with these nodes as its fastest memories, before all others: in each locality those that it reaches;
/// where it reaches none, all of them, localities beginning with different ones. Numbers that no node has do not count.
platform::topology::Localities with_fast_nodes(platform::topology::Localities machine,
                                               std::span<const unsigned> numbers);

}  // namespace heddle::memory
