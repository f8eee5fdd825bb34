// Counter: all seats draw their chunks from one counter, first come, first served. What a chunk is, a rule says:
//
//   EqualChunks      of one size (dynamic): a chunk costs one fetch_add
//   ShrinkingChunks  what is left divided by the number of threads (guided: Polychronopoulos and Kuck, 1987; OpenMP 5.2
//                    §11.5.3), rounded up, and not below the chunk size asked for, but for the last one
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_schedule.hpp"

namespace heddle::loop {

/// The counter counts chunks and not iterations, so that a large chunk size cannot carry it beyond its range: every
/// seat adds at most once after the last chunk.
class EqualChunks {
 public:
  void open(const graph::LoopShape& shape) noexcept {
    trip_ = shape.trip;
    chunk_ = std::max<std::uint64_t>(shape.chunk, 1);
    chunks_ = std::min(base::divide_up(trip_, chunk_), k_most_chunks);
  }

  template <class Atomic>
  graph::Chunk draw(Atomic& next) const noexcept {
    // order: relaxed — a ticket; iterations carry no data from one to the next.
    const std::uint64_t ticket = next.fetch_add(1, std::memory_order_relaxed);
    if (ticket >= chunks_) return {};
    const std::uint64_t first = ticket * chunk_;
    return {first, first + std::min(chunk_, trip_ - first)};
  }

  /// What the counter says when nothing is left.
  std::uint64_t end() const noexcept { return chunks_; }

 private:
  // Leaves room for one addition too many by each of 2^32 seats. More chunks than this take centuries.
  static constexpr std::uint64_t k_most_chunks = UINT64_MAX - UINT32_MAX;

  std::uint64_t trip_ = 0;
  std::uint64_t chunk_ = 1;
  std::uint64_t chunks_ = 0;
};

/// The counter is the first iteration that nobody has.
class ShrinkingChunks {
 public:
  void open(const graph::LoopShape& shape) noexcept {
    trip_ = shape.trip;
    least_ = std::max<std::uint64_t>(shape.chunk, 1);
    threads_ = shape.threads;
  }

  template <class Atomic>
  graph::Chunk draw(Atomic& next) const noexcept {
    // order: relaxed (all) — a claim; iterations carry no data from one to the next.
    std::uint64_t first = next.load(std::memory_order_relaxed);
    while (first != trip_) {
      const std::uint64_t rest = trip_ - first;
      const std::uint64_t size = std::min(rest, std::max(least_, base::divide_up(rest, threads_)));
      // order: relaxed (both) — as above.
      if (next.compare_exchange_weak(first, first + size, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return {first, first + size};
      }
    }
    return {};
  }

  std::uint64_t end() const noexcept { return trip_; }

 private:
  std::uint64_t trip_ = 0;
  std::uint64_t least_ = 1;
  std::uint64_t threads_ = 1;
};

template <class P, class Rule>
class Counter final : public graph::LoopSchedule<P> {
 public:
  void open(const graph::LoopShape& shape) noexcept override {
    rule_.open(shape);
    // order: relaxed — published with the loop itself, like the rule.
    next_.store(0, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat /*seat*/, graph::LoopCursor& /*cursor*/) noexcept override { return rule_.draw(next_); }

  void stop() noexcept override {
    // order: relaxed — a request; who has drawn before keeps its chunk, and an exchange under way fails.
    next_.store(rule_.end(), std::memory_order_relaxed);
  }

 private:
  Rule rule_;
  // All seats fight for this line; what they only read lies on another.
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> next_{0};
};

}  // namespace heddle::loop
