// Switches: one word per step of a tape, written by whoever runs the step and by nobody else: "done in epoch e"
// (SWITCHES, section 3.2). Epochs count the runs, so nothing is ever reset.
//
// Who sets a switch has run the step; who finds it set may run what waits for it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/cache_line.hpp"
#include "plan/placed_graph.hpp"
#include "platform/spins.hpp"
#include "probe/order.hpp"

namespace heddle::plans {

using Epoch = std::uint32_t;  // of any two that are compared, less than 2^31 lie in between

inline bool reached(Epoch now, Epoch wanted) noexcept { return static_cast<std::int32_t>(now - wanted) >= 0; }

template <class P>
class Switches {
 public:
  explicit Switches(std::uint32_t count) : lines_(new Line[(count + k_line - 1) / k_line]) {}

  void set(std::uint32_t number, Epoch epoch) noexcept {
    if (told_) [[unlikely]]
      probe::released(&word(number));
    // order: release — pairs with is_set(): what the step has done is visible.
    word(number).store(epoch, std::memory_order_release);
  }
  bool is_set(std::uint32_t number, Epoch epoch) const noexcept {
    // order: acquire — pairs with set().
    return reached(word(number).load(std::memory_order_acquire), epoch) && is_told(number);
  }
  /// A wait of a step that runs in `epoch`.
  bool is_over(std::uint32_t wait, Epoch epoch) const noexcept {
    return is_set(wait & ~k_last_lap, epoch - (wait >> 31));
  }
  /// The same, after so long at the latest.
  bool is_soon_over(std::uint32_t wait, Epoch epoch, platform::Spins budget) const noexcept {
    const Epoch wanted = epoch - (wait >> 31);
    const std::uint32_t number = wait & ~k_last_lap;
    return P::spin_until(word(number), [wanted](Epoch now) { return reached(now, wanted); }, budget) && is_told(number);
  }

 private:
  static constexpr std::uint32_t k_line = base::k_line_bytes / sizeof(std::uint32_t);
  struct alignas(base::k_line_bytes) Line {
    typename P::template atomic<Epoch> words[k_line]{};
  };
  typename P::template atomic<Epoch>& word(std::uint32_t number) const noexcept {
    return lines_[number / k_line].words[number % k_line];
  }

  // Who looks for races hears what follows from a switch that is set.
  bool is_told(std::uint32_t number) const noexcept {
    if (told_) [[unlikely]]
      probe::acquired(&word(number));
    return true;
  }

  const bool told_ = probe::order_listener != nullptr;
  std::unique_ptr<Line[]> lines_;
};

}  // namespace heddle::plans
