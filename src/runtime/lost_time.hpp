// LostTime: for how much of a time that has passed a thread could have run, and had no core.
//
// On a machine that others share, a clock on the wall takes a thread that another program has pushed off its core for
// one that has paused, and its task for a long one. The system knows better: how long the thread ran, and whether it
// has left its core of its own will. That takes two system calls (1 µs), so it is asked only when a time looks long.
//
// It is told from the last look on, not for the time in question; so a look is taken where a thread has slept or given
// its core away, and where the thread has been ousted more than twice since, nothing is said. What remains unseen are
// the shorter times without a core before the one in question: each would have looked long itself, had it been more
// than k_long_ns. One object a worker, used by its own thread only.
#pragma once

#include <cstdint>

#include "platform/core_use.hpp"

namespace heddle::runtime {

template <class P>
class LostTime {
 public:
  /// From now on.
  void look() noexcept {
    use_ = P::core_use();
    if (use_.ran_ns == 0) return;
    at_ns_ = P::now_ns();
    at_rough_ = P::rough_ns();
  }

  /// @param ns  have just passed, by P::now_ns()
  /// @returns how much of it the thread did not want a core, or had one; all of it where that cannot be told
  [[gnu::cold, gnu::noinline]] std::uint64_t without(std::uint64_t ns) noexcept {
    const std::uint64_t lost = lost_until_now();
    return lost < ns ? ns - lost : 0;
  }
  /// The same of a time by P::rough_ns(), which is right within a factor of two: the last look tells the factor.
  [[gnu::cold, gnu::noinline]] std::uint64_t without_roughly(std::uint64_t rough_ns) noexcept {
    const std::uint64_t then_ns = at_ns_;
    const std::uint64_t then_rough = at_rough_;
    const std::uint64_t lost = lost_until_now();
    if (lost == 0 || at_rough_ <= then_rough) return rough_ns;
    const double ns_by_rough = static_cast<double>(at_ns_ - then_ns) / static_cast<double>(at_rough_ - then_rough);
    const double ns = static_cast<double>(rough_ns) * ns_by_rough;
    return static_cast<double>(lost) < ns ? static_cast<std::uint64_t>(ns) - lost : 0;
  }

 private:
  static constexpr std::uint64_t k_clear = 2;  // ousted once, and once more when it was about to go on

  // Since the last look. Looks anew.
  std::uint64_t lost_until_now() noexcept {
    const std::uint64_t then_ns = at_ns_;
    const platform::CoreUse then = use_;
    look();
    if (then.ran_ns == 0 || use_.ran_ns == 0 || use_.blocked != then.blocked) return 0;
    if (use_.ousted == then.ousted || use_.ousted - then.ousted > k_clear) return 0;
    const std::uint64_t passed = at_ns_ - then_ns;
    const std::uint64_t ran = use_.ran_ns - then.ran_ns;
    return ran < passed ? passed - ran : 0;
  }

  std::uint64_t at_ns_ = 0;
  std::uint64_t at_rough_ = 0;
  platform::CoreUse use_;
};

}  // namespace heddle::runtime
