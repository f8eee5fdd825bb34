// Brief: a loop of so few units that opening it for everybody would cost more than running it. Nobody opens it: each
// member knows the whole loop, and each seat has one word, in which lies of which loop it tells and what is left.
//
//   word of a seat = number of the loop (region, count in the region) | last unit taken | first | last
//
// A word of an earlier loop says that the seat's share of this one is untouched. Whoever claims from it, its owner or a
// thief, writes the number of the new loop with the rest of the share: so a share is opened by the first claim, and a
// loop that nobody needs to share costs each member his own line and one look at the others'. A word of a later loop
// says that nothing is left here: its writer has left this loop, and who leaves has seen every range empty.
//
// The owner takes from the front, one unit at a time, thieves from the back, one unit, too: more in one go would have
// to be put into the thief's own word, of which another may already have made the next loop's.
//
// Invariant: a unit leaves a share by one successful exchange of the whole word. No word comes back: numbers of loops
// only grow and shares only shrink, until a new era begins (BriefSeats::begin_region).
// Model: tests/model/brief_test.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_of_units.hpp"
#include "graph/loop_schedule.hpp"
#include "graph/seat_lines.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

/// A loop's number, as it stands in a word.
class BriefNumber {
 public:
  /// @param loop  see can_name()
  constexpr explicit BriefNumber(graph::LoopNumber loop) noexcept
      : number_((loop.region % k_regions) << k_count_bits | loop.count % k_counts) {}

  /// Of a region, so many constructs can be told apart.
  static constexpr bool can_name(std::uint64_t count) noexcept { return count != 0 && count < k_counts; }
  /// Numbers of regions of different eras may be equal: in between, all seats have to forget.
  static constexpr std::uint64_t era_of(std::uint64_t region) noexcept { return region / k_regions; }

  constexpr std::uint64_t number() const noexcept { return number_; }

 private:
  static constexpr int k_count_bits = 26;
  static constexpr std::uint64_t k_counts = std::uint64_t{1} << k_count_bits;
  static constexpr std::uint64_t k_regions = std::uint64_t{1} << 13;

  friend class BriefWord;
  std::uint64_t number_;
};

/// What a seat's word says.
class BriefWord {
 public:
  static constexpr std::uint32_t k_most_units = (1 << 12) - 1;

  constexpr BriefWord(std::uint64_t packed) noexcept : packed_(packed) {}
  constexpr BriefWord(BriefNumber loop, sync::Range range, bool last_taken) noexcept
      : packed_(loop.number() << 25 | std::uint64_t{last_taken} << 24 | std::uint64_t{range.first} << 12 | range.last) {
  }

  constexpr std::uint64_t packed() const noexcept { return packed_; }
  constexpr bool is_of(BriefNumber loop) const noexcept { return number() == loop.number(); }
  /// Its writer has been in a later loop of this region. Where regions differ, it is of an earlier one: all members
  /// of a region leave it before the next.
  constexpr bool is_beyond(BriefNumber loop) const noexcept {
    return (number() ^ loop.number()) >> BriefNumber::k_count_bits == 0 && number() > loop.number();
  }
  constexpr sync::Range range() const noexcept {
    return {static_cast<std::uint32_t>(packed_ >> 12 & k_most_units),
            static_cast<std::uint32_t>(packed_ & k_most_units)};
  }
  constexpr bool last_taken() const noexcept { return (packed_ >> 24 & 1) != 0; }

 private:
  constexpr std::uint64_t number() const noexcept { return packed_ >> 25; }

  std::uint64_t packed_;
};

/// A seat's word, on a line of its own.
template <class P>
struct alignas(base::k_line_bytes) BriefSeat {
  typename P::template atomic<std::uint64_t> word{0};
};

/// What the members of a team share. While nobody is in a loop, one thread makes room, and begins regions.
template <class P>
class BriefSeats {
 public:
  void make_room(std::uint32_t seats) noexcept {
    seats_.make_room(seats);
    count_ = seats;
  }

  /// Before a region with such loops. Not every region need be begun: in a new era loops are not brief until one is.
  void begin_region(std::uint64_t region) noexcept {
    if (knows(region) || count_ == 0) [[likely]]
      return;
    // order: relaxed — published with the region.
    for (graph::Seat seat = 0; seat < count_; ++seat) seats_[seat].word.store(0, std::memory_order_relaxed);
    era_ = BriefNumber::era_of(region);
  }

  /// Whether what the seats say is of the region's era.
  bool knows(std::uint64_t region) const noexcept { return era_ == BriefNumber::era_of(region); }

  BriefSeat<P>& operator[](graph::Seat seat) noexcept { return seats_[seat]; }

 private:
  graph::SeatLines<BriefSeat<P>> seats_;
  std::uint32_t count_ = 0;
  std::uint64_t era_ = 0;
};

/// A loop as one member sees it: its own, but for the seats.
template <class P>
class Brief final : public graph::LoopSchedule<P> {
  using Range = sync::Range;

 public:
  /// Of a loop with more units, opening it costs little; and so many fit a word.
  static constexpr std::uint32_t k_most_units_each = 16;

  /// Once: whose loops they are.
  void join(BriefSeats<P>& seats) noexcept { seats_ = &seats; }

  /// Whether a loop is for this schedule; known to all members alike.
  bool is_for(const graph::LoopShape& shape) const noexcept {
    const std::uint64_t units = base::divide_up<std::uint64_t>(shape.trip, std::max<std::uint64_t>(shape.chunk, 1));
    return units <=
               std::min<std::uint64_t>(std::uint64_t{shape.threads} * k_most_units_each, BriefWord::k_most_units) &&
           BriefNumber::can_name(shape.number.count) && seats_->knows(shape.number.region);
  }

  /// By every member: nothing is written that others read.
  void open(const graph::LoopShape& shape) noexcept override {
    number_ = BriefNumber(shape.number);
    trip_ = shape.trip;
    size_ = std::max<std::uint64_t>(shape.chunk, 1);
    units_ = static_cast<std::uint32_t>(base::divide_up(trip_, size_));
    threads_ = shape.threads;
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    if (cursor.taken == k_gets_nothing_more) return {};
    Range unit = claim(seat, Front{});
    if (unit.empty()) unit = steal(seat);
    if (!unit.empty()) return {unit.first * size_, unit.last * size_};
    cursor.taken = k_gets_nothing_more;
    return take_last() ? graph::Chunk{(units_ - 1) * size_, trip_} : graph::Chunk{};
  }

  void stop() noexcept override {
    for (graph::Seat seat = 0; seat < threads_; ++seat) claim(seat, All{});
    take_last();
  }

 private:
  static constexpr std::uint64_t k_gets_nothing_more = 1;

  /// What of a range is claimed; the rest stays.
  struct Front {
    Range operator()(Range range) const noexcept { return {range.first, range.first + 1}; }
  };
  struct Back {
    Range operator()(Range range) const noexcept { return {range.last - 1, range.last}; }
  };
  struct All {
    Range operator()(Range range) const noexcept { return range; }
  };

  /// The last unit of all lies in no share (graph/last_unit.hpp), but counts as the last seat's.
  Range share(graph::Seat seat) const noexcept {
    const Range all{units_ * seat / threads_, units_ * (seat + 1) / threads_};  // below 2^32: few units, few seats
    return {all.first, seat + 1 == threads_ && !all.empty() ? all.last - 1 : all.last};
  }

  /// What is left for this loop, as the word says.
  Range left(graph::Seat seat, BriefWord word) const noexcept {
    if (word.is_of(number_)) return within(word.range());
    return word.is_beyond(number_) ? Range{} : share(seat);
  }

  /// A program whose threads ask for different chunks must not get iterations that none of them has.
  Range within(Range range) const noexcept {
    const std::uint32_t dealt = std::max(units_, 1u) - 1;
    return {std::min(range.first, dealt), std::min(range.last, dealt)};
  }

  BriefWord look(graph::Seat seat) const noexcept {
    // order: relaxed — numbers carry no data.
    return (*seats_)[seat].word.load(std::memory_order_relaxed);
  }
  bool replace(graph::Seat seat, BriefWord seen, BriefWord now) noexcept {
    std::uint64_t expected = seen.packed();
    // order: relaxed (both) — a claim is an exchange of all that it was judged by, and carries no data.
    return (*seats_)[seat].word.compare_exchange_strong(expected, now.packed(), std::memory_order_relaxed,
                                                        std::memory_order_relaxed);
  }

  /// @param part  of what is left; at an end of it
  template <class Part>
  Range claim(graph::Seat seat, Part part) noexcept {
    for (;;) {
      const BriefWord seen = look(seat);
      const Range range = left(seat, seen);
      if (range.empty()) return {};
      const Range taken = part(range);
      const Range rest = taken.first == range.first ? Range{taken.last, range.last} : Range{range.first, taken.first};
      if (replace(seat, seen, {number_, rest, false})) return taken;
    }
  }

  Range steal(graph::Seat thief) noexcept {
    for (;;) {
      const graph::Seat victim =
          graph::most_worth(thief, threads_, [&](graph::Seat seat) { return left(seat, look(seat)).size(); });
      if (victim == thief) return {};
      if (const Range unit = claim(victim, Back{}); !unit.empty()) return unit;  // else somebody else gets on
    }
  }

  /// The last unit of all; for a seat that has found all shares empty. @returns whether it is the first to come
  bool take_last() noexcept {
    if (units_ == 0) return false;
    const graph::Seat seat = threads_ - 1;
    for (;;) {
      const BriefWord seen = look(seat);
      if (seen.is_beyond(number_) || (seen.is_of(number_) && seen.last_taken())) return false;
      if (replace(seat, seen, {number_, {}, true})) return true;
    }
  }

  BriefSeats<P>* seats_ = nullptr;
  BriefNumber number_{graph::LoopNumber{}};
  std::uint64_t trip_ = 0;
  std::uint64_t size_ = 1;   // iterations of a unit, but perhaps the last
  std::uint32_t units_ = 0;  // of the loop
  std::uint32_t threads_ = 1;
};

}  // namespace heddle::loop
