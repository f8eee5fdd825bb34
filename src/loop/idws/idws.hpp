// IDWS: each seat owns a block of the loop and shows what it has left; an idle one asks the one with most left, which
// answers between two strips with half of it (Rokos, Gorman and Kelly, "An Interrupt-Driven Work-Sharing For-Loop
// Scheduler"; IDWS §3).
//
// Where this departs from the paper, and why:
// - No signal. What a signal interrupts here is compiled code that holds its bounds in registers, so it could not give
//   up a strip anyway; and a polled flag breaks no program. A strip lasts about 2 µs, and so does an answer.
// - Most of a seat's range lies open: a thief takes half of it by one compare-exchange, without asking. Only a batch of
//   about 32 µs is kept by its owner, who runs through it strip by strip with plain stores. So a victim that has lost
//   its core withholds no more than a batch, where the paper's thief would wait for its answer.
// - The answer goes to the victim's open range, not to the thief: no answer is under way to anybody, so nothing has to
//   be withdrawn when a thief gives up waiting, and one answer serves all who asked.
// - The paper's Algorithm 1 publishes an iteration after testing for the end; a request between the two gives that
//   iteration away a second time. Here whoever answers has left the strip that it runs out of what it shows, before.
//
// Invariant: a unit is in one seat's open range, or kept by one seat, or taken by one seat. Model: tests/model/idws*.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "graph/last_unit.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/loop_units.hpp"
#include "graph/seat_lines.hpp"
#include "loop/idws/seat.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

template <class P>
class Idws final : public graph::LoopSchedule<P> {
  using Range = sync::Range;

 public:
  Idws() noexcept : Idws(IdwsTuning{}) {}
  explicit Idws(const IdwsTuning& tuning) noexcept : tuning_(tuning) {}

  void open(const graph::LoopShape& shape) noexcept override {
    threads_ = shape.threads;
    units_ = graph::LoopUnits(shape.trip, shape.chunk);
    seats_.make_room(threads_);
    for (graph::Seat seat = 0; seat < threads_; ++seat) seats_[seat].open(units_.share(seat, threads_), tuning_);
    last_.open(units_);
    // order: relaxed — published with the loop itself, like the fields above.
    stopped_.store(false, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    if (stopped() || cursor.taken == k_has_the_last) [[unlikely]]
      return {};
    IdwsSeat<P>& self = seats_[seat];
    if (self.keeps_nothing() && !self.keep_more(tuning_) && !forage(seat)) {
      cursor.taken = k_has_the_last;
      return units_.iterations(last_.take(units_));
    }
    return units_.iterations(self.next_strip(tuning_));
  }

  void stop() noexcept override {
    // order: relaxed — as in stopped().
    stopped_.store(true, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t k_has_the_last = 1;  // in the cursor

  bool stopped() const noexcept {
    // order: relaxed — a request to stop; nothing is read because of it.
    return stopped_.load(std::memory_order_relaxed);
  }

  /// Takes from others until there is something to run. @returns false when nothing can be had.
  [[gnu::noinline]] bool forage(graph::Seat thief) noexcept {
    for (std::uint32_t unanswered = 0; unanswered < tuning_.patience && !stopped();) {
      const graph::Seat seat = most_loaded(thief);
      if (seat == thief) return false;
      IdwsSeat<P>& victim = seats_[seat];
      const Range loot = victim.open_range().take_back_half();
      if (!loot.empty()) {
        seats_[thief].receive(loot, tuning_);
        return true;
      }
      if (victim.ask(tuning_)) continue;
      ++unanswered;
      P::yield();  // the victim may want this very core
    }
    return false;
  }

  /// @returns `thief` when nobody has anything to give.
  graph::Seat most_loaded(graph::Seat thief) noexcept {
    graph::Seat victim = thief;
    std::uint64_t most = 0;
    for (graph::Seat seat = 0; seat < threads_; ++seat) {
      const std::uint64_t worth = seat == thief ? 0 : seats_[seat].worth();
      if (worth <= most) continue;
      most = worth;
      victim = seat;
    }
    return victim;
  }

  const IdwsTuning tuning_;
  std::uint32_t threads_ = 1;
  graph::LoopUnits units_;
  graph::LastUnit<P> last_;
  graph::SeatLines<IdwsSeat<P>> seats_;
  typename P::template atomic<bool> stopped_{false};
};

}  // namespace heddle::loop
