// Machine: what a simulated many-core costs, in cycles of its own clock. Where each number of a machine comes from
// stands in its machine file (machines/*.toml); what the numbers mean for a line stands in lines.hpp.
#pragma once

#include <cstdint>
#include <vector>

namespace heddle::platform::sim {

using Cycles = std::uint64_t;
using CoreId = std::uint32_t;

/// Moving a cache line between cores.
struct LineCosts {
  Cycles hit = 2;                    // load or store of a line that the core has
  Cycles change = 8;                 // read-modify-write, or full fence, on a line that the core has for itself
  Cycles transfer = 110;             // a line from another core of the group
  Cycles transfer_far = 110;         // the same from another group
  Cycles upgrade = 40;               // from shared to exclusive
  std::uint32_t hold_percent = 30;   // of the flight in which the old owner still hits
  std::uint32_t chain_percent = 80;  // of a flight when requests queue for the line
  std::uint32_t overlap = 4;         // lines under way at once when several are fetched in a row
  std::uint32_t store_buffer = 48;   // stores under way at once
};

/// Calls of the operating system, and the clock.
struct SystemCosts {
  Cycles pause = 90;
  Cycles yield = 1500;
  Cycles clock = 80;
  Cycles clock_of_thread = 600;
  Cycles park = 1500;           // going to sleep
  Cycles unpark = 800;          // waking when nobody sleeps; plus `wake` for each who does
  Cycles wake = 5000;           // what the waker pays for a sleeper
  Cycles wake_latency = 12000;  // until the sleeper runs
  Cycles heavy_fence = 3000;
  Cycles interrupt = 3000;          // what the sender pays
  Cycles interrupt_latency = 8000;  // until the handler starts
  Cycles interrupted = 4000;        // what the victim pays
  Cycles thread_start = 30000;
};

/// Threads that share a core: its caches, so that no line travels between them, and its speed.
struct SharedCores {
  std::vector<double> speeds;  // of one, two, three ... busy threads of a core, together; empty: a core for each thread
  std::uint32_t cores = 1;     // over which threads go round: 0, 1, ... sit on a core each, then the next on the first
  bool neighbours = false;     // instead: threads 0, 1, ... share the first core
};

/// Memory: nodes of two kinds, whose bandwidth is shared by the cores that use them.
struct MemoryCosts {
  std::uint32_t nodes = 0;           // of each kind; each has its part of the cores near it; 0: not known
  std::uint32_t node_mbps = 0;       // of the large one
  std::uint32_t fast_node_mbps = 0;  // of the fast one; 0: there is none
  std::uint32_t core_mbps = 0;       // the most that a core can take
};

/// Messages between cores that have roles: schedulers, and workers under them. Cores sit eight to a board, boards in a
/// mesh.
struct MessagingCosts {
  std::uint32_t bytes = 64;       // of a message; a longer one goes as several
  Cycles send = 24;               // the sender is busy
  Cycles latency = 19;            // to a core of the same board
  Cycles hop = 5;                 // more for each board between
  Cycles handle = 450;            // a worker is busy with one that comes
  std::uint32_t side = 4;         // boards along each side of the mesh
  std::uint32_t neighbours = 50;  // who has more takes messages in the slow way:
  Cycles slow_per_neighbour = 0;  // so much more a message for each neighbour, on a worker's core
};

/// Data that go from core to core.
struct TransferCosts {
  Cycles start = 24;
  std::uint32_t piece_bytes = 1 << 20;
  std::uint32_t bytes_per_kcycle = 2000;
};

/// What runtime code takes for a task with one argument, on cores of both kinds.
struct HandlerCosts {
  Cycles worker_spawn = 0;
  Cycles worker_execute = 0;
  Cycles fast_worker_spawn = 0;
  Cycles fast_worker_execute = 0;
  Cycles scheduler_spawn = 0;
  Cycles scheduler_execute = 0;
  std::uint32_t fast_tenths = 75;       // how many tenths of a worker's speed a fast scheduler has
  std::uint32_t argument_percent = 55;  // of it for each argument
  std::uint32_t level_percent = 10;     // of an argument's part for each level of regions more that it goes through
};

struct Machine {
  std::uint32_t cores = 2;        // as the simulation has them: threads, where these share cores
  std::uint32_t group_cores = 0;  // of a socket or cluster; 0: all are one group
  std::uint32_t mhz = 2600;
  Cycles operation = 6;  // the engine's instructions around one atomic operation
  LineCosts line;
  SystemCosts system;
  SharedCores shared;
  MemoryCosts memory;
  MessagingCosts messaging;
  TransferCosts transfer;
  HandlerCosts handler;

  std::uint64_t to_ns(Cycles cycles) const noexcept { return cycles * 1000 / mhz; }
  Cycles to_cycles(std::uint64_t ns) const noexcept { return ns * mhz / 1000; }
  /// The most threads that it runs at once.
  std::uint32_t most_threads() const noexcept {
    return shared.speeds.empty() ? cores : shared.cores * static_cast<std::uint32_t>(shared.speeds.size());
  }
  /// Where a thread sits.
  CoreId core_of(CoreId thread) const noexcept {
    if (shared.speeds.empty()) return thread;
    return shared.neighbours ? thread / static_cast<CoreId>(shared.speeds.size()) : thread % shared.cores;
  }
  /// Of cores.
  bool same_group(CoreId one, CoreId other) const noexcept {
    return group_cores == 0 || one / group_cores == other / group_cores;
  }
};

}  // namespace heddle::platform::sim
