// The table of schedulers, the default first. A new one is a row here, and the #include of its header; tools/new writes
// both.
#pragma once

#include <array>

#include "runtime/policies.hpp"
#include "schedule/dbf/dbf.hpp"
#include "schedule/steal/steal.hpp"

namespace heddle::runtime {

template <class P, class Scheduler>
std::unique_ptr<graph::Scheduler<P>> make_scheduler(std::uint32_t seats) {
  return std::make_unique<Scheduler>(seats);
}

template <class P>
inline constexpr auto k_schedulers = std::to_array<SchedulerPolicy<P>>({
    {"steal", "a deque per worker: own tasks youngest first, theft of the oldest",
     make_scheduler<P, schedule::Steal<P>>},
    {"dbf", "distributed breadth first: a first-in, first-out queue per worker",
     make_scheduler<P, schedule::BreadthFirst<P>>},
});

}  // namespace heddle::runtime
