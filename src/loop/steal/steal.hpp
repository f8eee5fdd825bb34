// Steal: each seat owns a block of the loop; one that has finished its own takes half of what another has left.
//
// Classic work stealing for loops: as IDWS §2.4 describes it, and as a yardstick for loop/idws. The owner takes one
// chunk after the other from the front of its range, thieves take the upper half from the back, each by one
// compare-exchange on the range's word. Victims are random (Blumofe and Leiserson, 1999), or those with most left (the
// choice of IDWS, Algorithm 2).
//
// Invariant: a unit is in one seat's range, or with the seat that has just taken it out. A seat leaves the loop when
// all ranges look empty; what is then still to be run is in the hands of others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/last_unit.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/loop_units.hpp"
#include "graph/seat_lines.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

enum class Victims : std::uint8_t { random, most_loaded };

template <class P>
class Steal final : public graph::LoopSchedule<P> {
  using Range = sync::Range;

 public:
  Steal() noexcept : Steal(Victims::random) {}
  explicit Steal(Victims victims) noexcept : victims_(victims) {}

  void open(const graph::LoopShape& shape) noexcept override {
    threads_ = shape.threads;
    units_ = graph::LoopUnits(shape.trip, shape.chunk != 0 ? shape.chunk : shape.trip / threads_ / k_chunks_per_seat);
    lines_.make_room(threads_);
    for (graph::Seat seat = 0; seat < threads_; ++seat) lines_[seat].range.put(units_.share(seat, threads_));
    last_.open(units_);
    // order: relaxed — published with the loop itself, like the fields above.
    stopped_.store(false, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    // order: relaxed — a request to stop; nothing is read because of it.
    if (stopped_.load(std::memory_order_relaxed) || cursor.taken == k_has_the_last) [[unlikely]]
      return {};
    Range units = lines_[seat].range.take_front([](std::uint32_t) noexcept { return 1u; });
    if (units.empty()) units = steal(seat, cursor);
    if (!units.empty()) return units_.iterations(units);
    cursor.taken = k_has_the_last;
    return units_.iterations(last_.take(units_));
  }

  void stop() noexcept override {
    // order: relaxed — as in take().
    stopped_.store(true, std::memory_order_relaxed);
  }

 private:
  // In the cursor, which else holds even random numbers.
  static constexpr std::uint64_t k_has_the_last = 1;
  static constexpr std::uint64_t k_chunks_per_seat = 32;  // as schedule(auto): evens out any body to 3 %

  // Its owner's but for thefts.
  struct alignas(base::k_line_bytes) Line {
    sync::SharedRange<P> range;
  };

  Range steal(graph::Seat thief, graph::LoopCursor& cursor) noexcept {
    for (;;) {
      const graph::Seat victim = victims_ == Victims::random ? random_victim(thief, cursor) : most_loaded(thief);
      if (victim == thief) return {};
      const Range loot = lines_[victim].range.take_back_half();
      if (loot.empty()) continue;  // it was emptied meanwhile, so somebody gets on
      lines_[thief].range.put({loot.first + 1, loot.last});
      return {loot.first, loot.first + 1};
    }
  }

  /// The first that has something left, from a random one on. @returns `thief` when there is none.
  graph::Seat random_victim(graph::Seat thief, graph::LoopCursor& cursor) noexcept {
    cursor.taken = base::mix_bits(cursor.taken + thief + 1) << 1;
    auto victim = static_cast<graph::Seat>((cursor.taken >> 1) % threads_);
    for (std::uint32_t looked = 0; looked < threads_; ++looked) {
      if (victim != thief && !lines_[victim].range.look().empty()) return victim;
      if (++victim == threads_) victim = 0;
    }
    return thief;
  }

  /// @returns `thief` when nobody has anything left.
  graph::Seat most_loaded(graph::Seat thief) noexcept {
    graph::Seat victim = thief;
    std::uint32_t most = 0;
    for (graph::Seat seat = 0; seat < threads_; ++seat) {
      const std::uint32_t left = seat == thief ? 0 : lines_[seat].range.look().size();
      if (left <= most) continue;
      most = left;
      victim = seat;
    }
    return victim;
  }

  const Victims victims_;
  std::uint32_t threads_ = 1;
  graph::LoopUnits units_;
  graph::LastUnit<P> last_;
  graph::SeatLines<Line> lines_;
  typename P::template atomic<bool> stopped_{false};
};

}  // namespace heddle::loop
