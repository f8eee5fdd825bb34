// What a seat has of a loop under IDWS, and shows of it.
//
//   open   a range that anybody may claim from: its owner the front, thieves the upper half
//   kept   claimed by the owner and not begun; only the owner writes it, thieves read how much it is
//   asked  set by a thief that finds nothing open and much kept; the owner looks at it between two strips
//   thread who to interrupt, where that is allowed; the handler answers as the owner does between two strips, for it
//   runs
//          only while the owner is in a strip (P::interruptible)
//   pace   how many units run as long as the shortest strip; thieves read it to see whether coming by pays
//
// enter, keep_more, next_strip, receive, interrupted: the owner's thread. worth, ask, open_range: any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "loop/idws/tuning.hpp"
#include "platform/interruptible.hpp"
#include "platform/spins.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

/// A batch that has been run: these units took so long.
struct TimedBatch {
  sync::Range units;
  std::uint64_t ns = 0;
};

/// When a seat entered the loop, ran dry for the first time, and for the last.
struct SeatTimes {
  std::uint64_t entered_ns = 0;
  std::uint64_t dry_ns = 0;
  std::uint64_t left_ns = 0;
};

template <class P>
class alignas(base::k_line_bytes) IdwsSeat {
  using Range = sync::Range;

 public:
  /// Before the loop is known to others.
  /// @param wanted  units that the first batch should have
  void open(Range share, std::uint32_t wanted, const IdwsTuning& tuning) noexcept {
    open_.put(share);
    own_ = Own{};
    own_.wanted = wanted;
    show();
    show_pace(tuning);
    // order: relaxed — published with the loop itself, as the others.
    asked_.store(false, std::memory_order_relaxed);
  }

  /// From here on a handler may answer: the owner runs its strip.
  void let_interrupt(const IdwsTuning& tuning) noexcept {
    handler_.seat = this;
    handler_.tuning = &tuning;
    P::interruptible(&handler_);
  }

  bool keeps_nothing() const noexcept { return own_.kept.empty(); }
  std::uint32_t wanted() const noexcept { return own_.wanted; }

  /// Nothing is kept or open. @returns whether for the first time in this loop.
  bool run_dry() noexcept {
    if (own_.dry != 0) return false;
    const std::uint64_t ticks = (own_.begun_ns - own_.entered_ns) / k_tick_ns + 1;
    own_.dry = static_cast<std::uint32_t>(std::min<std::uint64_t>(ticks, UINT32_MAX));
    return true;
  }
  /// When it entered the loop, and ran dry first.
  SeatTimes times() const noexcept {
    return {own_.entered_ns, own_.entered_ns + std::uint64_t{own_.dry} * k_tick_ns, own_.begun_ns};
  }

  /// Claims the next batch from the own range. @returns the one before.
  TimedBatch keep_more(const IdwsTuning& tuning) noexcept {
    const std::uint64_t now = P::now_ns();
    const TimedBatch last{{own_.kept.last - own_.batch, own_.kept.last}, now - own_.begun_ns};
    if (own_.batch != 0) adapt(last.ns, tuning);
    if (own_.entered_ns == 0) enter(now, tuning);
    std::uint32_t left = 0;
    const Range batch = open_.take_front([&](std::uint32_t size) noexcept {
      left = size;
      return batch_of(size, tuning);
    });
    begin(batch, now);
    own_.strip = std::max(std::min(left / tuning.part_run, full_strip(tuning)), shortest_strip(tuning));
    return last;
  }

  /// The seat has taken this from another; it has nothing else. How long its own iterations lasted says little of
  /// these: the first batch is small.
  void receive(Range loot, const IdwsTuning& tuning) noexcept {
    const std::uint32_t first = std::min(base::divide_up(loot.size(), tuning.part_kept), own_.wanted);
    open_.put({loot.first + first, loot.last});
    begin({loot.first, loot.first + first}, P::now_ns());
    own_.strip = std::clamp(loot.size() / tuning.part_run, 1u, full_strip(tuning));
  }

  /// The first strip of what is kept; before it is begun, a request is answered out of the rest.
  Range next_strip(const IdwsTuning& tuning) noexcept {
    const Range strip{own_.kept.first, own_.kept.first + std::min(own_.strip, own_.kept.size())};
    own_.kept.first = strip.last;
    // order: relaxed — a request carries nothing.
    if (asked_.load(std::memory_order_relaxed)) [[unlikely]]
      answer(tuning);
    show();
    return strip;
  }

  /// How good a victim this is: first those with an open range, then those who are not asked yet, then by what is left.
  std::uint64_t worth() const noexcept {
    constexpr std::uint64_t k_open = std::uint64_t{1} << 34;
    constexpr std::uint64_t k_unasked = std::uint64_t{1} << 33;
    if (const Range open = open_.look(); !open.empty()) return k_open + open.size();
    // order: relaxed (both) — a guess: who is chosen by mistake has nothing to give.
    const std::uint32_t kept = Range::unpacked(shown_.load(std::memory_order_relaxed)).size();
    if (kept < 2) return 0;  // an owner never gives away the last
    return asked_.load(std::memory_order_relaxed) ? kept : k_unasked + kept;
  }

  /// Whether what is left here is thought to be run through before it could have been fetched (half of the shortest
  /// strip: 1 µs).
  bool nearly_done() const noexcept {
    // order: relaxed (both) — a guess; who believes it looks again.
    const std::uint64_t kept = Range::unpacked(shown_.load(std::memory_order_relaxed)).size();
    return 2 * (open_.look().size() + kept) <= pace_.load(std::memory_order_relaxed);
  }

  sync::SharedRange<P>& open_range() noexcept { return open_; }

  /// Asks for a part of what is kept. @returns whether the owner has come by since; its range may then be open.
  bool ask(std::uint32_t looks, Signals signals) noexcept {
    // order: relaxed — a guess: if it is old, one more look at the victim follows.
    const std::uint64_t seen = shown_.load(std::memory_order_relaxed);
    if (Range::unpacked(seen).size() < 2) return true;
    // order: relaxed — a request carries nothing; the system call of interrupt() orders it before the handler.
    asked_.store(true, std::memory_order_relaxed);
    const auto answered = [&] {
      return P::template spin_until<std::uint64_t>(
          shown_, [=](std::uint64_t now) noexcept { return now != seen; }, platform::Spins{looks});
    };
    if (answered()) return true;
    // order: relaxed — stored before what was seen of it was shown; an old one is interrupted in vain.
    return signals == Signals::allowed && P::interrupt(thread_.load(std::memory_order_relaxed)) && answered();
  }

 private:
  static constexpr std::uint64_t k_tick_ns = 16;  // 32 bits of them are a minute

  struct Own {
    Range kept;
    std::uint64_t entered_ns = 0;  // 0: not yet
    std::uint64_t begun_ns = 0;    // the running batch; where nothing is kept, when that was found
    std::uint32_t batch = 0;       // units that the running batch began with
    std::uint32_t wanted = 1;      // units that the next one should have
    std::uint32_t strip = 1;       // units of a strip of the running batch
    std::uint32_t dry = 0;         // when it ran dry for the first time, in ticks after it entered; 0: not yet
  };

  /// Answers in the middle of the owner's strip.
  struct Handler final : platform::Interruptible {
    void interrupted() noexcept override {
      // order: relaxed — a request carries nothing.
      if (!seat->asked_.load(std::memory_order_relaxed)) return;
      seat->answer(*tuning);
      seat->show();
    }
    IdwsSeat* seat = nullptr;
    const IdwsTuning* tuning = nullptr;
  };

  void enter(std::uint64_t now, const IdwsTuning& tuning) noexcept {
    own_.entered_ns = now;
    if (tuning.signals == Signals::never) return;
    // order: relaxed — shown with the first batch.
    thread_.store(P::thread_name(), std::memory_order_relaxed);
  }

  /// Units that are run as long as a strip should last.
  std::uint32_t full_strip(const IdwsTuning& tuning) const noexcept {
    return std::max(own_.wanted / tuning.strips, 1u);
  }

  std::uint32_t shortest_strip(const IdwsTuning& tuning) const noexcept {
    return std::max(full_strip(tuning) / tuning.shortest, 1u);
  }

  std::uint32_t batch_of(std::uint32_t left, const IdwsTuning& tuning) const noexcept {
    const std::uint32_t least = std::max(full_strip(tuning) / tuning.shortest * 4, 1u);
    const std::uint32_t part = std::max(base::divide_up(left, tuning.part_kept), least);
    return std::min({part, own_.wanted, left});
  }

  void begin(Range batch, std::uint64_t now) noexcept {
    own_.kept = batch;
    own_.batch = batch.size();
    own_.begun_ns = now;
  }

  void show() noexcept {
    // order: release — pairs with the acquire loads of spin_until in ask(): who sees it sees the range opened before.
    shown_.store(own_.kept.packed(), std::memory_order_release);
  }

  void show_pace(const IdwsTuning& tuning) noexcept {
    // order: relaxed — a guess for thieves.
    pace_.store(shortest_strip(tuning), std::memory_order_relaxed);
  }

  /// So many units last as long as a batch should, judged by the last one. Batches of a short loop are parts of what is
  /// left, however short they last; from run to run it gets to know its iterations all the same.
  void adapt(std::uint64_t ns, const IdwsTuning& tuning) noexcept {
    const std::uint64_t fitting = own_.batch * tuning.batch_ns / std::max<std::uint64_t>(ns, 1);
    const std::uint64_t most = std::max(std::uint64_t{own_.batch} * tuning.growth, std::uint64_t{own_.wanted} * 2);
    own_.wanted = static_cast<std::uint32_t>(std::clamp<std::uint64_t>(std::min(fitting, most), 1, UINT32_MAX));
    show_pace(tuning);
  }

  /// Opens the upper half of what is kept; all of it when the batch lasts longer than it was judged to.
  [[gnu::cold]] void answer(const IdwsTuning& tuning) noexcept {
    // order: relaxed — as the load in next_strip(); a request that comes now is answered after the strip.
    asked_.store(false, std::memory_order_relaxed);
    if (own_.kept.empty() || !open_.look().empty()) return;
    const std::uint64_t lasted = P::now_ns() - own_.begun_ns;
    const std::uint32_t left = lasted > 2 * tuning.batch_ns ? 0 : base::divide_up(own_.kept.size(), 2u);
    const std::uint32_t middle = own_.kept.first + left;
    open_.put({middle, own_.kept.last});
    own_.batch -= own_.kept.last - middle;
    own_.kept.last = middle;
  }

  // One line: written by every strip of the owner; thieves read it only when they are idle.
  sync::SharedRange<P> open_;
  typename P::template atomic<std::uint64_t> shown_{0};
  typename P::template atomic<std::uint32_t> pace_{1};
  typename P::template atomic<bool> asked_{false};
  Own own_;

  // Only where signals are allowed.
  typename P::template atomic<typename P::ThreadName> thread_{};
  Handler handler_;
};

}  // namespace heddle::loop
