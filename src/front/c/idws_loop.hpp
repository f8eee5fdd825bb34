// Loops that the threads of a team enter one after another without waiting for each other, each with its equal share;
// who has run its own takes half from the one with most left (IDWS §3, §4.2).
//
// Where this departs from the paper: nobody is interrupted or asked. A thread claims its own share strip by strip, some
// 10 µs of work each, and all but the running strip lies open to a compare-exchange. So a victim that has lost its core
// holds nobody up, and the compiler keeps a strip's bounds in registers. (With IDWS_SIGNALS idws.h does as the paper.)
//
// Contexts. A seat counts the loops it has entered; who takes from it must be in the loop of the same number, since all
// threads of a team run the same loops in the same order (as the paper assumes), and each size of team has its own
// object. A thief is a *visitor* from before it reads the victim's context until it has taken, and a seat fills its
// range for the next loop only when it has no visitors:
//   owner, leave: context = none                 thief: visitors + 1
//   owner, enter: wait until visitors = 0;       context = mine? then take half
//                 fill the range; context = n    visitors - 1
// Either the thief's reading of the context comes first, and the owner sees the visitor and waits; or the owner's
// leaving does, and the thief sees that and takes nothing. So no half is ever taken out of another loop than the
// thief's. Invariant: an iteration is in one seat's range, or taken by one seat.
//
// enter, next, drop, leave: the seat's own thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_of_units.hpp"
#include "graph/seat_lines.hpp"
#include "sync/shared_range.hpp"

namespace heddle::idws {

struct SharedLoopTuning {
  std::uint64_t strip_ns = 10'000;  // 30 ns for the clock and the claim are 0.3 % of it
  std::uint32_t growth = 8;  // a strip is at most so many times the last one: dear iterations may follow cheap ones
  std::uint32_t part = 16;   // and at most this part of what is left, so that near the end most lies open
};

template <class P>
class SharedLoop {
  using Seat = graph::Seat;
  using Range = sync::Range;

 public:
  explicit SharedLoop(std::uint32_t threads, const SharedLoopTuning& tuning = {}) noexcept
      : tuning_(tuning), threads_(threads) {
    seats_.make_room(threads);
  }

  /// @returns false when somebody else is in a loop as this seat
  bool enter(Seat seat, std::uint64_t trip) noexcept {
    Line& self = seats_[seat];
    // order: relaxed — the seat's own thread writes it; where two have one number, seeing it once is enough.
    if (self.context.load(std::memory_order_relaxed) != k_none) return false;
    while (self.visitors.load(std::memory_order_seq_cst) != 0) P::yield();
    self.units = graph::LoopUnits(trip, 1);
    self.wanted = 1;
    self.strip = 0;
    const std::uint64_t all = self.units.count();
    self.open.put({static_cast<std::uint32_t>(all * seat / threads_),
                   static_cast<std::uint32_t>(all * (std::uint64_t{seat} + 1) / threads_)});
    self.context.store(++self.entered, std::memory_order_seq_cst);
    return true;
  }

  /// The next iterations. @returns none when this loop has nothing left for the seat
  graph::Chunk next(Seat seat) noexcept {
    Line& self = seats_[seat];
    const std::uint64_t now = P::now_ns();
    if (self.strip != 0) adapt(self, now);
    self.begun_ns = now;
    Range strip = self.open.take_front([&](std::uint32_t left) noexcept { return length(self, left); });
    if (strip.empty()) strip = forage(seat);
    self.strip = strip.size();
    return self.units.iterations(strip);
  }

  /// Gives up what is left of the seat's range, as `break` does in the paper's loop.
  void drop(Seat seat) noexcept {
    seats_[seat].open.take_front([](std::uint32_t left) noexcept { return left; });
  }

  void leave(Seat seat) noexcept {
    drop(seat);
    seats_[seat].context.store(k_none, std::memory_order_seq_cst);
  }

 private:
  static constexpr std::uint64_t k_none = 0;

  // Thieves read the whole line, and the owner writes it once a strip.
  struct alignas(base::k_line_bytes) Line {
    sync::SharedRange<P> open;
    typename P::template atomic<std::uint64_t> context{k_none};  // the loop that the seat is in
    typename P::template atomic<std::uint32_t> visitors{0};
    // The owner's.
    graph::LoopUnits units;
    std::uint64_t entered = 0;
    std::uint64_t begun_ns = 0;  // of the running strip
    std::uint32_t strip = 0;     // units in it
    std::uint32_t wanted = 1;    // that the next one should have
  };

  std::uint32_t length(const Line& self, std::uint32_t left) const noexcept {
    return std::clamp(base::divide_up(left, tuning_.part), 1u, self.wanted);
  }

  void adapt(Line& self, std::uint64_t now) const noexcept {
    const std::uint64_t took = std::max<std::uint64_t>(now - self.begun_ns, 1);
    const std::uint64_t fitting = self.strip * tuning_.strip_ns / took;
    const std::uint64_t most = std::max<std::uint64_t>(std::uint64_t{self.strip} * tuning_.growth, self.wanted);
    self.wanted = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::min(fitting, most), 1, UINT32_MAX));
  }

  /// The seat has nothing. Takes half of what another has: a strip of it is returned, the rest becomes the seat's.
  Range forage(Seat thief) noexcept {
    Line& self = seats_[thief];
    for (;;) {
      const Seat victim = graph::most_worth(thief, threads_, [&](Seat seat) { return left_of(seat, self.entered); });
      if (victim == thief) return {};
      const Range loot = take_half(seats_[victim], self.entered);
      if (loot.empty()) continue;  // somebody was faster
      const Range strip{loot.first, loot.first + length(self, loot.size())};
      self.open.put({strip.last, loot.last});
      return strip;
    }
  }

  Range take_half(Line& victim, std::uint64_t context) noexcept {
    victim.visitors.fetch_add(1, std::memory_order_seq_cst);
    const bool here = victim.context.load(std::memory_order_seq_cst) == context;
    const Range loot = here ? victim.open.take_back_half() : Range{};
    victim.visitors.fetch_sub(1, std::memory_order_seq_cst);
    return loot;
  }

  /// What a seat has, if it is in this loop.
  std::uint32_t left_of(Seat seat, std::uint64_t context) noexcept {
    Line& other = seats_[seat];
    // order: relaxed — a guess; who takes looks again.
    return other.context.load(std::memory_order_relaxed) == context ? other.open.look().size() : 0;
  }

  const SharedLoopTuning tuning_;
  const std::uint32_t threads_;
  graph::SeatLines<Line> seats_;
};

}  // namespace heddle::idws
