// What a worker of an interrupt-driven loop shows, and how it is asked for a part of its work: the paper's
// thread_state_t (IDWS §4.1, Snippet 2), without locks that a handler would have to take.
//
//   words      the chunk [start, end) and how much of it is done: written by the owner's loop and, end, by its handler
//   context    loops left so far: only who is in the same loop may take from whom
//   active     the owner runs a chunk; else it has nothing to give
//   busy       a thief is asking: others go elsewhere (comm_lock)
//   request    thief + 1 from asking to the answer; who exchanges it for 0 (handler, owner that leaves, thief that
//   gives
//              up) settles it, alone
//   reply      in the thief's own seat: what came of its request
//
// Invariant: start, end and processed of a seat that is not active are its owner's, and while its request is out the
// answering handler's.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "graph/scheduler.hpp"
#include "platform/interruptible.hpp"

namespace heddle::loop {

/// Part of the interface to compiled loops, which publish `processed` before they test for `end` (idws.h).
template <class P>
struct InterruptWords {
  typename P::template atomic<std::uint64_t> start{0};
  typename P::template atomic<std::uint64_t> end{0};
  typename P::template atomic<std::uint64_t> processed{0};

  void set(std::uint64_t first, std::uint64_t last) noexcept {
    // order: relaxed (all) — published with `active` or the reply.
    start.store(first, std::memory_order_relaxed);
    end.store(last, std::memory_order_relaxed);
    processed.store(0, std::memory_order_relaxed);
  }

  /// The running iteration and all behind it. From other threads a guess.
  std::uint64_t remaining() const noexcept {
    // order: relaxed (all) — the owner's handler sees its own stores; thieves guess.
    const std::uint64_t at = start.load(std::memory_order_relaxed) + processed.load(std::memory_order_relaxed);
    const std::uint64_t last = end.load(std::memory_order_relaxed);
    return at < last ? last - at : 0;
  }
};

enum class InterruptReply : std::uint8_t { none, given, refused };

template <class P>
struct alignas(base::k_line_bytes) InterruptSeat {
  // Written by each iteration; thieves read it only when they are idle.
  InterruptWords<P> words;
  typename P::template atomic<std::uint64_t> context{0};
  typename P::template atomic<bool> active{false};
  typename P::template atomic<InterruptReply> reply{InterruptReply::none};
  typename P::template atomic<typename P::ThreadName> thread{};

  // Thieves write here.
  alignas(base::k_line_bytes) typename P::template atomic<bool> busy{false};
  typename P::template atomic<graph::Seat> request{0};
};

}  // namespace heddle::loop
