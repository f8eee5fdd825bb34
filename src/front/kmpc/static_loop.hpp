// Which iterations of a static loop are a thread's, by arithmetic alone: what __kmpc_for_static_init_* answer.
//
// Bounds are inclusive, and may lie next to the limits of their type: all sums are modulo 2^64 or of iteration numbers,
// which fit. Who gets what is loop::static_block's, so loops of all fronts agree. Pure.
#pragma once

#include <cstdint>
#include <type_traits>

#include "loop/static/static.hpp"

namespace heddle::kmpc {

/// The schedules of the interface, without their modifiers (found in Clang's output).
enum class Sched : std::int32_t {
  static_chunked = 33,
  static_block = 34,
  dynamic = 35,
  guided = 36,
  runtime = 37,
  automatic = 38,
  static_greedy = 40,
  static_balanced = 41,
  guided_iterative = 42,
  guided_analytical = 43,
  static_steal = 44,
  static_balanced_chunked = 45,
  guided_simd = 46,
  runtime_simd = 47,
  ordered_static_chunked = 65,
  ordered_static = 66,
  ordered_dynamic = 67,
  ordered_guided = 68,
  ordered_runtime = 69,
  ordered_auto = 70,
  distribute_static_chunked = 91,
  distribute_static = 92,
};

inline constexpr std::int32_t k_monotonic = 1 << 29;
inline constexpr std::int32_t k_nonmonotonic = 1 << 30;
/// The same schedules for loops that may not be merged with others: Intel's, 96 above.
inline constexpr std::int32_t k_nomerge_first = 160;
inline constexpr std::int32_t k_nomerge_last = 191;

constexpr Sched without_modifiers(std::int32_t schedule) noexcept {
  std::int32_t plain = schedule & ~(k_monotonic | k_nonmonotonic);
  if (plain >= k_nomerge_first && plain <= k_nomerge_last) plain -= 128;
  return static_cast<Sched>(plain);
}

/// Who asks: a thread of a team, or a team of a league.
struct Share {
  std::uint32_t number;
  std::uint32_t of;
};

/// A loop from `lower` to `upper`, both included.
template <class T>
struct Bounds {
  using Step = std::make_signed_t<T>;
  T lower;
  T upper;
  Step step;

  constexpr bool up() const noexcept { return step > 0; }
  constexpr bool empty() const noexcept { return up() ? lower > upper : lower < upper; }

  constexpr std::uint64_t trip() const noexcept {
    if (empty()) return 0;
    const auto from = static_cast<std::uint64_t>(lower);
    const auto to = static_cast<std::uint64_t>(upper);
    const auto width = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
    return up() ? (to - from) / width + 1 : (from - to) / (std::uint64_t{0} - width) + 1;
  }

  /// The loop variable in iteration `number`.
  constexpr T at(std::uint64_t number) const noexcept {
    return static_cast<T>(static_cast<std::uint64_t>(lower) +
                          number * static_cast<std::uint64_t>(static_cast<std::int64_t>(step)));
  }

  /// The iterations [first, last) as bounds; nothing when there are none.
  constexpr Bounds part(const graph::Chunk& chunk) const noexcept {
    if (!chunk.empty()) return {at(chunk.first), at(chunk.last - 1), step};
    // Beyond `upper` there may be no value: then one step back from it is no iteration of an upward loop, either.
    const auto width = static_cast<std::uint64_t>(static_cast<std::int64_t>(step));
    const T behind = static_cast<T>(static_cast<std::uint64_t>(upper) + width);
    if (up() ? behind > upper : behind < upper) return {behind, upper, step};
    return {upper, static_cast<T>(static_cast<std::uint64_t>(upper) - width), step};
  }
};

/// What a share of a loop in one block is, or its first chunk where chunks go round.
template <class T>
struct StaticShare {
  Bounds<T> bounds;
  typename Bounds<T>::Step stride;  // from one chunk of the share to its next
  bool last;                        // it has the last iteration
};

template <class T>
constexpr StaticShare<T> block_of(const Bounds<T>& loop, const Share& share) noexcept {
  using Step = typename Bounds<T>::Step;
  const std::uint64_t trip = loop.trip();
  const graph::Chunk block = loop::static_block(trip, share.of, share.number);
  return {loop.part(block), static_cast<Step>(trip), !block.empty() && block.last == trip};
}

template <class T>
constexpr StaticShare<T> first_chunk_of(const Bounds<T>& loop, const Share& share, std::uint64_t chunk) noexcept {
  using Step = typename Bounds<T>::Step;
  const std::uint64_t trip = loop.trip();
  if (chunk == 0) chunk = 1;
  if (chunk > trip) chunk = trip;
  const std::uint64_t first = chunk * share.number;
  const auto stride = static_cast<Step>(chunk * share.of * static_cast<std::uint64_t>(loop.step));
  if (share.number >= base::divide_up(trip, chunk)) return {loop.part({}), stride, false};
  const graph::Chunk taken{first, first + std::min(chunk, trip - first)};
  return {loop.part(taken), stride, (trip - 1) / chunk % share.of == share.number};
}

/// The share that `schedule` gives.
template <class T>
constexpr StaticShare<T> static_share(Sched schedule, const Bounds<T>& loop, const Share& share,
                                      std::uint64_t chunk) noexcept {
  const bool chunked = schedule == Sched::static_chunked || schedule == Sched::static_balanced_chunked ||
                       schedule == Sched::ordered_static_chunked || schedule == Sched::distribute_static_chunked;
  return chunked ? first_chunk_of(loop, share, chunk) : block_of(loop, share);
}

}  // namespace heddle::kmpc
