// Guided: each chunk is what is left divided by the number of threads (Polychronopoulos and Kuck, 1987; OpenMP 5.2
// §11.5.3), rounded up, and not below the chunk size asked for, but for the last one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_schedule.hpp"

namespace heddle::loop {

template <class P>
class Guided final : public graph::LoopSchedule<P> {
 public:
  void open(const graph::LoopShape& shape) noexcept override {
    trip_ = shape.trip;
    least_ = std::max<std::uint64_t>(shape.chunk, 1);
    threads_ = shape.threads;
    // order: relaxed — published with the loop itself, like the fields above.
    next_.store(0, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat /*seat*/, graph::LoopCursor& /*cursor*/) noexcept override {
    // order: relaxed (all) — a claim; iterations carry no data from one to the next.
    std::uint64_t first = next_.load(std::memory_order_relaxed);
    while (first != trip_) {
      const std::uint64_t rest = trip_ - first;
      const std::uint64_t size = std::min(rest, std::max(least_, base::divide_up(rest, threads_)));
      // order: relaxed — as above.
      if (next_.compare_exchange_weak(first, first + size, std::memory_order_relaxed, std::memory_order_relaxed)) {
        return {first, first + size};
      }
    }
    return {};
  }

  void stop() noexcept override {
    // order: relaxed — a request; whoever is just taking fails its exchange.
    next_.store(trip_, std::memory_order_relaxed);
  }

 private:
  std::uint64_t trip_ = 0;
  std::uint64_t least_ = 1;
  std::uint64_t threads_ = 1;
  // All seats fight for this line; what they only read lies on another.
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> next_{0};
};

}  // namespace heddle::loop
