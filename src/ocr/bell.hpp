// Bell: threads that have found nothing to do sleep until somebody has done something, who pays one load while nobody
// sleeps.
//
//   sleeper: listen(); look once more; sleep(), or nothing; get_up()
//   ringer:  do something that a sleeper looks for; ring()
// Either the ringer sees the sleeper, or the sleeper's second look, behind its heavy fence, finds what was done. Any
// thread. Model: tests/model/ocr_bell_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::ocr {

template <class P>
class Bell {
 public:
  /// From now on no ring is missed. @returns what sleep() is to be given
  std::uint32_t listen() noexcept {
    // order: acquire — pairs with ring(): what was done before the ring is seen by the look that follows.
    const std::uint32_t heard = rings_.load(std::memory_order_acquire);
    // order: relaxed — the heavy fence, with the light one of ring(), is the Dekker pair.
    sleepers_.fetch_add(1, std::memory_order_relaxed);
    P::heavy_fence();
    return heard;
  }
  /// Until it has been rung since listen(), perhaps a little earlier.
  void sleep(std::uint32_t heard) noexcept { P::park(rings_, heard); }
  void get_up() noexcept {
    // order: relaxed — a ringer that sees it too late rings for nobody.
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

  void ring() noexcept {
    if (somebody_listens()) [[unlikely]]
      ring_for<true>();
  }
  /// Wakes one of those that sleep.
  void ring_one() noexcept {
    if (somebody_listens()) [[unlikely]]
      ring_for<false>();
  }

  /// Whether a ring would reach anybody. @pre the caller has passed a light fence behind what it has done
  bool is_heard() const noexcept {
    // order: relaxed — see listen().
    return sleepers_.load(std::memory_order_relaxed) != 0;
  }

 private:
  bool somebody_listens() const noexcept {
    P::light_fence();
    return is_heard();
  }
  template <bool all>
  [[gnu::cold, gnu::noinline]] void ring_for() noexcept {
    // order: release — pairs with listen().
    rings_.fetch_add(1, std::memory_order_release);
    if (all) {
      P::unpark_all(rings_);
    } else {
      P::unpark_one(rings_);
    }
  }

  typename P::template atomic<std::uint32_t> rings_{0};
  typename P::template atomic<std::uint32_t> sleepers_{0};
};

}  // namespace heddle::ocr
