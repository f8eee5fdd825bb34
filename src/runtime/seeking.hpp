// Seeking: the workers of a large team that are awake, have no work and look for it are counted.
//
// A wake-up costs its caller as much as making ten tasks. One that makes tasks for a large team would wake a sleeper
// for each, while dozens that are awake look for work. So as long as anybody seeks, it wakes nobody; in return the last
// one to stop seeking (it has found work, or goes to sleep) looks whether there is more, and wakes two, who seek in
// turn: a team is roused as a tree, by those who have nothing else to do. Found in simulated time, at 256 cores
// (docs/design.md).
//
// Invariant: work that was made while the count of seekers was not 0 is seen by the last seeker's look, or somebody has
// taken it. Called by the worker itself. Model: tests/model/sleepers_test.cpp.
#pragma once

#include "runtime/team.hpp"
#include "runtime/waking.hpp"

namespace heddle::runtime {

template <class P>
struct Seeking {
  /// In small teams the count costs more than it saves; and a seeker that shares its processor may not be running.
  static bool pays(const Team<P>& team) noexcept {
    constexpr std::uint32_t k_large = 32;
    return team.size > k_large && team.size <= team.processors;
  }

  static void begin(Worker<P>& worker) noexcept {
    if (!worker.may_seek || worker.seeks) [[likely]]
      return;
    worker.seeks = true;
    worker.member->team->sleepers.seek();
  }

  /// @pre the worker is inside an open region of its team
  static void end(Worker<P>& worker) noexcept {
    if (worker.seeks) [[unlikely]] {
      if (was_last(worker)) rouse(worker);
    }
  }

  /// The same in two steps, for a worker that is outside: the second, if the first says so, within an open region only.
  static bool was_last(Worker<P>& worker) noexcept {
    if (!worker.seeks) return false;
    worker.seeks = false;
    return worker.member->team->sleepers.stop_seeking();
  }
  [[gnu::cold, gnu::noinline]] static void rouse(Worker<P>& worker) noexcept {
    Team<P>& team = *worker.member->team;
    if (!team.scheduler->has_work()) return;
    wake_a_sleeper(team, worker.member->seat);
    wake_a_sleeper(team, worker.member->seat);
  }
};

}  // namespace heddle::runtime
