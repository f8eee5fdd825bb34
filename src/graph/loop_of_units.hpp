// What the loop schedules that balance themselves have in common: a loop cut into units, the last of which is kept for
// the end, a request to stop, and the choice of a victim.
//
// open_units: one thread, before others know the loop. Everything else: the thread whose cursor it is, or any (stop).
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "graph/last_unit.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/loop_units.hpp"

namespace heddle::graph {

/// The seat other than `thief` that is worth most; the first one behind the thief where several are, so that thieves
/// do not all meet at one victim. @returns `thief` when nobody is worth anything.
template <class Worth>
Seat most_worth(Seat thief, std::uint32_t seats, Worth worth) noexcept {
  Seat victim = thief;
  std::uint64_t most = 0;
  for (std::uint32_t step = 1; step < seats; ++step) {
    const Seat seat = thief + step < seats ? thief + step : thief + step - seats;
    const std::uint64_t found = worth(seat);
    if (found <= most) continue;
    most = found;
    victim = seat;
  }
  return victim;
}

template <class P>
class alignas(base::k_line_bytes) LoopOfUnits : public LoopSchedule<P> {
 public:
  void stop() noexcept final {
    // order: relaxed — as in stopped().
    stopped_.store(true, std::memory_order_relaxed);
  }

 protected:
  static constexpr std::uint64_t k_has_the_last = 1;  // in the cursor; schedules keep even numbers there

  void open_units(const LoopShape& shape, std::uint64_t least) noexcept {
    threads_ = shape.threads;
    units_ = LoopUnits(shape.trip, least);
    last_.open(units_);
    // order: relaxed — published with the loop itself, like the fields above.
    stopped_.store(false, std::memory_order_relaxed);
  }

  std::uint32_t threads() const noexcept { return threads_; }
  const LoopUnits& units() const noexcept { return units_; }

  bool stopped() const noexcept {
    // order: relaxed — a request to stop; nothing is read because of it.
    return stopped_.load(std::memory_order_relaxed);
  }

  /// The seat gets nothing more.
  bool over(const LoopCursor& cursor) const noexcept { return stopped() || cursor.taken == k_has_the_last; }

  /// Nothing else is left for the seat: it gets the last unit, unless somebody has it, and leaves.
  Chunk take_last(LoopCursor& cursor) noexcept {
    cursor.taken = k_has_the_last;
    return units_.iterations(last_.take(units_));
  }

 private:
  std::uint32_t threads_ = 1;
  LoopUnits units_;
  LastUnit<P> last_;
  typename P::template atomic<bool> stopped_{false};
};

}  // namespace heddle::graph
