// BalancedWalker: a worker's way through a tape when others may take over what it is late with, and it what others are.
//
// Each step has a claim beside its switch: who moves it from one epoch to the next runs the step in that one. A worker
// claims from its own lane as long as something is ready there; then, after some patience, from the others: at once
// when nothing is left in its own, and without patience again until something there is ready. As nobody can go by what
// its own lane has run, every wait is looked at, and that of a step for its own last lap.
//
// Invariants: exactly one worker runs a step in an epoch; a step runs when its predecessors are over.
#pragma once

#include <memory>
#include <vector>

#include "plan/walker.hpp"
#include "platform/spins.hpp"

namespace heddle::plans {

template <class P>
class Claims {
 public:
  explicit Claims(std::uint32_t steps) : claims_(new Claim[steps]), steps_(steps) {}

  bool is_taken(std::uint32_t step, Epoch epoch) const noexcept {
    // order: relaxed — a hint; who wants the step claims it.
    return reached(claims_[step].epoch.load(std::memory_order_relaxed), epoch);
  }
  /// @returns whether the caller is the one who runs the step in this epoch
  bool take(std::uint32_t step, Epoch epoch, std::uint32_t worker) noexcept {
    Epoch last = epoch - 1;
    // order: relaxed (both) — decides who runs it; what it needs to see comes by its switches, those of its own lap
    // before among them.
    if (!claims_[step].epoch.compare_exchange_strong(last, epoch, std::memory_order_relaxed,
                                                     std::memory_order_relaxed)) {
      return false;
    }
    // order: relaxed — only who has claimed it writes; read when the replay is over.
    claims_[step].worker.store(worker, std::memory_order_relaxed);
    return true;
  }
  /// Who has run a step last. When no replay runs.
  std::uint32_t worker_of(std::uint32_t step) const noexcept {
    // order: relaxed — the end of the replay has made it visible.
    return claims_[step].worker.load(std::memory_order_relaxed);
  }
  std::uint32_t steps() const noexcept { return steps_; }

 private:
  struct Claim {
    typename P::template atomic<Epoch> epoch{0};
    typename P::template atomic<std::uint32_t> worker{0};
  };
  std::unique_ptr<Claim[]> claims_;
  std::uint32_t steps_;
};

/// All that the workers of a balanced replay share.
template <class P>
struct BalancedTape {
  const PlacedGraph& tape;
  Switches<P>& switches;
  Claims<P>& claims;
};

template <class P>
class BalancedWalker {
 public:
  BalancedWalker(const BalancedTape<P>& shared, Epochs epochs, std::uint32_t lane, platform::Spins patience)
      : shared_(shared), last_epoch_(epochs.last), lane_(lane), patience_(patience) {
    for (std::uint32_t one = 0; one < shared.tape.lanes(); ++one) {
      cursors_.push_back({shared.tape.lane_start[one], epochs.first});
      if (shared.tape.lane_start[one] == shared.tape.lane_start[one + 1]) cursors_.back().epoch = last_epoch_ + 1;
    }
  }

  /// Runs what can be run; `announce()` is called after each switch that is set.
  /// @returns true when every step is claimed, false when nothing is ready
  template <class Announce>
  bool walk(Announce announce) noexcept {
    for (bool patient = true;; patient = false) {
      while (work_in(lane_, announce)) patient = true;
      if (patient && wait_for_own()) continue;
      if (!work_elsewhere(announce)) return all_claimed();
    }
  }

  bool can_go_on() noexcept {
    for (std::uint32_t lane = 0; lane < cursors_.size(); ++lane) {
      Position place;
      if (find(lane, place)) return true;
    }
    return all_claimed();
  }

 private:
  struct Position {
    std::uint32_t step = 0;
    Epoch epoch = 0;
  };

  bool over(const Position& place) const noexcept { return !reached(last_epoch_, place.epoch); }

  void advance(std::uint32_t lane, Position& place) const noexcept {
    if (++place.step != shared_.tape.lane_start[lane + 1]) return;
    place.step = shared_.tape.lane_start[lane];
    ++place.epoch;
  }

  bool ready(const Position& place) const noexcept {
    const Step& step = shared_.tape.steps[place.step];
    for (std::uint32_t i = 0; i < step.all; ++i) {
      if (!shared_.switches.is_over(shared_.tape.waits[step.first_wait + i], place.epoch)) return false;
    }
    return shared_.switches.is_set(step.own_switch & ~k_public, place.epoch - 1);
  }

  /// The first step of a lane that is ready and not claimed, among the next few.
  bool find(std::uint32_t lane, Position& found) noexcept {
    Position& cursor = cursors_[lane];
    while (!over(cursor) && shared_.claims.is_taken(cursor.step, cursor.epoch)) advance(lane, cursor);
    found = cursor;
    for (std::uint32_t looks = 0; looks < k_aside && !over(found); ++looks, advance(lane, found)) {
      if (!shared_.claims.is_taken(found.step, found.epoch) && ready(found)) return true;
    }
    return false;
  }

  template <class Announce>
  bool work_in(std::uint32_t lane, Announce announce) noexcept {
    Position place;
    if (!find(lane, place)) return false;
    if (!shared_.claims.take(place.step, place.epoch, lane_)) return true;  // somebody was faster: look again
    const Step& step = shared_.tape.steps[place.step];
    if (step.body != nullptr) step.body(step.argument);
    shared_.switches.set(step.own_switch & ~k_public, place.epoch);
    announce();
    return true;
  }

  /// Others are not late at once: what the own lane waits for comes from them as a rule.
  bool wait_for_own() noexcept {
    for (std::uint32_t round = 0; round < patience_.rounds && !over(cursors_[lane_]); ++round) {
      Position place;
      if (find(lane_, place)) return true;
      P::pause();
    }
    return false;
  }

  template <class Announce>
  bool work_elsewhere(Announce announce) noexcept {
    const auto lanes = static_cast<std::uint32_t>(cursors_.size());
    for (std::uint32_t next = 1; next < lanes; ++next) {
      if (work_in((lane_ + next) % lanes, announce)) return true;
    }
    return false;
  }

  bool all_claimed() const noexcept {
    for (const Position& cursor : cursors_) {
      if (!over(cursor)) return false;
    }
    return true;
  }

  const BalancedTape<P> shared_;
  const Epoch last_epoch_;
  const std::uint32_t lane_;
  const platform::Spins patience_;
  std::vector<Position> cursors_;  // of each lane: all before it is claimed
};

}  // namespace heddle::plans
