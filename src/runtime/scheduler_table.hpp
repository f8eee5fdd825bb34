// The table of schedulers, the default first. A new one is a row here, and the #include of its header; tools/new writes
// both.
#pragma once

#include <array>

#include "runtime/policies.hpp"
#include "schedule/dbf/dbf.hpp"
#include "schedule/numa/numa.hpp"
#include "schedule/steal/steal.hpp"

namespace heddle::runtime {

template <class P, class Scheduler>
std::unique_ptr<graph::Scheduler<P>> make_scheduler(const SchedulerSetup& setup) {
  return std::make_unique<Scheduler>(setup.seats);
}

/// Where there is one locality, or one seat, there is nothing to keep apart.
template <class P>
std::unique_ptr<graph::Scheduler<P>> make_numa(const SchedulerSetup& setup) {
  if (setup.localities.size() < 2 || setup.seats < 2) return std::make_unique<schedule::Steal<P>>(setup.seats);
  return std::make_unique<schedule::Numa<P>>(
      typename schedule::Numa<P>::Setup{setup.seats, setup.localities, setup.patience_ns});
}

template <class P>
inline constexpr auto k_schedulers = std::to_array<SchedulerPolicy<P>>({
    {"steal", "a deque per worker: own tasks youngest first, theft of the oldest",
     make_scheduler<P, schedule::Steal<P>>},
    {"dbf", "distributed breadth first: a first-in, first-out queue per worker",
     make_scheduler<P, schedule::BreadthFirst<P>>},
    {"numa", "a group of workers per NUMA node: theft inside a group, tasks stated for a node stay there", make_numa<P>,
     true},
});

}  // namespace heddle::runtime
