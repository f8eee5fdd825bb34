// Where tasks go that are ready: the worker's own queue, or the seat or group that they prefer; and who is woken for
// them. Included by runner.hpp only.
#pragma once

namespace heddle::runtime {

template <class P>
[[gnu::cold, gnu::noinline]] graph::Task<P>* Runner<P>::uncover_descendant(W& worker) noexcept {
  Team<P>& team = *worker.member->team;
  bool moved = false;
  Task* const task = team.ready->uncover_descendant(worker.member->seat, *worker.task, moved);
  if (!moved) return task;
  // While a stranger was in this worker's hands, who waits for it may have looked for it in vain and lain down.
  // order: fence seq_cst — the Dekker pair of prepare_to_park: it is visible where it lies now, or the sleeper is seen.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) wake_who_waits(team);
  return task;
}

// From now on the region's barriers look for tasks.
template <class P>
inline void Runner<P>::mark_tasking(Member<P>& member) noexcept {
  // order: relaxed — only this region's members write this value; a stale look costs a store.
  if (member.team->tasking.load(std::memory_order_relaxed) == member.team->region) [[likely]]
    return;
  mark_first_task(member);
}

// The barriers that this member has passed are complete, but a slow member may not have noticed yet that it is free to
// leave, and once there are tasks it cannot judge for itself: it is told first.
template <class P>
[[gnu::cold, gnu::noinline]] void Runner<P>::mark_first_task(Member<P>& member) noexcept {
  Team<P>& team = *member.team;
  // order: relaxed — nobody completes a further barrier while this member has not come to it.
  if (team.released.load(std::memory_order_relaxed) < member.barriers) {
    // order: release — pairs with the acquire in Barrier::complete().
    team.released.store(member.barriers, std::memory_order_release);
  }
  // order: release — pairs with the acquire load in Region::help_out(): who sees this region here sees the earlier ones
  // closed; and with Team::has_tasks(): who sees that there are tasks sees what was released before.
  team.tasking.store(team.region, std::memory_order_release);
  // order: fence seq_cst — the Dekker pair of prepare_to_park: a sleeper sees its barrier released, or is seen here.
  P::fence(std::memory_order_seq_cst);
  if (team.sleepers.any()) wake_everybody(team);
}

template <class P>
[[gnu::always_inline]] inline void Runner<P>::enqueue(W& worker, Task& task) noexcept {
  Team<P>& team = *worker.member->team;
  mark_tasking(*worker.member);
  if (worker.in_place != 0 && team.size == 1) [[unlikely]]
    worker.put_off = true;
  if (task.has(graph::k_prefers) && put_where_preferred(team, task, worker.member->seat)) [[unlikely]]
    return;
  team.ready->put(task, worker.member->seat);
  wake_for_task(team, worker.member->seat);
}

/// @returns a seat of the team, or k_no_seat when nobody knows better
template <class P>
Seat Runner<P>::preferred(const Team<P>& team, Preference preference) noexcept {
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
[[gnu::cold, gnu::noinline]] bool Runner<P>::prefers_another(W& worker, Preference preference) noexcept {
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
[[gnu::cold, gnu::noinline]] bool Runner<P>::put_into_group(Team<P>& team, Task& task, Seat from) noexcept {
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
bool Runner<P>::in_own_group(const W& worker, const Task& task) noexcept {
  const Team<P>& team = *worker.member->team;
  if (team.groups == nullptr || !graph::GroupChoice::in(task.sequence)) return false;
  const std::uint32_t group = team.groups->serving(graph::GroupChoice::from(task.sequence).group);
  return group == team.groups->of(worker.member->seat);
}

/// For a task that is ready. @returns false when it is a task like others
template <class P>
[[gnu::cold, gnu::noinline]] bool Runner<P>::put_where_preferred(Team<P>& team, Task& task, Seat from) noexcept {
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
[[gnu::cold, gnu::noinline]] void Runner<P>::note_writes(W& worker, const Accesses& for_each) noexcept {
  // order: acquire — pairs with the exchange in prefers_another().
  Writers<P>& writers = *worker.member->team->writers.load(std::memory_order_acquire);
  for_each([&](const void* address, graph::Mode mode) {
    if (mode != graph::Mode::in) writers.note(address, worker.member->seat);
  });
}

// Tasks that another order than that of their siblings held back (graph/held.hpp).
template <class P>
void Runner<P>::let_go(W& worker, Task& task, Team<P>& team) noexcept {
  if (worker.member->team != &team) [[unlikely]] {
    // As fulfill(): the region is not closed while somebody is inside.
    // order: relaxed — before the task can be over; release — pairs with Region::close().
    team.outsiders.fetch_add(1, std::memory_order_relaxed);
    team.ready->put(task, graph::k_no_seat);
    wake_for_task(team, 0);
    team.outsiders.fetch_sub(1, std::memory_order_release);
    return;
  }
  probe::task(worker.recorder, probe::Event::task_ready, task);
  // The invariant of schedule/steal/README.md, as in Sink.
  const bool own = worker.task->has(graph::k_implicit) || task.descends_from(*worker.task);
  if (own && worker.keeps_next && worker.kept_next == nullptr && task.priority <= 0 && !task.has(graph::k_prefers)) {
    worker.kept_next = &task;
    return;
  }
  if (own) return enqueue(worker, task);
  if (task.has(graph::k_prefers) && put_where_preferred(team, task, graph::k_no_seat)) return;
  Sink(worker).put_for_all(task);
}

}  // namespace heddle::runtime
