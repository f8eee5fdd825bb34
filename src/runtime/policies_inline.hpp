// The rows of the policy table, as templates; policies.cpp instantiates them for real threads, tests for Check.
#pragma once

#include "dependence/adaptive/adaptive.hpp"
#include "dependence/async/async.hpp"
#include "dependence/direct/direct.hpp"
#include "dependence/locked/locked.hpp"
#include "runtime/policies.hpp"
#include "schedule/dbf/dbf.hpp"
#include "schedule/steal/steal.hpp"

namespace heddle::runtime {

template <class P>
std::span<const SchedulerPolicy<P>> schedulers() noexcept {
  using Base = graph::Scheduler<P>;
  static constexpr SchedulerPolicy<P> k_rows[] = {
      {"steal", "a deque per worker: own tasks youngest first, theft of the oldest",
       [](std::uint32_t seats) -> std::unique_ptr<Base> { return std::make_unique<schedule::Steal<P>>(seats); }},
      {"dbf", "distributed breadth first: a first-in, first-out queue per worker",
       [](std::uint32_t seats) -> std::unique_ptr<Base> { return std::make_unique<schedule::BreadthFirst<P>>(seats); }},
  };
  return k_rows;
}

/// A manager whose job is the manager itself.
template <class P, class Manager, class Parameters>
Made<P> make_with_job(std::uint32_t seats, const Parameters& parameters) {
  auto manager = std::make_unique<Manager>(seats, parameters);
  graph::IdleJob<P>* const job = manager.get();
  return {std::move(manager), job};
}

template <class P>
std::span<const DependencePolicy<P>> dependence_managers() noexcept {
  static constexpr DependencePolicy<P> k_rows[] = {
      {"adaptive", "as direct; by idle workers while that is faster",
       [](const ManagerSetup& setup) {
         return make_with_job<P, dependence::Adaptive<P>>(setup.seats, dependence::Handover::when_it_pays);
       }},
      {"direct", "linked by the creator, released by the finisher, no lock",
       [](const ManagerSetup&) { return Made<P>{std::make_unique<dependence::Direct<P>>()}; }},
      {"locked", "one graph per parent under one lock",
       [](const ManagerSetup&) { return Made<P>{std::make_unique<dependence::Locked<P>>()}; }},
      {"async", "messages, satisfied by workers that find no task (DDAST)",
       [](const ManagerSetup& setup) { return make_with_job<P, dependence::Async<P>>(setup.seats, setup.async); }},
      {"handover", "always linked by idle workers, in batches",
       [](const ManagerSetup& setup) {
         return make_with_job<P, dependence::Adaptive<P>>(setup.seats, dependence::Handover::always);
       }},
  };
  return k_rows;
}

}  // namespace heddle::runtime
