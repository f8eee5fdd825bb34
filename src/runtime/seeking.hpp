// Seeking: the workers of a large team that are awake, have no work and look for it are counted.
//
// A wake-up costs its caller as much as making ten tasks. One that makes tasks for a large team would wake a sleeper
// for each, while dozens that are awake look for work. So as long as anybody seeks, it wakes nobody; in return the last
// one to stop seeking (it has found work, or goes to sleep) looks whether there is more, and wakes two, who seek in
// turn: a team is roused as a tree, by those who have nothing else to do. Found in simulated time, at 256 cores
// (docs/design.md).
//
// Pool threads that have left a region and help with its tasks are counted as long as it is open: they begin and stop
// inside, where the master waits for them before it closes the region. Who finds it closed just forgets that it seeks,
// and the master has forgotten the seekers, too: else one would count in the team's next region, where it may not look.
//
// Invariant: work that was made while the count of seekers was not 0 is seen by the last seeker's look, or somebody has
// taken it. Called by the worker itself. Model: tests/model/{sleepers,region}_test.cpp.
#pragma once

#include "runtime/team.hpp"
#include "runtime/waking.hpp"

namespace heddle::runtime {

template <class P>
struct Seeking {
  /// In small teams the count costs more than it saves; a seeker that shares its processor may not be running; and one
  /// of another group may not take what was made.
  static bool pays(const Team<P>& team) noexcept {
    return team.size >= team.runtime->settings().large_team && team.size <= team.processors && team.groups == nullptr;
  }

  /// Whether it is one more. Who shares its core may be without it when it is counted on.
  static bool counts(const Worker<P>& worker) noexcept {
    return worker.may_seek && !worker.seeks && worker.courtesy.is_alone();
  }

  /// @pre the worker is inside an open region of its team
  static void begin(Worker<P>& worker) noexcept {
    if (!counts(worker)) [[likely]]
      return;
    Team<P>& team = *worker.member->team;
    // Nobody is woken for work in a region without tasks; the first one wakes everybody (mark_first_task).
    // order: relaxed — a hint: who does not count only lets others be woken.
    if (team.tasking.load(std::memory_order_relaxed) != team.region) return;
    worker.seeks = true;
    team.sleepers.seek();
  }

  /// The worker has found something, or goes to sleep. @pre it is inside the region in which it began, which is open
  static void end(Worker<P>& worker) noexcept {
    if (worker.seeks) [[unlikely]]
      stop(worker);
  }

  /// The region in which the worker began is closed.
  static void forget(Worker<P>& worker) noexcept { worker.seeks = false; }

 private:
  [[gnu::cold, gnu::noinline]] static void stop(Worker<P>& worker) noexcept {
    Team<P>& team = *worker.member->team;
    worker.seeks = false;
    if (!team.sleepers.stop_seeking() || !team.scheduler->has_work()) return;
    wake_a_sleeper(team, worker.member->seat);
    wake_a_sleeper(team, worker.member->seat);
  }
};

}  // namespace heddle::runtime
