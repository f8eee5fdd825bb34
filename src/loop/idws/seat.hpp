// What a seat has of a loop under IDWS, and shows of it.
//
//   open   a range that anybody may claim from: its owner the front, thieves the upper half
//   kept   claimed by the owner and not begun; only the owner writes it, thieves read how much it is
//   asked  set by a thief that finds nothing open and much kept; the owner looks at it between two strips
//
// keep_more, next_strip, receive: the owner's thread. worth, ask, open_range: any thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "loop/idws/tuning.hpp"
#include "platform/spins.hpp"
#include "sync/shared_range.hpp"

namespace heddle::loop {

template <class P>
class alignas(base::k_line_bytes) IdwsSeat {
  using Range = sync::Range;

 public:
  /// Before the loop is known to others.
  void open(Range share, const IdwsTuning& tuning) noexcept {
    open_.put(share);
    own_ = {.kept = {}, .batch = 0, .wanted = tuning.first_batch, .begun_ns = 0};
    show();
    // order: relaxed — published with the loop itself, as the two above.
    asked_.store(false, std::memory_order_relaxed);
  }

  bool keeps_nothing() const noexcept { return own_.kept.empty(); }

  /// Claims the next batch from the own range. @returns false when there is nothing left in it.
  bool keep_more(const IdwsTuning& tuning) noexcept {
    const std::uint64_t now = P::now_ns();
    if (own_.batch != 0) adapt(now, tuning);
    begin(open_.take_front([&](std::uint32_t left) noexcept {
      return std::clamp(base::divide_up(left, tuning.part_kept), 1u, own_.wanted);
    }),
          now);
    return !own_.kept.empty();
  }

  /// The seat has taken this from another; it has nothing else.
  void receive(Range loot, const IdwsTuning& tuning) noexcept {
    const std::uint32_t first = std::clamp(base::divide_up(loot.size(), tuning.part_kept), 1u, own_.wanted);
    open_.put({loot.first + first, loot.last});
    begin({loot.first, loot.first + first}, P::now_ns());
  }

  /// The first strip of what is kept; before it is begun, a request is answered out of the rest.
  Range next_strip(const IdwsTuning& tuning) noexcept {
    const std::uint32_t length = std::clamp(own_.batch / tuning.strips, 1u, own_.kept.size());
    const Range strip{own_.kept.first, own_.kept.first + length};
    own_.kept.first += length;
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

  sync::SharedRange<P>& open_range() noexcept { return open_; }

  /// Asks for a part of what is kept. @returns whether the owner has come by since; its range may then be open.
  bool ask(const IdwsTuning& tuning) noexcept {
    // order: relaxed — a guess: if it is old, one more look at the victim follows.
    const std::uint64_t seen = shown_.load(std::memory_order_relaxed);
    if (Range::unpacked(seen).size() < 2) return true;
    // order: relaxed — a request carries nothing.
    asked_.store(true, std::memory_order_relaxed);
    return P::template spin_until<std::uint64_t>(
        shown_, [=](std::uint64_t now) noexcept { return now != seen; }, platform::Spins{tuning.looks});
  }

 private:
  struct Own {
    Range kept;
    std::uint32_t batch = 0;   // units that the running batch began with
    std::uint32_t wanted = 1;  // units that the next one should have
    std::uint64_t begun_ns = 0;
  };

  void begin(Range batch, std::uint64_t now) noexcept {
    own_.kept = batch;
    own_.batch = batch.size();
    own_.begun_ns = now;
  }

  void show() noexcept {
    // order: release — pairs with the acquire loads of spin_until in ask(): who sees it sees the range opened before.
    shown_.store(own_.kept.packed(), std::memory_order_release);
  }

  /// So many units last as long as a batch should, judged by the last one.
  void adapt(std::uint64_t now, const IdwsTuning& tuning) noexcept {
    const std::uint64_t took = std::max<std::uint64_t>(now - own_.begun_ns, 1);
    const std::uint64_t fitting = own_.batch * tuning.batch_ns / took;
    const std::uint64_t most = std::uint64_t{own_.batch} * tuning.growth;
    own_.wanted = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(std::min(fitting, std::max<std::uint64_t>(most, own_.wanted)), 1, UINT32_MAX));
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

  sync::SharedRange<P> open_;
  typename P::template atomic<std::uint64_t> shown_{0};
  typename P::template atomic<bool> asked_{false};
  // Written by every strip, as is shown_; thieves read this line only when they are idle.
  Own own_;
};

}  // namespace heddle::loop
