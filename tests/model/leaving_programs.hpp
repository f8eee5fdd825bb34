// Claim: a pool thread that ends for want of orders loses none. Its worker has one thread at most, at any time; who
// orders a worker that is gone starts one, and none too many; the threads are counted right.
//
//   pool thread                                          master
//     until (ordered): prepare_to_park; ordered? get_up : nap     order; fence; does the bed say that it is asleep:
//     wake; when the alarm rings, under the lock:                   gone: under the lock:
//       leave; ordered? come_back : end                          still gone? come_back, start a thread
//
// Expected: no deadlock, the order is carried out once, by a thread that sees what the master wrote; one thread is
// left.
#pragma once

#include <cstdint>

#include "runtime/sleepers.hpp"
#include "sync/mutex.hpp"
#include "tests/model/region_programs.hpp"

namespace heddle::model {

/// The steps of both sides, for seeded bugs to replace.
template <class E>
struct LeavesFaithfully {
  using Sleepers = runtime::Sleepers<E>;
  using ParkingSlot = runtime::ParkingSlot<E>;
  static constexpr bool k_looks_again = true;
  static constexpr bool k_counts_too_early = false;
  static void leave(ParkingSlot& bed) { Sleepers::leave(bed); }
  /// @returns whether the worker is gone, as far as can be seen without the lock.
  static bool order(ParkingSlot& bed) { return !Sleepers::wake(bed) && Sleepers::is_gone(bed); }
  static bool wants_a_thread(ParkingSlot& bed) { return Sleepers::is_gone(bed); }
};

/// One worker, one order. Thread 0 is the master, 1 the pool thread, 2 the thread that may be started.
template <class E, template <class> class Leaving>
struct LeavingWith {
  static constexpr int k_threads = 3;
  using Steps = Leaving<E>;
  using Sleepers = runtime::Sleepers<E>;

  Sleepers sleepers;
  runtime::ParkingSlot<E> bed;
  sync::Mutex<E> lock;
  typename E::template atomic<std::uint32_t> number{0};  // of the order
  typename E::template atomic<std::uint32_t> done{0};
  typename E::template atomic<std::uint32_t> start{0};  // 1: thread 2 is the worker's, 2: it is not wanted
  typename E::template plain<int> payload{0};
  typename E::template plain<int> threads{1};  // under the lock
  typename E::template plain<int> carried_out{0};

  bool ordered() {
    // order: acquire — pairs with give_order().
    return number.load(std::memory_order::acquire) != 0;
  }
  void carry_out() {
    E::require(static_cast<int>(payload) == 42, "the worker sees what the master did before its order");
    carried_out = static_cast<int>(carried_out) + 1;
    // order: release — pairs with give_order().
    done.store(1, std::memory_order::release);
  }

  void change(int by) { threads = static_cast<int>(threads) + by; }

  // @returns false when the thread ends
  bool stays() {
    const sync::Guard guard(lock);
    if (Steps::k_counts_too_early) change(-1);
    Steps::leave(bed);
    if (Steps::k_looks_again && ordered()) {
      Sleepers::come_back(bed);
      return true;
    }
    if (!Steps::k_counts_too_early) change(-1);
    return false;
  }
  void serve() {
    while (!ordered()) {
      sleepers.prepare_to_park(bed, runtime::Rest::any_work);
      if (ordered()) {
        Sleepers::get_up(bed);
        break;
      }
      E::pause();  // the alarm may ring after a step of anybody's
      if (Sleepers::get_up(bed) && !stays()) return;
    }
    carry_out();
  }

  void give_order() {
    payload = 42;
    // order: release — pairs with ordered().
    number.store(1, std::memory_order::release);
    // order: fence seq_cst — as in order_all().
    E::fence(std::memory_order::seq_cst);
    if (Sleepers::rest(bed) != runtime::Rest::awake && Steps::order(bed)) restart();
    E::spin_until(done, [](std::uint32_t is_done) { return is_done != 0; }, platform::Spins::unbounded());
    const auto nobody_wanted = [](std::uint32_t word) { return word == 0 ? 2U : word; };
    // order: relaxed — the master's own; release — as in restart().
    start.store(nobody_wanted(start.load(std::memory_order::relaxed)), std::memory_order::release);
  }
  void restart() {
    const sync::Guard guard(lock);
    if (!Steps::wants_a_thread(bed)) return;
    Sleepers::come_back(bed);
    change(1);
    // order: release — as starting a thread does.
    start.store(1, std::memory_order::release);
  }

  void thread(int id) {
    if (id == 0) return give_order();
    if (id == 1) return serve();
    E::spin_until(start, [](std::uint32_t word) { return word != 0; }, platform::Spins::unbounded());
    // order: acquire — pairs with restart().
    if (start.load(std::memory_order::acquire) == 1) carry_out();
  }
  void after() {
    E::require(static_cast<int>(carried_out) == 1, "the order is carried out once");
    E::require(static_cast<int>(threads) == 1, "the worker has one thread, and it is counted");
    E::require(!sleepers.any(), "nobody is counted as asleep");
  }
};
template <class E>
using LeavingOnce = LeavingWith<E, LeavesFaithfully>;

/// The engine itself: regions whose pool worker may end whenever it has found nothing. Thread 2 plays all the threads
/// that are started, one after the other.
template <class E, int k_regions>
struct LeavingRegions : TwoWorkers<E> {
  static constexpr int k_threads = 3;
  using Base = TwoWorkers<E>;
  using typename Base::P;
  using typename Base::Region;
  using typename Base::Worker;

  typename E::template atomic<std::uint32_t> starts{0};
  typename E::template atomic<std::uint32_t> over{0};
  typename E::template plain<int> cells[2];
  typename E::template plain<int> served{0};  // orders, by the worker's threads

  LeavingRegions() : Base(settings()) {
    this->body = [](Base& program, Worker& worker) {
      auto& cell = static_cast<LeavingRegions&>(program).cells[worker.member->seat];
      cell = static_cast<int>(cell) + 1;
    };
    // The pool worker has been in its seat, and waits there.
    runtime::Team<P>& team = *this->master->member->inner;
    team.nested = true;
    this->pool->member = &team.members[1];
    P::alarms_ring = true;
    P::listener = this;
    P::heard = [](void* self) {
      // order: release — as starting a thread does.
      static_cast<LeavingRegions*>(self)->starts.fetch_add(1, std::memory_order::release);
    };
  }
  ~LeavingRegions() { P::heard = nullptr; }
  static runtime::Settings settings() {
    runtime::Settings settings = model_settings();
    settings.linger_ns = 1;
    settings.patience_ns = 0;  // the master sleeps without an alarm
    return settings;
  }

  // As Region::serve(), for the orders that there will be.
  void serve_all() {
    typename Region::Standby standby;
    standby.orders = this->pool->first_order;
    while (static_cast<int>(served) < k_regions) {
      if (Region::serve_one(*this->pool, standby) == Region::OrderOutcome::gone) return;
      served = static_cast<int>(served) + 1;
    }
  }
  void thread(int id) {
    if (id == 0) {
      for (int region = 1; region <= k_regions; ++region) {
        this->open_and_close();
        E::require(static_cast<int>(cells[1]) == region, "the join waits for the worker, whichever thread it has");
      }
      // order: release — pairs with the look of thread 2.
      starts.fetch_add(1U << 16, std::memory_order::release);
      return;
    }
    if (id == 1) return serve_all();
    for (std::uint32_t seen = 0;; ++seen) {
      const auto is_new = [seen](std::uint32_t word) { return (word & 0xffff) > seen || word >= 1U << 16; };
      E::spin_until(starts, is_new, platform::Spins::unbounded());
      // order: acquire — pairs with the start.
      if ((starts.load(std::memory_order::acquire) & 0xffff) <= seen) return;
      serve_all();
    }
  }
  void after() {
    E::require(static_cast<int>(served) == k_regions, "each order is carried out once");
    E::require(this->runtime.threads() == 2, "the master and one pool thread are left, and counted");
  }
};
template <class E>
using LeavingBeforeRegion = LeavingRegions<E, 1>;
template <class E>
using LeavingBetweenRegions = LeavingRegions<E, 2>;

}  // namespace heddle::model
