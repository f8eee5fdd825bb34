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

#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_of_units.hpp"
#include "graph/seat_lines.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

/// Whom a thief goes to. `operator()(thief, seats, cursor, left)`: a seat that has something left, by `left(seat)`, or
/// the thief itself when there is none.
struct RandomVictim {
  /// The first that has something left, from a random one on.
  template <class Left>
  graph::Seat operator()(graph::Seat thief, std::uint32_t seats, graph::LoopCursor& cursor, Left left) const noexcept {
    cursor.taken = base::mix_bits(cursor.taken + thief + 1) << 1;
    auto victim = static_cast<graph::Seat>((cursor.taken >> 1) % seats);
    for (std::uint32_t looked = 0; looked < seats; ++looked) {
      if (victim != thief && left(victim) != 0) return victim;
      if (++victim == seats) victim = 0;
    }
    return thief;
  }
};
struct MostLoaded {
  template <class Left>
  graph::Seat operator()(graph::Seat thief, std::uint32_t seats, graph::LoopCursor& /*cursor*/,
                         Left left) const noexcept {
    return graph::most_worth(thief, seats, left);
  }
};

template <class P, class Victim = RandomVictim>
class Steal final : public graph::LoopOfUnits<P> {
  using Range = sync::Range;

 public:
  void open(const graph::LoopShape& shape) noexcept override {
    this->open_units(shape, shape.chunk != 0 ? shape.chunk : shape.trip / shape.threads / k_chunks_per_seat);
    lines_.make_room(shape.threads);
    for (graph::Seat seat = 0; seat < shape.threads; ++seat)
      lines_[seat].range.put(this->units().share(seat, shape.threads));
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    if (this->over(cursor)) [[unlikely]]
      return {};
    Range units = lines_[seat].range.take_front([](std::uint32_t) noexcept { return 1u; });
    if (units.empty()) units = steal(seat, cursor);
    return units.empty() ? this->take_last(cursor) : this->units().iterations(units);
  }

 private:
  static constexpr std::uint64_t k_chunks_per_seat = 32;  // as schedule(auto): evens out any body to 3 %

  // Its owner's but for thefts.
  struct alignas(base::k_line_bytes) Line {
    sync::SharedRange<P> range;
  };

  Range steal(graph::Seat thief, graph::LoopCursor& cursor) noexcept {
    for (;;) {
      const graph::Seat victim =
          Victim{}(thief, this->threads(), cursor, [&](graph::Seat seat) { return lines_[seat].range.look().size(); });
      if (victim == thief) return {};
      const Range loot = lines_[victim].range.take_back_half();
      if (loot.empty()) continue;  // it was emptied meanwhile, so somebody gets on
      lines_[thief].range.put({loot.first + 1, loot.last});
      return {loot.first, loot.first + 1};
    }
  }

  graph::SeatLines<Line> lines_;
};

}  // namespace heddle::loop
