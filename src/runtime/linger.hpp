// Linger: how long a pool thread sleeps before it asks whether it may end (Runtime::leave_pool).
//
// A process that has no more pool threads than it keeps sets no alarms: it wakes for nothing. The others ring after the
// settings' time, then ever more seldom, for what keeps a thread may be over unseen: its region, or the master's life.
// At most as many as are kept sleep without an alarm, since each of them fell asleep among so few.
//
// Called by the pool thread itself, which waits for an order. Protocol: runtime/README.md, "Leaving".
#pragma once

#include "runtime/runtime.hpp"
#include "runtime/sleepers.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
class Linger {
 public:
  /// Sleeps in the worker's bed, in which it has lain down, until somebody ends the nap, or the alarm does: then
  /// Worker::lingered is set.
  static void sleep(Worker<P>& worker) noexcept {
    if (!worker.runtime->has_too_many()) return Sleepers<P>::sleep(worker.bed);
    const std::uint64_t ns = worker.runtime->settings().linger_ns << rings(worker);
    if (!Sleepers<P>::nap_for(worker.bed, ns)) worker.lingered = Sleepers<P>::get_up(worker.bed);
  }

  /// The worker has been told to stay; it has carried out so many orders.
  static void stays(Worker<P>& worker, std::uint64_t orders) noexcept {
    const std::uint32_t rung = rings(worker);
    worker.rings = rung < k_most_doublings ? rung + 1 : rung;
    worker.rung_after = orders;
    worker.lingered = false;
  }

 private:
  static constexpr std::uint32_t k_most_doublings = 3;  // every eight seconds, where one is the time

  // Since its last order.
  static std::uint32_t rings(const Worker<P>& worker) noexcept {
    // order: relaxed — an order that comes just now ends the nap.
    return worker.rung_after == worker.order.number.load(std::memory_order_relaxed) ? worker.rings : 0;
  }
};

}  // namespace heddle::runtime
