// The table of policies: every dependence manager and scheduler that can be chosen at run time, by name. A new policy
// is one row in policies.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dependence/async/parameters.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/idle_job.hpp"
#include "graph/scheduler.hpp"

namespace heddle::runtime {

template <class P>
struct SchedulerPolicy {
  const char* name;
  const char* about;
  std::unique_ptr<graph::Scheduler<P>> (*make)(std::uint32_t seats);
};

/// What a dependence manager is made for.
struct ManagerSetup {
  std::uint32_t seats = 1;  // of the team
  dependence::AsyncParameters async = {};
};

/// A manager, and the job that its team's idle workers do for it; null for a manager that leaves nothing for later.
template <class P>
struct Made {
  std::unique_ptr<graph::DependenceManager<P>> manager;
  graph::IdleJob<P>* job = nullptr;  // lives in the manager
};

template <class P>
struct DependencePolicy {
  const char* name;
  const char* about;
  Made<P> (*make)(const ManagerSetup& setup);
};

/// All of them, the default first.
template <class P>
std::span<const SchedulerPolicy<P>> schedulers() noexcept;
template <class P>
std::span<const DependencePolicy<P>> dependence_managers() noexcept;

/// The row with this name, or the default's when there is none.
template <class Policy>
const Policy& policy_named(std::span<const Policy> policies, const char* name) noexcept {
  for (const Policy& policy : policies) {
    const char* left = policy.name;
    const char* right = name;
    while (*left != '\0' && *left == *right) ++left, ++right;
    if (*left == *right) return policy;
  }
  return policies.front();
}

}  // namespace heddle::runtime
