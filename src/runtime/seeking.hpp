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

  static void end(Worker<P>& worker) noexcept {
    if (worker.seeks) [[unlikely]]
      stop(worker);
  }

  /// A thief may have brought more than the task that it found: whoever sleeps has looked for them elsewhere.
  static void found(Worker<P>& worker) noexcept {
    Team<P>& team = *worker.member->team;
    const Seat seat = worker.member->seat;
    if (team.scheduler->own_backlog(seat, 1) != 0) wake_for_task(team, seat);
  }

 private:
  [[gnu::cold, gnu::noinline]] static void stop(Worker<P>& worker) noexcept {
    Team<P>& team = *worker.member->team;
    const Seat seat = worker.member->seat;
    worker.seeks = false;
    if (!team.sleepers.stop_seeking() || !team.scheduler->has_work()) return;
    wake_a_sleeper(team, seat);
    wake_a_sleeper(team, seat);
  }
};

}  // namespace heddle::runtime
