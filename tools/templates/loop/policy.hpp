// The loop schedule `@name@`: says in one sentence which thread runs which iterations, and which paper it follows.
//
// As it stands, chunks of one size go to whoever comes first; a loop that asks for no size gets 32 chunks a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "base/cache_line.hpp"
#include "graph/loop_schedule.hpp"

namespace heddle::loop {

template <class P>
class @Name@ final : public graph::LoopSchedule<P> {
 public:
  void open(const graph::LoopShape& shape) noexcept override {
    const std::uint64_t even = shape.trip / shape.threads / k_chunks_per_seat;
    trip_ = shape.trip;
    chunk_ = std::max<std::uint64_t>(shape.chunk != 0 ? shape.chunk : even, 1);
    chunks_ = std::min(base::divide_up(trip_, chunk_), k_most_chunks);
    // order: relaxed — published with the loop itself, like the fields above.
    next_.store(0, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat /*seat*/, graph::LoopCursor& /*cursor*/) noexcept override {
    // order: relaxed — a ticket; iterations carry no data from one to the next.
    const std::uint64_t ticket = next_.fetch_add(1, std::memory_order_relaxed);
    if (ticket >= chunks_) return {};
    const std::uint64_t first = ticket * chunk_;
    return {first, first + std::min(chunk_, trip_ - first)};
  }

  void stop() noexcept override {
    // order: relaxed — a request; as take().
    next_.store(chunks_, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uint64_t k_chunks_per_seat = 32;  // as schedule(auto): evens out any body to 3 %
  // Leaves room for one addition too many by each of 2^32 seats.
  static constexpr std::uint64_t k_most_chunks = UINT64_MAX - UINT32_MAX;

  std::uint64_t trip_ = 0;
  std::uint64_t chunk_ = 1;
  std::uint64_t chunks_ = 0;
  // All seats fight for this line; what they only read lies on another.
  alignas(base::k_line_bytes) typename P::template atomic<std::uint64_t> next_{0};
};

}  // namespace heddle::loop
