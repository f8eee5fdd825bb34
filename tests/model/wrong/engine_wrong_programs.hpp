// Seeded bugs of the engine's counters and protocols: rules that weaken the platform policy, and small wrong copies,
// each with the program that must break on it. The rules that sync/ uses, too, are in wrong_programs.hpp.
#pragma once

#include "tests/model/children_programs.hpp"
#include "tests/model/dependences_programs.hpp"
#include "tests/model/exclusion_programs.hpp"
#include "tests/model/seekers_programs.hpp"
#include "tests/model/slab_programs.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace heddle::model::wrong {

// ---- Children -------------------------------------------------------------------------------------------------------

/// Reports neither release nor acquire: the last one does not see what the others did.
template <class E>
using ChildrenRelaxed = Broken<E, RelaxedExchanges, OwnerEndsFirst>;

/// announce_wait reads the count and then writes it with the mark: a report between is undone, and the owner sleeps on.
template <class E>
using ChildrenTornMark = Broken<E, TornMarks, OwnerWaits>;

/// end_wait reads the count and then writes it without the mark: a report between is undone, and nobody is the last.
template <class E>
using ChildrenTornClear = Broken<E, TornClears, OwnerWaits>;

/// The owner looks at the count before it announces that it waits, and not again.
template <class E>
struct ChildrenNoSecondLook {
  static constexpr int k_threads = 2;
  Family<E> family{1};
  void thread(int id) {
    if (id != 0) return family.report(graph::k_leaf_done);
    if (family.children.unfinished() == 0) return;
    family.children.announce_wait();
    // order: relaxed — the nap's number is still 0 unless the report came.
    while (family.nap.load(std::memory_order::relaxed) == 0) E::park(family.nap, 0);
  }
  void after() {}
};

/// The owner closes with the count that it has seen, in place of adding its half to whatever is there by then.
template <class E>
struct ChildrenCloseByLook {
  static constexpr int k_threads = 2;
  Family<E> family{1};
  void thread(int id) {
    family.left_by[id] = 1;
    family.left_by[2] = 1;
    if (id != 0) return family.report(graph::k_leaf_done);
    if (family.children.none()) return family.be_last();
  }
  void after() { E::require(static_cast<int>(family.lasts) == 1, "exactly one is the last"); }
};

// ---- Slab -----------------------------------------------------------------------------------------------------------

/// Blocks come home without release: the next user races with the last one.
template <class E>
using SlabRelaxed = Broken<E, RelaxedExchanges, BlocksComeHome>;

/// The owner reads the returned list and then clears it: what comes between is lost.
template <class E>
using SlabTornRefill = Broken<E, Torn, BlocksComeHome>;

// ---- Dependences ----------------------------------------------------------------------------------------------------

/// Neither the counters nor the lists carry what the predecessors did.
template <class E>
using DependencesRelaxed = Broken<E, RelaxedExchanges, TwoPredecessors>;

/// close() reads the list and then closes it: an edge that comes between is never followed.
template <class E>
using DependencesTornClose = Broken<E, Torn, TwoPredecessors>;

/// The same with slots; and the finisher does not see what it finds there.
template <class E>
using SlotsTornClose = Broken<E, Torn, SlotAndList>;
template <class E>
using SlotsRelaxed = Broken<E, RelaxedExchanges, SlotAndList>;

/// The finisher goes by what was in the slots before it closed the task.
template <class E>
struct LookThenClose {
  static graph::Successors<E> successors(graph::Dependences<E>& task, graph::Slots<E> slots) {
    const graph::Successors<E> seen = task.so_far(slots);
    return {seen.named, task.close(slots).list};
  }
};
template <class E>
using SlotsReadTooEarly = SlotsThrough<E, LookThenClose>;

/// drop() and retire() read and then write: both may believe to be the first.
template <class E>
using DependencesTornDrop = Broken<E, Torn, DropAgainstRetire>;

/// The pending count starts at zero and grows with each edge: a predecessor that ends meanwhile finds it complete.
template <class E>
struct DependencesNoBias {
  static constexpr int k_threads = 3;
  typename E::template atomic<int> pending{0};
  typename E::template atomic<int> readies{0};
  typename E::template atomic<int> linked[2];
  DependencesNoBias() : linked{{0}, {0}} {}
  void thread(int id) {
    if (id == 0) {
      for (auto& predecessor : linked) {
        pending.fetch_add(1, std::memory_order::acq_rel);
        predecessor.store(1, std::memory_order::release);
      }
      return;
    }
    E::spin_until(linked[id - 1], [](int value) { return value == 1; }, platform::Spins::unbounded());
    if (pending.fetch_sub(1, std::memory_order::acq_rel) == 1) readies.fetch_add(1, std::memory_order::relaxed);
  }
  void after() {
    // order: relaxed — after the threads have ended; above, as in Dependences.
    E::require(readies.load(std::memory_order::relaxed) == 1, "ready exactly once");
  }
};

// ---- Exclusion ------------------------------------------------------------------------------------------------------

/// Exclusions are taken in the order in which the task names them: two tasks wait for each other.
template <class E>
struct InNamedOrder {
  static bool take(graph::Task<E>& task) {
    for (graph::Record<E>* record = task.records; record != nullptr; record = record->last() ? nullptr : record + 1) {
      if (!record->exclusion()->take(*record)) return false;
    }
    return true;
  }
};
template <class E>
using ExclusionNamedOrder = ExclusiveTasks<E, 2, 2, InNamedOrder>;

// ---- Sleepers -------------------------------------------------------------------------------------------------------

/// The waker's look at the sleepers overtakes its own work.
template <class E>
using SleepersNoFenceInWaker = Broken<E, NoOwnerFence, OneSleeper>;

/// The sleeper's second look is as old as the first.
template <class E>
using SleepersNoFenceInSleeper = Broken<E, NoThiefFence, OneSleeper>;

/// The nap is ended, but nobody is woken.
template <class E>
using SleepersNoUnpark = Broken<E, NoUnpark, OneSleeper>;

/// The waker's writes do not come with the wake-up.
template <class E>
using SleepersRelaxed = Broken<E, RelaxedExchanges, WakeCarriesWrites>;

/// The sleeper does not look again between prepare_to_park() and sleep().
template <class E>
struct SleepersNoSecondLook {
  static constexpr int k_threads = 2;
  SleepingTeam<E> team;
  ParkingSlot<E> bed;
  void thread(int id) {
    if (id == 0) {
      team.bring(bed);
      return;
    }
    while (!team.has_work(1)) {
      team.sleepers.prepare_to_park(bed, Rest::any_work);
      Sleepers<E>::sleep(bed);
    }
  }
  void after() {}
};

/// When the alarm rings the sleeper takes its nap for over, and goes on as if it had been woken.
template <class P>
struct AlarmEndsWait {
  static void until_woken(ParkingSlot<P>& bed) {
    if (!Sleepers<P>::nap_for(bed, 2)) Sleepers<P>::get_up(bed);
  }
};
template <class E>
using SleepersTrustAlarm = AlarmsThrough<E, AlarmEndsWait>;

/// When the alarm rings the sleeper lies down anew, without a further look: the wake-up went to the nap before.
template <class P>
struct AlarmBeginsNap {
  static void until_woken(ParkingSlot<P>& bed) {
    if (Sleepers<P>::nap_for(bed, 2)) return;
    Sleepers<P>* const team = bed.counted_by.load(std::memory_order::seq_cst);
    Sleepers<P>::get_up(bed);
    team->prepare_to_park(bed, Rest::own_work);
    Sleepers<P>::sleep(bed);
  }
};
template <class E>
using SleepersNapAnew = AlarmsThrough<E, AlarmBeginsNap>;

/// The last seeker stops without a look at what has been left to it.
template <class E>
struct StopsBlindly {
  static bool begin(Sleepers<E>& sleepers) { return StopsFaithfully<E>::begin(sleepers); }
  static bool stop(Sleepers<E>& sleepers) {
    sleepers.stop_seeking();
    return false;
  }
};
template <class E>
using SeekersStopBlindly = SeekersWith<E, StopsBlindly>;

/// A region is closed, and who sought its work counts on.
template <class E>
struct KeepsSeekers {
  template <class Program>
  static void close(Program& program) {
    program.wait_for_helpers();
  }
};
template <class E>
using SeekersAreKept = SeekerOutsideWith<E, KeepsSeekers>;

/// The count is set to none before the helpers have gone: one of them takes off what is no longer there.
template <class E>
struct ForgetsEarly {
  template <class Program>
  static void close(Program& program) {
    program.team.sleepers.forget_seekers();
    program.wait_for_helpers();
  }
};
template <class E>
using SeekersForgottenEarly = SeekerOutsideWith<E, ForgetsEarly>;

}  // namespace heddle::model::wrong
