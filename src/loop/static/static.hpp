// Static: who runs an iteration follows from its number alone.
//
// Without a chunk size each seat gets one block; blocks differ by at most one iteration and the larger come first. With
// a chunk size, chunks go round by seat. Both exactly as GCC's own code does where it needs no runtime: two static
// loops of the same trip must give the same iterations to the same thread (OpenMP 5.2 §11.5.3).
//
// open() writes, the others only read; nothing is shared but that.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "base/bits.hpp"
#include "graph/loop_schedule.hpp"

namespace heddle::loop {

/// The block of `seat` when `trip` iterations are dealt out to `threads` seats.
constexpr graph::Chunk static_block(std::uint64_t trip, std::uint32_t threads, graph::Seat seat) noexcept {
  const std::uint64_t each = trip / threads;
  const std::uint64_t larger = trip % threads;  // so many blocks have one iteration more
  const std::uint64_t first = each * seat + std::min<std::uint64_t>(seat, larger);
  return {first, first + each + (seat < larger ? 1 : 0)};
}

/// The seat whose static_block contains the iteration.
constexpr graph::Seat static_block_owner(std::uint64_t trip, std::uint32_t threads, std::uint64_t iteration) noexcept {
  const std::uint64_t each = trip / threads;
  const std::uint64_t larger = trip % threads;
  const std::uint64_t in_larger = larger * (each + 1);
  if (iteration < in_larger) return static_cast<graph::Seat>(iteration / (each + 1));
  return static_cast<graph::Seat>(larger + (iteration - in_larger) / each);
}

template <class P>
class Static final : public graph::LoopSchedule<P> {
 public:
  void open(const graph::LoopShape& shape) noexcept override {
    shape_ = shape;
    chunks_ = shape.chunk == 0 ? 0 : base::divide_up(shape.trip, shape.chunk);
    // order: relaxed — published with the loop itself, like shape_.
    stopped_.store(false, std::memory_order_relaxed);
  }

  graph::Chunk take(graph::Seat seat, graph::LoopCursor& cursor) noexcept override {
    // order: relaxed — a request to stop; nothing is read because of it.
    if (stopped_.load(std::memory_order_relaxed)) [[unlikely]]
      return {};
    const std::uint64_t round = cursor.taken++;
    return shape_.chunk == 0 ? block(seat, round) : chunk(seat, round);
  }

  void stop() noexcept override {
    // order: relaxed — as in take().
    stopped_.store(true, std::memory_order_relaxed);
  }

 private:
  graph::Chunk block(graph::Seat seat, std::uint64_t round) const noexcept {
    return round == 0 ? static_block(shape_.trip, shape_.threads, seat) : graph::Chunk{};
  }

  graph::Chunk chunk(graph::Seat seat, std::uint64_t round) const noexcept {
    const std::uint64_t number = round * shape_.threads + seat;
    if (number >= chunks_) return {};
    const std::uint64_t first = number * shape_.chunk;
    return {first, first + std::min(shape_.chunk, shape_.trip - first)};
  }

  graph::LoopShape shape_;
  std::uint64_t chunks_ = 0;  // when they have a given size
  typename P::template atomic<bool> stopped_{false};
};

}  // namespace heddle::loop
