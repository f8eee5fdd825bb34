// Waking: who makes work for a team wakes one of its sleepers; without one it pays a fence and a load.
#pragma once

#include "runtime/team.hpp"

namespace heddle::runtime {

/// All that wait for tasks of their own.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_who_waits(Team<P>& team) noexcept {
  for (Seat seat = 0; seat < team.size; ++seat) {
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::own_work) Sleepers<P>::wake(bed);
  }
}

/// One of a group that may run anything. @returns whether there was one
template <class P>
bool wake_one_of(Team<P>& team, std::uint32_t group) noexcept {
  for (Seat seat = team.groups->first(group); seat < team.groups->end(group); ++seat) {
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::any_work && Sleepers<P>::wake(bed)) return true;
  }
  return false;
}

/// For a task that is stated for the group. Its workers that wait may be its ancestors; and where all of them do, an
/// ancestor elsewhere may run it (README.md, "Groups").
template <class P>
[[gnu::cold, gnu::noinline]] void wake_for_stated(Team<P>& team, std::uint32_t group) noexcept {
  if (wake_one_of(team, group)) return;
  if (team.groups->all_wait(group)) return wake_who_waits(team);
  for (Seat seat = team.groups->first(group); seat < team.groups->end(group); ++seat) {
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::own_work) Sleepers<P>::wake(bed);
  }
}

/// For a task that may leave the group, where any may.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_from_group(Team<P>& team, std::uint32_t group) noexcept {
  if (wake_one_of(team, group)) return;
  const std::uint32_t count = team.groups->count();
  for (std::uint32_t step = 1; team.groups->lends() && step < count; ++step)
    if (wake_one_of(team, (group + step) % count)) return;
  wake_who_waits(team);
}

/// One that may run anything; if there is none, all that wait for tasks of their own.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_a_sleeper(Team<P>& team, Seat from) noexcept {
  if (team.groups != nullptr) return wake_from_group(team, team.groups->of(from < team.size ? from : 0));
  const std::uint32_t size = team.size;
  const Seat start = from < size ? from : 0;
  for (std::uint32_t step = 1; step <= size; ++step) {
    const Seat seat = (start + step) % size;
    Bed<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::any_work && Sleepers<P>::wake(bed)) return;
  }
  wake_who_waits(team);
}

/// Wakes one sleeper for a task that was just made available, unless somebody seeks one anyway (seeking.hpp). The
/// caller has put the task into a queue.
template <class P>
void wake_for_task(Team<P>& team, Seat from) noexcept {
  // order: fence seq_cst — the Dekker pair of Sleepers::lie_down: the task is visible, or the sleeper is seen.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.wants_a_wake_up()) [[unlikely]]
    wake_a_sleeper(team, from);
}

template <class P>
[[gnu::noinline]] void wake_everybody(Team<P>& team) noexcept {
  for (Seat seat = 0; seat < team.size; ++seat) Sleepers<P>::wake(team.members[seat].worker->bed);
}

}  // namespace heddle::runtime
