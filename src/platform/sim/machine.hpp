// Machine: what a simulated many-core costs, in cycles of its own clock. Where each number of a machine comes from
// stands in its machine file (machines/*.toml); what the numbers mean for a line stands in lines.hpp.
#pragma once

#include <cstdint>

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

struct Machine {
  std::uint32_t cores = 2;
  std::uint32_t group_cores = 0;  // of a socket or cluster; 0: all are one group
  std::uint32_t mhz = 2600;
  Cycles operation = 6;  // the engine's instructions around one atomic operation
  LineCosts line;
  SystemCosts system;

  std::uint64_t to_ns(Cycles cycles) const noexcept { return cycles * 1000 / mhz; }
  Cycles to_cycles(std::uint64_t ns) const noexcept { return ns * mhz / 1000; }
  bool same_group(CoreId one, CoreId other) const noexcept {
    return group_cores == 0 || one / group_cores == other / group_cores;
  }
};

}  // namespace heddle::platform::sim
