// The iterations of a loop in groups of one size, so few groups that their numbers fit 32 bits and a range of them one
// word (sync/shared_range.hpp). A loop of less than 2^32 iterations has groups of just the size asked for; a longer one
// has larger groups where that is necessary. Pure.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/bits.hpp"
#include "graph/loop_schedule.hpp"
#include "sync/shared_range.hpp"

namespace heddle::graph {

class LoopUnits {
 public:
  constexpr LoopUnits() noexcept = default;
  /// @param least  iterations of a unit at least; 0 counts as 1
  constexpr LoopUnits(std::uint64_t trip, std::uint64_t least) noexcept
      : trip_(trip), size_(std::max({least, std::uint64_t{1}, base::divide_up<std::uint64_t>(trip, UINT32_MAX)})) {}

  constexpr std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(base::divide_up(trip_, size_)); }
  constexpr std::uint64_t size() const noexcept { return size_; }

  /// The last unit of all. It is not dealt out: see last_unit.hpp.
  constexpr sync::Range last() const noexcept { return {count() - 1, count()}; }

  /// All but the last.
  constexpr std::uint32_t dealt() const noexcept { return count() == 0 ? 0 : count() - 1; }

  /// The units of one seat when these are dealt out in equal blocks.
  constexpr sync::Range share(Seat seat, std::uint32_t seats) const noexcept {
    const std::uint64_t all = dealt();  // below 2^32, as seats are
    return {static_cast<std::uint32_t>(all * seat / seats),
            static_cast<std::uint32_t>(all * (std::uint64_t{seat} + 1) / seats)};
  }

  /// Nothing overflows: a unit that exists begins below `trip`.
  constexpr Chunk iterations(sync::Range units) const noexcept {
    if (units.empty()) return {};
    return {units.first * size_, units.last == count() ? trip_ : units.last * size_};
  }

 private:
  std::uint64_t trip_ = 0;
  std::uint64_t size_ = 1;
};

}  // namespace heddle::graph
