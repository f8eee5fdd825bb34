// The barrier of a team, which runs the team's tasks meanwhile and is complete when none is left.
//
// Barriers are numbered; numbers only grow, also from region to region. A member arrives by showing the number.
//   small teams  each looks at every other's number: one line transfer between two members that come at the same time;
//   others       a counter; the last one to arrive says so.
// If no task was ever queued in the region, everybody having arrived is all. Otherwise whoever finds everybody there
// and all tasks finished releases the barrier (a member that has left may already be creating tasks for the next one,
// so those who come late cannot judge for themselves). Model: tests/model/barrier_test.cpp.
#pragma once

#include "runtime/runtime.hpp"
#include "runtime/tasking.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
class Barrier {
 public:
  using W = Worker<P>;

  enum class Leave : std::uint8_t { complete_only, also_cancelled };

  /// @returns false when it was left because the region is cancelled.
  static bool wait(W& worker, Leave leave) noexcept {
    if (worker.recorder != nullptr) [[unlikely]]
      return wait_noted(worker, leave);
    return wait_unnoted(worker, leave);
  }

  static bool cancelled(const Team<P>& team) noexcept {
    // order: acquire — pairs with the store that cancels.
    return team.cancelled.load(std::memory_order_acquire);
  }

  /// Whether members look at each other's numbers; else they count.
  static bool flat(const Team<P>& team) noexcept { return team.size <= 4 && team.size <= team.processors; }

 private:
  [[gnu::cold, gnu::noinline]] static bool wait_noted(W& worker, Leave leave) noexcept {
    const probe::WaitSpan span(worker.recorder, probe::WaitReason::barrier);
    return wait_unnoted(worker, leave);
  }

  static bool wait_unnoted(W& worker, Leave leave) noexcept {
    Member<P>& member = *worker.member;
    Team<P>& team = *member.team;
    worker.granularity.pause();
    if (team.size == 1) return wait_alone(worker);
    const std::uint64_t number = ++member.barriers;
    if (worker.reports.count != 0) Runner<P>::flush(worker);
    Seat seen = 0;
    const auto done = [&] {
      return complete(team, number, seen) || (leave == Leave::also_cancelled && cancelled(team));
    };
    arrive(team, member, number, done);
    if (!done()) {
      const auto settle = [&] { return release_if_finished(team, number, seen) || done(); };
      wait_for(worker, Until{done, settle}, Runs::any, WaitTarget::barrier);
    }
    return !(leave == Leave::also_cancelled && cancelled(team));
  }

  static bool wait_alone(W& worker) noexcept {
    Team<P>& team = *worker.member->team;
    const auto done = [&] { return Runner<P>::all_finished(team); };
    if (team.has_tasks() && !done()) wait_for(worker, done, Runs::any, WaitTarget::barrier);
    return true;
  }

  template <class Done>
  static void arrive(Team<P>& team, Member<P>& member, std::uint64_t number, Done done) noexcept {
    if (flat(team)) {
      // order: seq_cst — release: what was done before the barrier is visible behind it; with prepare_to_park's fence
      // the Dekker pair: a sleeper sees this arrival, or is seen below.
      member.arrived.exchange(number, std::memory_order_seq_cst);
      if (team.sleepers.any() && done()) wake_everybody(team);
      return;
    }
    // order: seq_cst — acq_rel: the last one sees what all did; the Dekker pair as above.
    if (team.gathered.fetch_add(1, std::memory_order_seq_cst) + 1 != team.size) return;
    // order: relaxed — nobody adds to it before the release below.
    team.gathered.store(0, std::memory_order_relaxed);
    // order: seq_cst (both) — release pairs with complete() and release_if_finished(); the Dekker pair as above.
    team.all_arrived.store(number, std::memory_order_seq_cst);
    if (!team.has_tasks()) team.released.store(number, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    if (team.sleepers.any()) wake_everybody(team);
  }

  static bool complete(Team<P>& team, std::uint64_t number, Seat& seen) noexcept {
    // order: acquire — pairs with the release of the barrier: everybody's effects.
    if (team.released.load(std::memory_order_acquire) >= number) return true;
    return flat(team) && everybody_here(team, number, seen) && !team.has_tasks();
  }

  static bool everybody_here(Team<P>& team, std::uint64_t number, Seat& seen) noexcept {
    // order: acquire — pairs with arrive().
    if (!flat(team)) return team.all_arrived.load(std::memory_order_acquire) >= number;
    // order: acquire — as above.
    while (seen < team.size && team.members[seen].arrived.load(std::memory_order_acquire) >= number) ++seen;
    return seen == team.size;
  }

  static bool release_if_finished(Team<P>& team, std::uint64_t number, Seat& seen) noexcept {
    if (!everybody_here(team, number, seen) || !team.has_tasks() || !Runner<P>::all_finished(team)) return false;
    // order: seq_cst — release pairs with complete(); before the look at the sleepers the Dekker pair of
    // prepare_to_park.
    team.released.store(number, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    if (team.sleepers.any()) wake_everybody(team);
    return true;
  }
};

/// OpenMP's barrier: returns when every member has come and every task of the team is finished.
template <class P>
void barrier(Worker<P>& worker) noexcept {
  Barrier<P>::wait(worker, Barrier<P>::Leave::complete_only);
}

/// The same, left early when the region is cancelled. @returns true when it was.
template <class P>
bool barrier_cancellable(Worker<P>& worker) noexcept {
  return !Barrier<P>::wait(worker, Barrier<P>::Leave::also_cancelled);
}

}  // namespace heddle::runtime
