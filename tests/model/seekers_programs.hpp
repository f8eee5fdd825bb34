// Claim: a worker that has left a region, but counts as one who seeks its work (runtime/region.hpp, seek()), is not
// counted on in the team's next region: it stops inside the open region, where the master waits for it, or the master
// forgets it.
//
//   helper                                             master
//     enter; open? seek; leave again                     closed = 1; fence; wait until nobody is inside; forget seekers
//     enter; open? stop seeking; leave again             order
//     wait for the order; sleep until there is work      make work; fence; wake a sleeper, unless somebody seeks
//
// Expected: no deadlock.
#pragma once

#include "tests/model/sleepers_programs.hpp"

namespace heddle::model {

template <class E, template <class> class Closing>
struct SeekerOutsideWith {
  static constexpr int k_threads = 2;
  SleepingTeam<E> team;
  ParkingSlot<E> bed;
  typename E::template atomic<std::uint32_t> left{2};    // twice the region left last, plus 1 while inside
  typename E::template atomic<std::uint32_t> closed{0};  // the last region closed
  typename E::template atomic<std::uint32_t> ordered{0};

  // As Region::enter(), is_open() and leave_again() do; 1 is the number of the region.
  template <class Act>
  void inside_if_open(Act act) {
    std::uint32_t gone = 2;
    // order: seq_cst, fence — the Dekker pair of close(). relaxed: nothing was done.
    const bool in = left.compare_exchange_strong(gone, 3, std::memory_order::seq_cst, std::memory_order::relaxed);
    E::require(in, "the seat is the helper's");
    E::fence(std::memory_order::seq_cst);
    // order: acquire — pairs with close().
    if (closed.load(std::memory_order::acquire) < 1) act();
    std::uint32_t inside = 3;
    // order: seq_cst, relaxed — as in leave_again().
    left.compare_exchange_strong(inside, 2, std::memory_order::seq_cst, std::memory_order::relaxed);
    E::fence(std::memory_order::seq_cst);
  }
  void help() {
    bool seeks = false;
    inside_if_open([&] {
      team.sleepers.seek();
      seeks = true;
    });
    if (seeks) inside_if_open([&] { team.sleepers.stop_seeking(); });
    E::spin_until(ordered, [](std::uint32_t order) { return order != 0; }, platform::Spins::unbounded());
    team.await(bed);
  }
  void wait_for_helpers() {
    E::spin_until(left, [](std::uint32_t now) { return (now & 1) == 0; }, platform::Spins::unbounded());
  }
  void master() {
    // order: release, fence seq_cst — as in send_helpers_away().
    closed.store(1, std::memory_order::release);
    E::fence(std::memory_order::seq_cst);
    Closing<E>::close(*this);
    // order: release — pairs with spin_until() in help().
    ordered.store(1, std::memory_order::release);
    // order: release, fence seq_cst — as in SeekersWith::bring().
    team.work.fetch_add(1, std::memory_order::release);
    E::fence(std::memory_order::seq_cst);
    if (team.sleepers.wants_a_wake_up()) Sleepers<E>::wake(bed);
  }
  void thread(int id) { id == 0 ? master() : help(); }
  void after() { E::require(!team.sleepers.any(), "nobody is counted as asleep"); }
};

template <class E>
struct ClosesFaithfully {
  template <class Program>
  static void close(Program& program) {
    program.wait_for_helpers();
    program.team.sleepers.forget_seekers();
  }
};
template <class E>
using SeekerOutside = SeekerOutsideWith<E, ClosesFaithfully>;

}  // namespace heddle::model
