// Tasks and waits that name regions beside other data: what lies in no region goes to the tasks' own order.
#pragma once

#include <cstddef>
#include <cstdint>

#include "heddle/task.h"

namespace heddle::front {

int spawn_on_regions(const heddle_task& task) noexcept;
int wait_on_regions(const heddle_access* accesses, std::size_t count, std::uint32_t flags) noexcept;

}  // namespace heddle::front
