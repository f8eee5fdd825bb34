// Sleepers: the workers of a team that sleep for want of work, and how they are woken without a lost wake-up.
//
// Each worker has a Bed: awake, or asleep and for what. The team counts its sleepers, so that whoever makes
// work pays one fence and one load while nobody sleeps.
//   sleeper: prepare_to_park (bed := asleep, count + 1, fence); look for work once more; sleep, or get_up.
//   waker:   make the work visible; fence; if count is not 0, move one bed from asleep to awake (compare-exchange);
//            who succeeds takes 1 off the count and wakes that thread. So one wake-up is never spent twice.
// Either the waker's fence comes first, then the sleeper's second look finds the work; or the sleeper's does, then the
// waker sees the count. In large teams those who seek work awake are counted, too (Seeking, below).
// Model: tests/model/sleepers_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "graph/scheduler.hpp"

namespace heddle::runtime {

using graph::Seat;

/// What a sleeper can be woken for.
enum class Rest : std::uint32_t {
  awake = 0,
  any_work = 1,  // may run any task of the team
  own_work = 2,  // waits for certain tasks; new work may or may not be for it
  gone = 3,      // has no thread: who orders it starts one (Runtime::restart). Set and cleared under the runtime's lock
};

template <class P>
class Sleepers;
template <class P>
struct Team;
template <class P>
struct Worker;

/// What a sleeper waits for, as it is told to the user (watchdog.hpp).
enum class WaitTarget : std::uint8_t {
  order,
  barrier,
  children,
  group,
  predecessors,
  others,
  deadline,  // whatever it is, it gives up in time
  nobody,    // a guest's seat that is empty (guests.hpp)
};

/// The same, and of who waits for an order the region that it has left last; and when it gives up.
struct WaitDescription {
  WaitTarget what;
  std::uint64_t left_region = 0;
  std::uint64_t deadline_ns = 0;  // by P::now_ns(); 0: never
  constexpr WaitDescription(WaitTarget target, std::uint64_t region = 0) noexcept : what(target), left_region(region) {}
};

/// One word per worker: the number of the nap, times 4, plus a Rest. The number makes a late waker's compare-exchange
/// fail when the worker has got up and lain down again, perhaps in another team.
template <class P>
struct ParkingSlot {
  typename P::template atomic<std::uint32_t> state{0};
  typename P::template atomic<Sleepers<P>*> counted_by{nullptr};  // whose count includes the current nap
};

template <class P>
class alignas(base::k_line_bytes) Sleepers {
 public:
  /// Announces that the caller is going to sleep in its `bed`. Look for work once more, then sleep() or get_up().
  void prepare_to_park(ParkingSlot<P>& bed, Rest rest) noexcept {
    // order: relaxed (both) — only the worker itself starts a nap; published by the store of state.
    bed.counted_by.store(this, std::memory_order_relaxed);
    const std::uint32_t nap = (bed.state.load(std::memory_order_relaxed) & ~k_rest) + k_one_nap;
    // Counted first: whoever ends the nap takes it off again.
    // order: seq_cst, and the fence — the Dekker pair of any(), see the head of this file.
    state_.fetch_add(k_one_sleeper, std::memory_order_seq_cst);
    // order: release — pairs with the acquire load in end_nap(): counted_by is that of this nap.
    bed.state.store(nap | static_cast<std::uint32_t>(rest), std::memory_order_release);
    P::fence(std::memory_order_seq_cst);
  }

  /// Takes prepare_to_park() back. @returns false when somebody has woken the caller.
  static bool get_up(ParkingSlot<P>& bed) noexcept { return end_nap(bed); }

  /// Sleeps until somebody ends the nap.
  static void sleep(ParkingSlot<P>& bed) noexcept {
    for (;;) {
      // order: acquire — pairs with the exchange in end_nap(): what the waker did before is visible.
      const std::uint32_t state = bed.state.load(std::memory_order_acquire);
      if ((state & k_rest) == 0) return;
      P::park(bed.state, state);
    }
  }

  /// The same for so long at most. @returns false when the nap goes on.
  static bool nap_for(ParkingSlot<P>& bed, std::uint64_t ns) noexcept {
    const std::uint64_t begin = P::now_ns();
    const std::uint64_t end = ns < UINT64_MAX - begin ? begin + ns : UINT64_MAX;
    for (std::uint64_t now = begin; now < end; now = P::now_ns()) {
      // order: acquire — as in sleep().
      const std::uint32_t state = bed.state.load(std::memory_order_acquire);
      if ((state & k_rest) == 0) return true;
      P::park_for(bed.state, state, end - now);
    }
    // order: acquire — as in sleep().
    return (bed.state.load(std::memory_order_acquire) & k_rest) == 0;
  }

  /// The bed's worker, which is awake, is about to lose its thread. Look for an order once more, then go or return().
  static void leave(ParkingSlot<P>& bed) noexcept {
    mark_gone(bed);
    // order: fence seq_cst — the Dekker pair of order_all(): the worker sees its order, or is seen to be gone.
    P::fence(std::memory_order_seq_cst);
  }
  /// It has a thread, which is awake: the same one as before, or a new one.
  static void come_back(ParkingSlot<P>& bed) noexcept {
    // order: relaxed (both) — nobody but the lock's owner changes the bed of a worker that is gone.
    bed.state.store(bed.state.load(std::memory_order_relaxed) & ~k_rest, std::memory_order_relaxed);
  }
  /// The thread that was to be started could not be.
  static void mark_gone(ParkingSlot<P>& bed) noexcept {
    // order: relaxed — nobody else changes the bed of a worker that is awake. release — pairs with is_gone().
    const std::uint32_t state = bed.state.load(std::memory_order_relaxed);
    bed.state.store((state & ~k_rest) | static_cast<std::uint32_t>(Rest::gone), std::memory_order_release);
  }
  static bool is_gone(const ParkingSlot<P>& bed) noexcept {
    // order: acquire — pairs with mark_gone(). It is asked under the lock, or is a hint to take it.
    return (bed.state.load(std::memory_order_acquire) & k_rest) == static_cast<std::uint32_t>(Rest::gone);
  }

  /// Somebody who is awake begins to look for any work of the team, until stop_seeking().
  void seek() noexcept {
    // order: relaxed — it looks for work afterwards, and whoever is the last to stop looks once more.
    state_.fetch_add(k_one_seeker, std::memory_order_relaxed);
  }

  /// It does no longer. @returns whether it was the last and others sleep: then it looks whether work was left to it.
  bool stop_seeking() noexcept {
    // order: seq_cst, and the fence — the Dekker pair of wants_a_wake_up(): whoever makes work sees that nobody seeks,
    // or the last seeker's look comes behind that work.
    const std::uint64_t before = state_.fetch_sub(k_one_seeker, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    return before / k_one_seeker == 1 && sleepers_in(before) != 0;
  }

  /// Nobody seeks: those who still count as seekers will not stop. Others may lie down and be woken meanwhile.
  void forget_seekers() noexcept {
    // order: relaxed — nobody looks at the seekers just now; the master's orders publish it to those who will.
    state_.fetch_and(k_one_seeker - 1, std::memory_order_relaxed);
  }

  /// Whether somebody sleeps and nobody seeks. The caller has made its work visible, and passed a fence.
  bool wants_a_wake_up() const noexcept {
    const std::uint64_t state = state_.load(std::memory_order_seq_cst);
    return sleepers_in(state) != 0 && state < k_one_seeker;
  }

  /// True when somebody sleeps. The caller has made its work visible by a seq_cst read-modify-write, or passed a fence.
  bool any() const noexcept { return sleepers_in(state_.load(std::memory_order_seq_cst)) != 0; }

  /// Wakes the sleeper of `bed`, if it sleeps. @returns true when this call woke it.
  static bool wake(ParkingSlot<P>& bed) noexcept {
    if (!end_nap(bed)) return false;
    P::unpark_all(bed.state);
    return true;
  }

  /// What the bed's worker rests for just now. As any(), it may be asked in place of a fence after a seq_cst write.
  static Rest rest(const ParkingSlot<P>& bed) noexcept {
    return static_cast<Rest>(bed.state.load(std::memory_order_seq_cst) & k_rest);
  }

  /// The same, for naps in this team only: who sleeps in another one is no help here.
  Rest rest_here(const ParkingSlot<P>& bed) const noexcept {
    const Rest rest = Sleepers::rest(bed);
    // order: relaxed — the load of the state has acquired what prepare_to_park() released.
    return bed.counted_by.load(std::memory_order_relaxed) == this ? rest : Rest::awake;
  }

 private:
  static constexpr std::uint32_t k_rest = 3;
  static constexpr std::uint32_t k_one_nap = 4;

  static bool end_nap(ParkingSlot<P>& bed) noexcept {
    std::uint32_t state = bed.state.load(std::memory_order_seq_cst);  // acquires what prepare_to_park() released
    if ((state & k_rest) == 0 || (state & k_rest) == static_cast<std::uint32_t>(Rest::gone)) return false;
    // order: relaxed — validated by the exchange: it succeeds only while the nap that wrote this pointer lasts.
    Sleepers* const counted_by = bed.counted_by.load(std::memory_order_relaxed);
    // order: acq_rel — release pairs with sleep(); acquire keeps the decrement behind it. relaxed: nothing was done.
    if (!bed.state.compare_exchange_strong(state, state & ~k_rest, std::memory_order_acq_rel,
                                           std::memory_order_relaxed)) {
      return false;
    }
    // order: relaxed — a count; a waker that reads it too high looks at the beds in vain.
    counted_by->state_.fetch_sub(k_one_sleeper, std::memory_order_relaxed);
    return true;
  }

  static constexpr std::uint64_t k_one_sleeper = 1;
  static constexpr std::uint64_t k_one_seeker = std::uint64_t{1} << 32;
  static std::uint32_t sleepers_in(std::uint64_t state) noexcept { return static_cast<std::uint32_t>(state); }

  typename P::template atomic<std::uint64_t> state_{0};  // sleepers in the lower half, seekers in the upper
};

// -- Waking: who makes work for a team wakes one of its sleepers; without one it pays a fence and a load.

/// All that wait for tasks of their own.
template <class P>
[[gnu::cold, gnu::noinline]] void wake_who_waits(Team<P>& team) noexcept {
  for (Seat seat = 0; seat < team.size; ++seat) {
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::own_work) Sleepers<P>::wake(bed);
  }
}

/// One of a group that may run anything. @returns whether there was one
template <class P>
bool wake_one_of(Team<P>& team, std::uint32_t group) noexcept {
  for (Seat seat = team.groups->first(group); seat < team.groups->end(group); ++seat) {
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
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
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
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
    ParkingSlot<P>& bed = team.members[seat].worker->bed;
    if (team.sleepers.rest_here(bed) == Rest::any_work && Sleepers<P>::wake(bed)) return;
  }
  wake_who_waits(team);
}

/// Wakes one sleeper for a task that was just made available, unless somebody seeks one anyway (Seeking). The
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

// Seeking: the workers of a large team that are awake, have no work and look for it are counted.
//
// A wake-up costs its caller as much as making ten tasks. One that makes tasks for a large team would wake a sleeper
// for each, while dozens that are awake look for work. So as long as anybody seeks, it wakes nobody; in return the last
// one to stop seeking (it has found work, or goes to sleep) looks whether there is more, and wakes two, who seek in
// turn: a team is roused as a tree, by those who have nothing else to do. Found in simulated time, at 256 cores
// (docs/decisions/0025-large-teams.md).
//
// Pool threads that have left a region and help with its tasks are counted as long as it is open: they begin and stop
// inside, where the master waits for them before it closes the region. Who finds it closed just forgets that it seeks,
// and the master has forgotten the seekers, too: else one would count in the team's next region, where it may not look.
//
// Invariant: work that was made while the count of seekers was not 0 is seen by the last seeker's look, or somebody has
// taken it. Called by the worker itself. Model: tests/model/{sleepers,region}_test.cpp.
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
    if (!team.sleepers.stop_seeking() || !team.ready->has_work()) return;
    wake_a_sleeper(team, worker.member->seat);
    wake_a_sleeper(team, worker.member->seat);
  }
};

}  // namespace heddle::runtime
