// Interrupt-driven work sharing as the paper has it: an idle worker interrupts the one with most left, whose signal
// handler gives it half (IDWS §3, Algorithms 1 to 3, and §4). For loops whose every iteration is published: idws.h.
//
// Where it departs: publish, then test (Snippet 4), because Algorithm 1 as printed, test first, runs an iteration twice
// (tests/model/wrong/idws_wrong_test.cpp). No mutex or condition variable in the handler, which POSIX forbids there: a
// request is a word, settled by whoever exchanges it. A refused thief tries the next victim. An owner that leaves its
// chunk refuses what has been asked of it, and a thief that gets no answer takes its request back: nobody waits for a
// thread that is not in the loop, or that blocks the signal.
//
// Protocol, thief T and victim V:
//   T1 V.busy: false to true, or elsewhere   T2 V.request = T   T3 V active? else take the request back
//   T4 interrupt V   T5 await T.reply; at the end of patience take the request back, and if that fails go on waiting
//   V1 (handler) request to 0: none, done   V2 not active, or not T's loop: refuse   V3 end -= half; T's words = that
//   half; T.reply = given
//   L1 (V leaves its chunk) active = false   L2 request to 0: refuse
// T2/T3 against L1/L2 are a Dekker pair: T sees that V has left, or V sees the request.
//
// enter, forage: the seat's own thread. make_room: one thread, while nobody is in a loop.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/loop_of_units.hpp"
#include "graph/seat_lines.hpp"
#include "loop/interrupts/interrupt_seat.hpp"
#include "platform/spins.hpp"

namespace heddle::loop {

struct InterruptTuning {
  /// Looks, one pause (35 ns) apart, between two yields of a thief that waits: a signal takes some 2 µs to be answered.
  std::uint32_t looks = 128;
  /// Such waits before it takes its request back: a victim that has lost its core gets several time slices to answer.
  std::uint32_t patience = 2'000;
  /// The same as `looks`, once a handler is known to be answering.
  std::uint32_t last_looks = 128;
};

template <class P>
class InterruptLoop {
  using Seat = graph::Seat;

 public:
  explicit InterruptLoop(const InterruptTuning& tuning = {}) noexcept : tuning_(tuning) {}

  /// All seats count the loops they have left from 0 again.
  void make_room(std::uint32_t seats) noexcept {
    seats_.make_room(seats);
    for (Seat seat = 0; seat < seats; ++seat) seats_[seat].open(*this, seat);
  }

  /// The calling thread, as this seat, enters the next loop: its words hold its block of [0, trip).
  InterruptWords<P>& enter(Seat seat, std::uint64_t trip, std::uint32_t threads) noexcept {
    Line& self = seats_[seat];
    const std::uint64_t each = trip / threads;
    const std::uint64_t more = trip % threads;
    const std::uint64_t first = each * seat + (seat < more ? seat : more);
    threads_of(self, threads);
    self.words.set(first, first + each + (seat < more ? 1 : 0));
    P::interruptible(&self);
    self.active.store(true, std::memory_order_seq_cst);
    return self.words;
  }

  /// The seat has run what its words held. @returns true when they hold more, taken from another; false when the seat
  /// has left the loop.
  bool forage(Seat thief) noexcept {
    Line& self = seats_[thief];
    rest(self);
    for (std::uint32_t tries = 0; tries < tuning_.patience; ++tries) {
      const Seat victim = graph::most_worth(thief, self.threads, [&](Seat seat) { return worth(self, seats_[seat]); });
      if (victim == thief) break;
      if (seats_[victim].busy.exchange(true, std::memory_order_seq_cst)) continue;
      const InterruptReply reply = ask(thief, seats_[victim]);
      seats_[victim].busy.store(false, std::memory_order_seq_cst);
      if (reply == InterruptReply::none) break;
      if (reply == InterruptReply::refused) continue;
      self.active.store(true, std::memory_order_seq_cst);
      return true;
    }
    P::interruptible(nullptr);
    // order: relaxed (both) — only this thread writes it; thieves that see an old one are refused.
    self.context.store(self.context.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return false;
  }

 private:
  struct Line final : InterruptSeat<P>, platform::Interruptible {
    void open(InterruptLoop& its_loop, Seat its_number) noexcept {
      loop = &its_loop;
      number = its_number;
      this->words.set(0, 0);
      // order: relaxed (all) — before others know of it.
      this->context.store(0, std::memory_order_relaxed);
      this->active.store(false, std::memory_order_relaxed);
      this->busy.store(false, std::memory_order_relaxed);
      this->request.store(0, std::memory_order_relaxed);
    }
    void interrupted() noexcept override { loop->answer(*this); }

    InterruptLoop* loop = nullptr;
    Seat number = 0;
    std::uint32_t threads = 1;  // of the loop its owner is in
  };

  void threads_of(Line& self, std::uint32_t threads) noexcept {
    self.threads = threads;
    // order: relaxed — published by `active`.
    self.thread.store(P::thread_name(), std::memory_order_relaxed);
  }

  static std::uint64_t worth(const Line& self, const Line& other) noexcept {
    // order: relaxed (all) — guesses; the victim decides.
    if (!other.active.load(std::memory_order_relaxed) || other.busy.load(std::memory_order_relaxed) ||
        other.context.load(std::memory_order_relaxed) != self.context.load(std::memory_order_relaxed))
      return 0;
    const std::uint64_t left = other.words.remaining();
    return left > 1 ? left : 0;
  }

  /// L1, L2.
  void rest(Line& self) noexcept {
    self.active.store(false, std::memory_order_seq_cst);
    if (const Seat thief = self.request.exchange(0, std::memory_order_seq_cst)) reply(thief, InterruptReply::refused);
  }

  void reply(Seat thief, InterruptReply said) noexcept {
    // order: release — pairs with the acquire of await(): the thief sees its words.
    seats_[thief - 1].reply.store(said, std::memory_order_release);
  }

  /// @returns none when the victim does not answer: then there is no use in going on.
  InterruptReply ask(Seat thief, Line& victim) noexcept {
    Line& self = seats_[thief];
    // order: relaxed — before the request is out nobody else writes it.
    self.reply.store(InterruptReply::none, std::memory_order_relaxed);
    victim.request.store(thief + 1, std::memory_order_seq_cst);
    // order: relaxed — `active`, read before, was stored after it.
    const bool sent =
        victim.active.load(std::memory_order_seq_cst) && P::interrupt(victim.thread.load(std::memory_order_relaxed));
    for (std::uint32_t waits = 0; sent && waits < tuning_.patience; ++waits) {
      if (await(self, tuning_.looks)) return settled(self);
      P::yield();
    }
    // Taken back: the victim has left its chunk, or does not answer.
    if (victim.request.exchange(0, std::memory_order_seq_cst) != 0)
      return sent ? InterruptReply::none : InterruptReply::refused;
    while (!await(self, tuning_.last_looks)) P::yield();  // a handler is answering
    return settled(self);
  }

  static bool await(Line& self, std::uint32_t looks) noexcept {
    return P::template spin_until<InterruptReply>(
        self.reply, [](InterruptReply said) noexcept { return said != InterruptReply::none; }, platform::Spins{looks});
  }

  static InterruptReply settled(Line& self) noexcept {
    // order: relaxed — await() has acquired it.
    return self.reply.load(std::memory_order_relaxed);
  }

  /// V1 to V3, in the victim's handler (IDWS Algorithm 3).
  void answer(Line& self) noexcept {
    const Seat thief = self.request.exchange(0, std::memory_order_seq_cst);
    if (thief == 0) return;
    Line& asker = seats_[thief - 1];
    const bool here = self.active.load(std::memory_order_seq_cst) &&
                      self.context.load(std::memory_order_seq_cst) == asker.context.load(std::memory_order_seq_cst);
    const std::uint64_t half = here ? self.words.remaining() / 2 : 0;
    if (half == 0) return reply(thief, InterruptReply::refused);
    // order: relaxed (both) — only this thread writes it while it is active.
    const std::uint64_t last = self.words.end.load(std::memory_order_relaxed);
    self.words.end.store(last - half, std::memory_order_relaxed);
    asker.words.set(last - half, last);
    reply(thief, InterruptReply::given);
  }

  const InterruptTuning tuning_;
  graph::SeatLines<Line> seats_;
};

}  // namespace heddle::loop
