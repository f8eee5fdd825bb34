// Which cpu each worker of a plan is bound to (SWITCHES, section 5 and Figure 5, "assignment policies").
#pragma once

#include <cstdint>
#include <vector>

#include "platform/topology/groups.hpp"

namespace heddle::plans {

enum class Cores : std::uint8_t {
  none,     // as the system likes
  compact,  // all hardware threads of a core, then those of the next core
  scatter,  // the cores in turn
  hybrid,   // scatter while there are fewer workers than cores; else neighbours share a core, on each as many as on
            // others or one more
};

/// The cpu of each worker; empty for `none`. More workers than hardware threads begin at the first one again.
std::vector<platform::topology::CpuSet> cpus_of_workers(Cores cores, std::uint32_t workers,
                                                        const platform::topology::Groups& machine);

}  // namespace heddle::plans
