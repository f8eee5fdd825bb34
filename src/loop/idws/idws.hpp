// IDWS: each seat owns a block of the loop and shows what it has left; an idle one asks the one with most left, which
// answers between two strips with half of it (Rokos, Gorman and Kelly, "An Interrupt-Driven Work-Sharing For-Loop
// Scheduler"; IDWS §3).
//
// Where this departs from the paper, and why:
// - A polled flag in place of a signal, because that breaks no program. A strip lasts at most about 32 µs, near the end
//   2 µs, and so does an answer. Where a strip outlasts the wait and signals are allowed, one is sent. Its handler
//   cannot give up the running strip, whose bounds compiled code holds in registers, but it opens what is kept behind
//   it.
// - Most of a seat's range lies open: a thief takes half of it by one compare-exchange, without asking. Only a batch of
//   about 256 µs is kept by its owner, who runs through it strip by strip with plain stores. So a victim that has lost
//   its core withholds no more than a batch, where the paper's thief would wait for its answer.
// - A team remembers the loops it has run (history.hpp); the paper starts each from equal blocks.
// - The answer goes to the victim's open range, not to the thief: no answer is under way to anybody, so nothing has to
//   be withdrawn when a thief gives up waiting, and one answer serves all who asked.
// - The paper's Algorithm 1 publishes an iteration after testing for the end; a request between the two gives that
//   iteration away a second time. Here whoever answers has left the strip that it runs out of what it shows, before.
//
// Invariant: a unit is in one seat's open range, or kept by one seat, or taken by one seat. Model: tests/model/idws*.
#pragma once

#include <cstdint>

#include "graph/loop_of_units.hpp"
#include "graph/seat_lines.hpp"
#include "loop/idws/history.hpp"
#include "loop/idws/seat.hpp"

namespace heddle::loop {

template <class P>
class Idws final : public graph::LoopOfUnits<P> {
  using Range = sync::Range;

 public:
  Idws() noexcept : Idws(IdwsTuning{}) {}
  /// @param history  what the team remembers; null: nothing
  explicit Idws(const IdwsTuning& tuning, LoopHistory<P>* history = nullptr) noexcept
      : tuning_(tuning), history_(history) {}

  void open(const graph::LoopShape& shape) noexcept override {
    this->open_units(shape, shape.chunk);
    crowded_ = shape.crowded();
    seats_.make_room(shape.threads);
    const graph::LoopUnits& units = this->units();
    record_ = history_ == nullptr ? nullptr : history_->begin_run(shape, units.dealt());
    takes_notes_ = record_ != nullptr && record_->takes_notes();
    const std::uint32_t known = record_ == nullptr ? 0 : record_->first_batch();
    for (graph::Seat seat = 0; seat < shape.threads; ++seat) {
      const Range share = record_ == nullptr ? units.share(seat, shape.threads) : record_->share(seat);
      seats_[seat].open(share, known != 0 ? known : tuning_.first_batch, tuning_);
    }
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    if (tuning_.signals == Signals::allowed) [[unlikely]]
      P::interruptible(nullptr);
    if (this->over(cursor)) [[unlikely]]
      return {};
    IdwsSeat<P>& self = seats_[seat];
    if (self.keeps_nothing() && !find_more(seat)) return this->take_last(cursor);
    const Range strip = self.next_strip(tuning_);
    if (tuning_.signals == Signals::allowed) [[unlikely]]
      self.let_interrupt(tuning_);
    return this->units().iterations(strip);
  }

 private:
  /// The next batch, the seat's own or another's. @returns false when nothing can be had.
  [[gnu::noinline]] bool find_more(graph::Seat seat) noexcept {
    IdwsSeat<P>& self = seats_[seat];
    const TimedBatch last = self.keep_more(tuning_);
    if (takes_notes_) record_->note(last.units, this->units().dealt(), last.ns);
    if (!self.keeps_nothing()) return true;
    const bool first = self.run_dry();
    if (forage(seat)) return true;
    if (record_ == nullptr) return false;
    record_->remember(self.wanted());
    if (!first) record_->judge(self.times());
    return false;
  }

  /// Takes from others until there is something to run.
  bool forage(graph::Seat thief) noexcept {
    bool waited = false;
    for (std::uint32_t unanswered = 0; unanswered < tuning_.patience && !this->stopped();) {
      const graph::Seat seat =
          graph::most_worth(thief, this->threads(), [&](graph::Seat other) { return seats_[other].worth(); });
      if (seat == thief) return false;
      IdwsSeat<P>& victim = seats_[seat];
      if (!waited && victim.nearly_done()) {
        waited = true;  // what is still there then was misjudged
        linger(victim);
        continue;
      }
      if (const Range loot = victim.open_range().take_back_half(); !loot.empty()) {
        seats_[thief].receive(loot, tuning_);
        return true;
      }
      if (victim.ask(crowded_ ? 0 : tuning_.looks, tuning_.signals)) continue;
      ++unanswered;
      P::yield();  // the victim may want this very core
    }
    return false;
  }

  /// At most an eighth of a strip's time, in which who is nearly done gets done.
  void linger(const IdwsSeat<P>& victim) noexcept {
    if (crowded_) return P::yield();
    // Seldom, for each look takes the line away from its owner.
    for (std::uint32_t pause = 1; pause <= tuning_.looks / 8 && (pause % 8 != 0 || victim.worth() != 0); ++pause)
      P::pause();
  }

  // With the base, the line that is written for each loop; the rest stays in everybody's cache.
  LoopRecord<P>* record_ = nullptr;
  bool takes_notes_ = false;
  bool crowded_ = false;
  graph::SeatLines<IdwsSeat<P>> seats_;
  const IdwsTuning tuning_;
  LoopHistory<P>* const history_;
};

}  // namespace heddle::loop
