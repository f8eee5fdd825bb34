// Claim: a worker that announces its nap and looks for work once more sleeps through no work; one wake-up is spent
// once; a late waker does no harm to a worker that has got up meanwhile and naps in another team.
//
//   sleeper                                            waker
//     until (work): prepare_to_park; work? get_up : sleep       work = 1; fence; if (any()) wake(bed)
//
// Expected: no deadlock, nobody is counted as asleep in the end, the sleeper sees what the waker wrote.
#pragma once

#include <cstdint>

#include "runtime/sleepers.hpp"

namespace heddle::model {

using runtime::ParkingSlot;
using runtime::Rest;
using runtime::Sleepers;

template <class E>
struct SleepingTeam {
  Sleepers<E> sleepers;
  typename E::template atomic<int> work{0};
  typename E::template plain<int> payload{0};

  bool has_work(int wanted) {
    // order: acquire — pairs with bring().
    return work.load(std::memory_order::acquire) >= wanted;
  }
  void await(ParkingSlot<E>& bed, int wanted = 1) {
    while (!has_work(wanted)) {
      sleepers.prepare_to_park(bed, Rest::any_work);
      if (has_work(wanted)) {
        Sleepers<E>::get_up(bed);
        break;
      }
      Sleepers<E>::sleep(bed);
    }
  }
  /// @returns whether this call woke the bed's worker.
  bool bring(ParkingSlot<E>& bed) {
    // order: release — pairs with has_work().
    work.fetch_add(1, std::memory_order::release);
    // order: fence seq_cst — as in wake_for_task().
    E::fence(std::memory_order::seq_cst);
    return sleepers.any() && Sleepers<E>::wake(bed);
  }
};

template <class E>
struct OneSleeper {
  static constexpr int k_threads = 2;
  SleepingTeam<E> team;
  ParkingSlot<E> bed;
  void thread(int id) {
    if (id == 0) {
      team.payload = 42;
      team.bring(bed);
    } else {
      team.await(bed);
      E::require(static_cast<int>(team.payload) == 42, "the sleeper sees what was done before it was woken");
    }
  }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

/// A large team: the waker leaves work to those who seek. One seeks for a while and gives up (or finds it); the other
/// sleeps at once, and is woken by the waker or by the last seeker; then it seeks (Seeking in runtime/sleepers.hpp).
template <class E, template <class> class Stopping>
struct SeekersWith {
  static constexpr int k_threads = 3;
  SleepingTeam<E> team;
  ParkingSlot<E> beds[2];
  typename E::template atomic<int> taken{0};

  // Takes one of the two pieces of work that there will be.
  bool take() {
    // order: relaxed (both) — a claim; what is claimed is seen by has_work().
    int claimed = taken.load(std::memory_order::relaxed);
    while (team.has_work(claimed + 1)) {
      if (taken.compare_exchange_strong(claimed, claimed + 1, std::memory_order::relaxed, std::memory_order::relaxed))
        return true;
    }
    return false;
  }
  bool some_left() {
    // order: relaxed — as in take().
    return team.has_work(taken.load(std::memory_order::relaxed) + 1);
  }
  void bring() {
    // order: release — pairs with has_work().
    team.work.fetch_add(1, std::memory_order::release);
    // order: fence seq_cst — as in wake_for_task().
    E::fence(std::memory_order::seq_cst);
    if (team.sleepers.wants_a_wake_up()) wake_one_but(0);
  }
  // Itself last, as wake_a_sleeper() does.
  void wake_one_but(int id) {
    if (!Sleepers<E>::wake(beds[1 - id])) Sleepers<E>::wake(beds[id]);
  }
  // As wait_with() does: seeks, takes or lies down, and stops seeking in both cases.
  void take_one(int id) {
    ParkingSlot<E>& bed = beds[id];
    bool seeks = id == 0;
    if (seeks) team.sleepers.seek();
    while (!take()) {
      team.sleepers.prepare_to_park(bed, Rest::any_work);
      if (seeks && Stopping<E>::stop(team.sleepers) && some_left()) wake_one_but(id);
      seeks = false;
      if (some_left()) {
        Sleepers<E>::get_up(bed);
      } else {
        Sleepers<E>::sleep(bed);
        seeks = Stopping<E>::begin(team.sleepers);
      }
    }
    if (seeks && Stopping<E>::stop(team.sleepers) && some_left()) wake_one_but(id);
  }
  void thread(int id) {
    if (id == 2) {
      bring();
      bring();
    } else {
      take_one(id);
    }
  }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

template <class E>
struct StopsFaithfully {
  static bool begin(Sleepers<E>& sleepers) {
    sleepers.seek();
    return true;
  }
  static bool stop(Sleepers<E>& sleepers) { return sleepers.stop_seeking(); }
};
template <class E>
using SeekersStop = SeekersWith<E, StopsFaithfully>;

/// Two wakers, each with one piece of work; the sleeper wants both.
template <class E>
struct TwoWakers {
  static constexpr int k_threads = 3;
  SleepingTeam<E> team;
  ParkingSlot<E> bed;
  void thread(int id) {
    if (id == 2) {
      team.await(bed, 2);
    } else {
      team.bring(bed);
    }
  }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

/// The worker naps in one team, then in another, while both teams' wakers come late.
template <class E>
struct BedMoves {
  static constexpr int k_threads = 3;
  SleepingTeam<E> first;
  SleepingTeam<E> second;
  ParkingSlot<E> bed;
  void thread(int id) {
    if (id == 0) {
      first.await(bed);
      second.await(bed);
    } else {
      (id == 1 ? first : second).bring(bed);
    }
  }
  void after() { E::require(!first.sleepers.any() && !second.sleepers.any(), "nobody is counted as asleep"); }
};

/// A platform whose sleepers with an alarm wake after a step of anybody's.
template <class E>
struct WithAlarms : E {
  static void park_for(typename E::template atomic<std::uint32_t>&, std::uint32_t, std::uint64_t) { E::pause(); }
};

/// What a worker does that sleeps with an alarm (runtime/watchdog.hpp): when it rings it looks whether everybody
/// sleeps, as it does itself, and sleeps on in the same nap. The wake-up may come at any moment, and once.
template <class E, template <class> class Napping>
struct AlarmsThrough {
  static constexpr int k_threads = 2;
  using P = WithAlarms<E>;
  SleepingTeam<P> team;
  ParkingSlot<P> bed;

  void thread(int id) {
    if (id == 0) {
      team.payload = 42;
      team.bring(bed);
      return;
    }
    team.sleepers.prepare_to_park(bed, Rest::own_work);
    if (team.has_work(1)) {
      Sleepers<P>::get_up(bed);
    } else {
      Napping<P>::until_woken(bed);
    }
    E::require(team.has_work(1), "nobody gets up without a reason");
    E::require(static_cast<int>(team.payload) == 42, "the sleeper sees what was done before it was woken");
  }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

template <class P>
struct TwoAlarms {
  static void until_woken(ParkingSlot<P>& bed) {
    for (int rings = 0; rings < 2; ++rings) {
      if (Sleepers<P>::nap_for(bed, 2)) return;
      Sleepers<P>::rest(bed);  // for the message
    }
    Sleepers<P>::sleep(bed);
  }
};
template <class E>
using AlarmRings = AlarmsThrough<E, TwoAlarms>;

/// What was done before a wake-up is visible to the woken also when it looks at nothing but its bed.
template <class E>
struct WakeCarriesWrites {
  static constexpr int k_threads = 2;
  Sleepers<E> sleepers;
  ParkingSlot<E> bed;
  typename E::template plain<int> payload{0};
  void thread(int id) {
    if (id == 1) {
      sleepers.prepare_to_park(bed, Rest::own_work);
      Sleepers<E>::sleep(bed);
      E::require(static_cast<int>(payload) == 42, "the woken sees what the waker did");
      return;
    }
    payload = 42;
    while (!Sleepers<E>::wake(bed)) E::pause();
  }
  void after() { E::require(!sleepers.any(), "nobody is counted as asleep"); }
};

}  // namespace heddle::model
