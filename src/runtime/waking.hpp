// Waking: who makes work for a team wakes one of its sleepers; without one it pays a fence and a load.
#pragma once

#include "runtime/team.hpp"

namespace heddle::runtime {

/// One that may run anything; if there is none, all that wait for tasks of their own.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_a_sleeper(Team<P>& team, Seat from) noexcept {
  const std::uint32_t size = team.size;
  const Seat start = from < size ? from : 0;
  for (std::uint32_t step = 1; step <= size; ++step) {
    const Seat seat = (start + step) % size;
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::any_work && Sleepers<P>::wake(bed)) return;
  }
  for (Seat seat = 0; seat < size; ++seat) {
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::own_work) Sleepers<P>::wake(bed);
  }
}

/// Wakes one sleeper for a task that was just made available, unless somebody seeks one anyway (seeking.hpp). The
/// caller has put the task into a queue.
template <class P>
void wake_for_task(Team<P>& team, Seat from) noexcept {
  // order: fence seq_cst — the Dekker pair of Sleepers::prepare_to_park: the task is visible, or the sleeper is seen.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.wants_a_wake_up()) [[unlikely]]
    wake_a_sleeper(team, from);
}

template <class P>
[[gnu::noinline]] void wake_everybody(Team<P>& team) noexcept {
  for (Seat seat = 0; seat < team.size; ++seat) Sleepers<P>::wake(team.members[seat].worker->bed);
}

}  // namespace heddle::runtime
