// The table of dependence managers, the default first. A new one is a row here, and the #include of its header;
// tools/new writes both.
#pragma once

#include <array>
#include <utility>

#include "dependence/adaptive/adaptive.hpp"
#include "dependence/async/async.hpp"
#include "dependence/direct/direct.hpp"
#include "dependence/locked/locked.hpp"
#include "runtime/policies.hpp"

namespace heddle::runtime {

/// A manager that needs to know nothing of its team, and leaves nothing for idle workers.
template <class P, class Manager>
ManagerAndJob<P> make_manager(const ManagerSetup& /*setup*/) {
  return {std::make_unique<Manager>()};
}

/// A manager whose job is the manager itself.
template <class P, class Manager, class Parameters>
ManagerAndJob<P> with_job(std::uint32_t seats, const Parameters& parameters) {
  auto manager = std::make_unique<Manager>(seats, parameters);
  graph::IdleJob<P>* const job = manager.get();
  return {std::move(manager), job};
}
template <class P, dependence::Handover k_handover>
ManagerAndJob<P> make_adaptive(const ManagerSetup& setup) {
  return with_job<P, dependence::Adaptive<P>>(setup.seats, k_handover);
}
template <class P>
ManagerAndJob<P> make_async(const ManagerSetup& setup) {
  return with_job<P, dependence::Async<P>>(setup.seats, setup.async);
}

template <class P>
inline constexpr auto k_dependence_managers = std::to_array<DependencePolicy<P>>({
    {"adaptive", "as direct; by idle workers while that is faster",
     make_adaptive<P, dependence::Handover::when_it_pays>},
    {"direct", "linked by the creator, released by the finisher, no lock", make_manager<P, dependence::Direct<P>>},
    {"locked", "one graph per parent under one lock", make_manager<P, dependence::Locked<P>>},
    {"async", "messages, satisfied by workers that find no task (DDAST)", make_async<P>},
    {"handover", "always linked by idle workers, in batches", make_adaptive<P, dependence::Handover::always>},
});

}  // namespace heddle::runtime
