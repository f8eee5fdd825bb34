// Claim: a worker that announces its nap and looks for work once more sleeps through no work; one wake-up is spent
// once; a late waker does no harm to a worker that has got up meanwhile and naps in another team.
//
//   sleeper                                            waker
//     until (work): lie_down; work? get_up : sleep       work = 1; fence; if (any()) wake(bed)
//
// Expected: no deadlock, nobody is counted as asleep in the end, the sleeper sees what the waker wrote.
#pragma once

#include <cstdint>

#include "runtime/sleepers.hpp"

namespace heddle::model {

using runtime::Bed;
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
  void await(Bed<E>& bed, int wanted = 1) {
    while (!has_work(wanted)) {
      sleepers.lie_down(bed, Rest::any_work);
      if (has_work(wanted)) {
        Sleepers<E>::get_up(bed);
        break;
      }
      Sleepers<E>::sleep(bed);
    }
  }
  /// @returns whether this call woke the bed's worker.
  bool bring(Bed<E>& bed) {
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
  Bed<E> bed;
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

/// Two wakers, each with one piece of work; the sleeper wants both.
template <class E>
struct TwoWakers {
  static constexpr int k_threads = 3;
  SleepingTeam<E> team;
  Bed<E> bed;
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
  Bed<E> bed;
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

/// What a worker does that sleeps with an alarm (runtime/stillness.hpp): when it rings it looks whether everybody
/// sleeps, as it does itself, and sleeps on in the same nap. The wake-up may come at any moment, and once.
template <class E, template <class> class Napping>
struct AlarmsThrough {
  static constexpr int k_threads = 2;
  using P = WithAlarms<E>;
  SleepingTeam<P> team;
  Bed<P> bed;

  void thread(int id) {
    if (id == 0) {
      team.payload = 42;
      team.bring(bed);
      return;
    }
    team.sleepers.lie_down(bed, Rest::own_work);
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
  static void until_woken(Bed<P>& bed) {
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
  Bed<E> bed;
  typename E::template plain<int> payload{0};
  void thread(int id) {
    if (id == 1) {
      sleepers.lie_down(bed, Rest::own_work);
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
