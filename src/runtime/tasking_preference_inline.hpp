// Where tasks that prefer a seat go, and who is woken for them. Included by tasking.hpp only.
#pragma once

namespace heddle::runtime {

/// @returns a seat of the team, or k_no_seat when nobody knows better
template <class P>
Seat Tasking<P>::preferred(const Team<P>& team, Preference preference) noexcept {
  Seat seat = preference.number();
  if (preference.by_data()) {
    // order: acquire — pairs with the exchange in prefers_another(): the table is there.
    const Writers<P>* const writers = team.writers.load(std::memory_order_acquire);
    seat = writers == nullptr ? graph::k_no_seat : writers->last(seat);
    return seat < team.size ? seat : graph::k_no_seat;
  }
  return seat % team.size;
}

/// Whether a new task had better not run where it is made. From the first one on that names data it is known where data
/// are written.
template <class P>
[[gnu::cold, gnu::noinline]] bool Tasking<P>::prefers_another(W& worker, Preference preference) noexcept {
  Team<P>& team = *worker.member->team;
  if (preference.by_locality())
    return team.groups != nullptr &&
           team.groups->serving(preference.choice().group) != team.groups->of(worker.member->seat);
  // order: relaxed — looked at again below.
  if (preference.by_data() && team.writers.load(std::memory_order_relaxed) == nullptr) {
    auto* table = new (std::nothrow) Writers<P>;
    Writers<P>* none = nullptr;
    // order: release, relaxed — release pairs with preferred() and note_writes(): the table is empty, not undefined.
    if (table != nullptr &&
        !team.writers.compare_exchange_strong(none, table, std::memory_order_release, std::memory_order_relaxed)) {
      delete table;
    }
  }
  return preferred(team, preference) != worker.member->seat;  // not known yet: it will be when the task is ready
}

/// The group that serves the locality which the task has named. @returns false when the team is not divided
template <class P>
[[gnu::cold, gnu::noinline]] bool Tasking<P>::put_into_group(Team<P>& team, Task& task, Seat from) noexcept {
  if (team.groups == nullptr) {
    task.flags &= static_cast<std::uint16_t>(~graph::k_prefers);
    return false;
  }
  graph::GroupChoice choice = graph::GroupChoice::from(task.sequence);
  choice.group = team.groups->serving(choice.group);
  task.sequence = choice.word();
  team.ready->put(task, from);
  // order: fence seq_cst — as in wake_for_task().
  P::fence(std::memory_order_seq_cst);
  if (!team.sleepers.any()) return true;
  choice.stated || !team.groups->lends() ? wake_for_stated(team, choice.group) : wake_from_group(team, choice.group);
  return true;
}

/// Whether a task that names a locality is in the one of this worker.
template <class P>
bool Tasking<P>::in_own_group(const W& worker, const Task& task) noexcept {
  const Team<P>& team = *worker.member->team;
  if (team.groups == nullptr || !graph::GroupChoice::in(task.sequence)) return false;
  const std::uint32_t group = team.groups->serving(graph::GroupChoice::from(task.sequence).group);
  return group == team.groups->of(worker.member->seat);
}

/// For a task that is ready. @returns false when it is a task like others
template <class P>
[[gnu::cold, gnu::noinline]] bool Tasking<P>::put_where_preferred(Team<P>& team, Task& task, Seat from) noexcept {
  if (Preference::from(task.sequence).by_locality()) return put_into_group(team, task, from);
  const Seat seat = preferred(team, Preference::from(task.sequence));
  if (seat == graph::k_no_seat || task.priority > 0) {
    task.flags &= static_cast<std::uint16_t>(~graph::k_prefers);
    return false;
  }
  task.sequence = seat;
  team.ready->put(task, from);
  // order: fence seq_cst — as in wake_for_task().
  P::fence(std::memory_order_seq_cst);
  if (!team.sleepers.any()) return true;
  ParkingSlot<P>& bed = team.members[seat].worker->bed;
  const Rest rest = team.sleepers.rest_here(bed);
  if (rest != Rest::any_work || !Sleepers<P>::wake(bed)) wake_a_sleeper(team, from);
  return true;
}

template <class P>
template <class Accesses>
[[gnu::cold, gnu::noinline]] void Tasking<P>::note_writes(W& worker, const Accesses& for_each) noexcept {
  // order: acquire — pairs with the exchange in prefers_another().
  Writers<P>& writers = *worker.member->team->writers.load(std::memory_order_acquire);
  for_each([&](const void* address, graph::Mode mode) {
    if (mode != graph::Mode::in) writers.note(address, worker.member->seat);
  });
}

}  // namespace heddle::runtime
