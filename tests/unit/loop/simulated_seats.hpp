// Seats of one loop in simulated time: each has a clock of its own, the one that is behind takes its next chunk. What a
// schedule's decisions are worth can be told without a machine: nothing but the iterations takes time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "graph/loop_schedule.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::loop_test {

inline std::uint64_t clock_ns = 0;  // one thread only

/// Real atomics, a clock of our own.
struct Clocked : platform::Threads {
  static std::uint64_t now_ns() noexcept { return clock_ns; }
};

using Cost = std::function<std::uint64_t(std::uint64_t iteration, graph::Seat seat)>;

struct SimulatedRun {
  std::uint64_t makespan_ns = 0;
  std::uint64_t work_ns = 0;
  std::vector<std::vector<graph::Chunk>> chunks;  // of each seat
  bool each_once = true;

  /// How much of the seat's time it was running its first contiguous stretch, in iterations.
  double at_home(graph::Seat seat) const {
    std::uint64_t home = 0;
    std::uint64_t all = 0;
    bool left = false;
    for (std::size_t i = 0; i < chunks[seat].size(); ++i) {
      const graph::Chunk& chunk = chunks[seat][i];
      left = left || (i > 0 && chunk.first != chunks[seat][i - 1].last);
      all += chunk.last - chunk.first;
      home += left ? 0 : chunk.last - chunk.first;
    }
    return all == 0 ? 1 : static_cast<double>(home) / static_cast<double>(all);
  }
};

inline SimulatedRun simulate(graph::LoopSchedule<Clocked>& schedule, const graph::LoopShape& shape, const Cost& cost) {
  SimulatedRun run{.chunks = std::vector<std::vector<graph::Chunk>>(shape.threads)};
  std::vector<graph::LoopCursor> cursors(shape.threads);
  std::vector<std::uint64_t> at(shape.threads, clock_ns);
  std::vector<graph::Seat> going(shape.threads);
  std::vector<int> runs(shape.trip);
  for (graph::Seat seat = 0; seat < shape.threads; ++seat) going[seat] = seat;
  const std::uint64_t start = clock_ns;
  schedule.open(shape);
  while (!going.empty()) {
    const auto next = std::min_element(going.begin(), going.end(), [&](auto a, auto b) { return at[a] < at[b]; });
    const graph::Seat seat = *next;
    clock_ns = at[seat];
    const graph::Chunk chunk = schedule.take(seat, cursors[seat]);
    if (chunk.empty()) {
      going.erase(next);
      continue;
    }
    run.chunks[seat].push_back(chunk);
    for (std::uint64_t i = chunk.first; i < chunk.last; ++i) {
      run.each_once = run.each_once && ++runs[i] == 1;
      at[seat] += cost(i, seat);
      run.work_ns += cost(i, seat);
    }
  }
  clock_ns = *std::max_element(at.begin(), at.end());
  run.makespan_ns = clock_ns - start;
  for (const int count : runs) run.each_once = run.each_once && count == 1;
  return run;
}

}  // namespace heddle::loop_test
