// heddle_parallel_for and heddle_parallel_for_blocks: bodies in C on the shares of a loop.
#include <cstdint>

#include "front/c/options.hpp"
#include "platform/threads/threads.hpp"

namespace {

using heddle::c::Trips;

struct For {
  heddle_range range;
  heddle_index_body by_index;
  heddle_block_body by_block;
  void* data;
  heddle::platform::Threads::atomic<int> ended_by{0};  // what a body has returned to stop the loop

  // Exact also where the limits of the type are near: modulo 2^64 on the two's complement.
  std::int64_t at(std::uint64_t trip) const noexcept {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(range.first) +
                                     trip * static_cast<std::uint64_t>(range.step));
  }

  int run(const heddle_block& block) noexcept {
    if (by_block != nullptr) return by_block(at(block.first), at(block.last), data);
    for (std::uint64_t trip = block.first; trip != block.last; ++trip)
      if (const int stopped = by_index(at(trip), data); stopped != 0) return stopped;
    return 0;
  }
};

void run_share(void* argument, heddle_share* share) noexcept {
  auto& loop = *static_cast<For*>(argument);
  heddle_block block;
  while (heddle_loop_next(share, &block) != 0) {
    const int stopped = loop.run(block);
    if (stopped == 0) continue;
    // order: relaxed — read when the loop is over.
    loop.ended_by.store(stopped, std::memory_order_relaxed);
    return heddle_loop_stop(share);
  }
}

int run_for(For& loop, const heddle_loop_options* options) noexcept {
  const Trips trips = heddle::c::trips_of(loop.range);
  if (trips.code != HEDDLE_OK) return trips.code;
  const int refused = heddle_loop_run(trips.count, run_share, &loop, options);
  // order: relaxed — the loop is over.
  return refused != HEDDLE_OK ? refused : loop.ended_by.load(std::memory_order_relaxed);
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] int heddle_parallel_for(heddle_range range, heddle_index_body body, void* data,
                                                       const heddle_loop_options* options) {
  if (body == nullptr) return HEDDLE_NULL_BODY;
  For loop{.range = range, .by_index = body, .by_block = nullptr, .data = data};
  return run_for(loop, options);
}

[[gnu::visibility("default")]] int heddle_parallel_for_blocks(heddle_range range, heddle_block_body body, void* data,
                                                              const heddle_loop_options* options) {
  if (body == nullptr) return HEDDLE_NULL_BODY;
  if (range.step != 1) return HEDDLE_BAD_RANGE;
  For loop{.range = range, .by_index = nullptr, .by_block = body, .data = data};
  return run_for(loop, options);
}

}  // extern "C"
