// Claim: a task that is stated for a group is not left lying while its ancestor sleeps in another group and all workers
// of its own group wait for something else.
//
//   ancestor (group 0)                          worker (group 1)                     putter
//     begin_wait; until taken:                    begin_wait: all wait and a task      task = put; fence
//       prepare_to_park; all wait: take? get_up            lies there: wake the ancestor      sleepers and all wait:
//       : sleep                                   waits until the ancestor is done       wake the ancestor
//     end_wait
//
// Expected: no deadlock; the task is taken once; in the end nobody waits and nobody is counted as asleep.
#pragma once

#include <array>
#include <cstdint>

#include "graph/groups.hpp"
#include "runtime/sleepers.hpp"

namespace heddle::model {

template <class E, template <class> class Manners>
struct StrandedWith {
  static constexpr int k_threads = 3;
  static constexpr std::uint32_t k_cpus[] = {1, 1};
  using ParkingSlot = runtime::ParkingSlot<E>;
  using Sleepers = runtime::Sleepers<E>;

  graph::Groups<E> groups{2, k_cpus, true};
  Sleepers sleepers;
  std::array<ParkingSlot, 2> beds;
  typename E::template atomic<int> task{0};  // 1: put, 2: taken
  typename E::template atomic<int> ancestor_done{0};
  typename E::template plain<int> payload{0};

  StrandedWith() { groups.divide(2); }

  bool lies_there() {
    // order: acquire — pairs with put().
    return task.load(std::memory_order::acquire) == 1;
  }
  // As Numa::take_stranded().
  bool take() {
    if (!lies_there() || !groups.all_wait(1)) return false;
    int put = 1;
    // order: acquire — pairs with put(). relaxed: nothing was taken.
    return task.compare_exchange_strong(put, 2, std::memory_order::acquire, std::memory_order::relaxed);
  }

  // As wait_with() with Rest::own_work.
  template <class Done>
  void wait(int seat, const Done& done) {
    if (groups.begin_wait(static_cast<graph::Seat>(seat)) && Manners<E>::wakes && seat == 1 && lies_there() &&
        sleepers.any())
      Sleepers::wake(beds[0]);
    while (!done()) {
      sleepers.prepare_to_park(beds[seat], runtime::Rest::own_work);
      if (done()) {
        Sleepers::get_up(beds[seat]);
        break;
      }
      Sleepers::sleep(beds[seat]);
    }
    groups.end_wait(static_cast<graph::Seat>(seat));
  }

  void thread(int id) {
    if (id == 0) {
      bool taken = false;
      wait(0, [&] { return taken || (taken = take()); });
      E::require(static_cast<int>(payload) == 42, "who takes the task sees what was done before it was put");
      // order: release — pairs with thread 1.
      ancestor_done.store(1, std::memory_order::release);
      E::fence(std::memory_order::seq_cst);
      Sleepers::wake(beds[1]);
    } else if (id == 1) {
      // order: acquire — pairs with thread 0.
      wait(1, [&] { return ancestor_done.load(std::memory_order::acquire) == 1; });
    } else {
      payload = 42;
      // order: release — pairs with take().
      task.store(1, std::memory_order::release);
      // order: fence seq_cst — as in put_into_group().
      E::fence(std::memory_order::seq_cst);
      if (sleepers.any() && Manners<E>::looks && groups.all_wait(1)) Sleepers::wake(beds[0]);
    }
  }
  void after() {
    E::require(!sleepers.any(), "nobody is counted as asleep");
    E::require(!groups.all_wait(0) && !groups.all_wait(1), "nobody is counted as waiting");
  }
};

template <class E>
struct GoodManners {
  static constexpr bool wakes = true;  // the last of a group that begins to wait
  static constexpr bool looks = true;  // the putter, whether all wait
};
template <class E>
using Stranded = StrandedWith<E, GoodManners>;

}  // namespace heddle::model
