// The tables of policies as functions, and what must hold of every table; policy_tables.cpp instantiates them for real
// threads, the simulator and tests for their own platforms.
#pragma once

#include "runtime/dependence_table.hpp"
#include "runtime/loop_table.hpp"
#include "runtime/scheduler_table.hpp"

namespace heddle::runtime {

template <class Policy, std::size_t k_count>
constexpr bool have_different_names(const std::array<Policy, k_count>& policies) noexcept {
  for (const Policy& policy : policies)
    if (find_policy(std::span<const Policy>(policies), policy.name) != &policy) return false;
  return true;
}

template <class P, std::size_t k_count>
constexpr bool have_different_numbers(const std::array<LoopPolicy<P>, k_count>& policies) noexcept {
  for (const LoopPolicy<P>& policy : policies) {
    const unsigned number = policy.traits.number;
    if (find_loop(std::span<const LoopPolicy<P>>(policies), number) != &policy) return false;
    if (number == 0 || number == 4 || number == 5 || number >= k_loop_numbers) return false;
  }
  return true;
}

template <class P>
std::span<const SchedulerPolicy<P>> schedulers() noexcept {
  static_assert(have_different_names(k_schedulers<P>), "two schedulers have one name: see runtime/scheduler_table.hpp");
  return k_schedulers<P>;
}

template <class P>
std::span<const DependencePolicy<P>> dependence_managers() noexcept {
  static_assert(have_different_names(k_dependence_managers<P>),
                "two dependence managers have one name: see runtime/dependence_table.hpp");
  return k_dependence_managers<P>;
}

template <class P>
std::span<const LoopPolicy<P>> loop_schedules() noexcept {
  static_assert(have_different_names(k_loop_schedules<P>),
                "two loop schedules have one name: see runtime/loop_table.hpp");
  static_assert(have_different_numbers(k_loop_schedules<P>),
                "two loop schedules have one number, or one has a number that is not free: see runtime/policies.hpp");
  return k_loop_schedules<P>;
}

}  // namespace heddle::runtime
