// Walker: one worker's way along its lane of a tape (SWITCHES, Algorithm 1).
//
// Straight on it runs step after step. One whose switches are not all set, and not about to be, is put aside, and the
// walker looks further; whatever has been put aside is looked at first after each step from then on, oldest first. At
// most k_aside steps are put aside: a look at each of them is paid per step. A lap is not begun for a step whose last
// lap is still put aside.
//
// Invariants: a step runs when all its predecessors are over (README.md has the proof); once per epoch. A walker
// belongs to one thread; it shares nothing but the switches.
#pragma once

#include <array>
#include <cstdint>

#include "plan/placed_graph.hpp"
#include "plan/switches.hpp"
#include "platform/spins.hpp"

namespace heddle::plans {

/// Epochs to run: first .. last.
struct Epochs {
  Epoch first;
  Epoch last;
};

/// How long a step that comes next is waited for before it is put aside: about 300 ns, twice what a switch is under
/// way. Steps that are run past others look at all their waits, and at those put aside: that costs as much per step as
/// to run it.
inline constexpr platform::Spins k_under_way{8};
inline constexpr std::uint32_t k_aside = 8;  // a look at each is paid per step; other values are not measured yet

template <class P>
class Walker {
 public:
  /// @param under_way  how long the next step is waited for; no rounds: not at all
  Walker(const Lane& lane, Switches<P>& switches, Epochs epochs, platform::Spins under_way = k_under_way) noexcept
      : lane_(lane),
        switches_(switches),
        under_way_(under_way),
        next_(lane.first),
        epoch_(epochs.first),
        last_epoch_(epochs.last) {
    if (lane.first == lane.last) epoch_ = last_epoch_;
  }

  /// Runs what can be run; `announce(step)` is called for each public step after its switch is set.
  /// @returns true when the lane is over, false when nothing is ready
  template <class Announce>
  bool walk(Announce announce) noexcept {
    for (;;) {
      if (aside_count_ == 0) {
        if (straight_on(announce)) return true;
        put_aside();
      }
      const bool ran = among_those_aside(announce);
      if (aside_count_ == 0) continue;
      if (may_look_further()) {
        look_further(announce);
      } else if (!ran) {
        return false;
      }
    }
  }

  /// Whether a walk that has returned false would find something by now. For the same thread.
  bool can_go_on() const noexcept {
    for (std::uint32_t i = 0; i < aside_count_; ++i) {
      const Aside& aside = aside_[i];
      if (switches_.is_over(lane_.waits[aside.step->first_wait + aside.waited], aside.epoch)) return true;
    }
    return false;
  }

 private:
  struct Aside {
    const Step* step;
    Epoch epoch;
    std::uint32_t waited;  // so many of its waits are over
  };

  // Nothing is put aside, so all earlier steps of the lane are over. @returns whether the lane is
  template <class Announce>
  bool straight_on(Announce announce) noexcept {
    const Step* step = next_;
    for (;;) {
      if (step == lane_.last) [[unlikely]] {
        if (epoch_ == last_epoch_) {
          next_ = step;
          return true;
        }
        ++epoch_;
        step = lane_.first;
      }
      for (std::uint32_t i = 0; i < step->needed; ++i) {
        const std::uint32_t wait = lane_.waits[step->first_wait + i];
        if (switches_.is_over(wait, epoch_)) [[likely]]
          continue;
        if (under_way_.rounds != 0 && switches_.is_soon_over(wait, epoch_, under_way_)) continue;
        next_ = step;
        return false;
      }
      run(*step, epoch_, announce);
      ++step;
    }
  }

  template <class Announce>
  void run(const Step& step, Epoch epoch, Announce announce) noexcept {
    if (step.body != nullptr) [[likely]]
      step.body(step.argument);
    switches_.set(step.own_switch & ~k_public, epoch);
    if ((step.own_switch & k_public) != 0) announce(step);
  }

  void put_aside() noexcept { aside_[aside_count_++] = {next_++, epoch_, 0}; }

  bool ready(Aside& aside) const noexcept {
    const std::uint32_t* waits = lane_.waits + aside.step->first_wait;
    while (aside.waited < aside.step->all && switches_.is_over(waits[aside.waited], aside.epoch)) ++aside.waited;
    return aside.waited == aside.step->all;
  }

  template <class Announce>
  [[gnu::noinline]] bool among_those_aside(Announce announce) noexcept {
    std::uint32_t kept = 0;
    const std::uint32_t count = aside_count_;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (ready(aside_[i])) {
        run(*aside_[i].step, aside_[i].epoch, announce);
      } else {
        aside_[kept++] = aside_[i];
      }
    }
    aside_count_ = kept;
    return kept != count;
  }

  // There is room, and there are steps left before the oldest one put aside comes round again.
  bool may_look_further() noexcept {
    if (next_ == lane_.last) {
      if (epoch_ == last_epoch_) return false;
      if (aside_[0].epoch != epoch_) return false;
      ++epoch_;
      next_ = lane_.first;
    }
    return aside_count_ < k_aside && (aside_[0].epoch == epoch_ || next_ < aside_[0].step);
  }

  template <class Announce>
  void look_further(Announce announce) noexcept {
    Aside aside{next_, epoch_, 0};
    if (!ready(aside)) {
      aside_[aside_count_++] = aside;
      ++next_;
      return;
    }
    ++next_;
    run(*aside.step, aside.epoch, announce);
  }

  const Lane lane_;
  Switches<P>& switches_;
  const platform::Spins under_way_;
  const Step* next_;
  Epoch epoch_;  // of next_
  const Epoch last_epoch_;
  std::uint32_t aside_count_ = 0;
  std::array<Aside, k_aside> aside_;
};

}  // namespace heddle::plans
