// What this host takes for what a machine file wants to know: measured on real threads.
//
// Calls the operating system and starts threads; nothing else of the process should run meanwhile.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/heddle/calibrate_programs.hpp"

namespace heddle::tools {

/// In ns, each the median of several runs. What one thread does alone is by its own clock, in which others do not
/// count.
struct HostCosts {
  double hit = 0;     // a load that waits for the one before
  double change = 0;  // fetch_add on a line that the core has
  double pause = 0, yield = 0, clock = 0, clock_of_thread = 0;
  double park = 0;    // going to sleep where the word has changed already
  double unpark = 0;  // waking nobody
  double wake = 0;    // what a waker pays for a sleeper, beyond that
  double wake_latency = 0;
  double heavy_fence = 0;
  double interrupt = 0, interrupt_latency = 0, interrupted = 0;
  double thread_start = 0;
};

/// The cpus that this process may use.
std::vector<std::uint32_t> usable_cpus();

/// Cycles of the core's own clock in a microsecond, by a chain of additions.
double megahertz();

HostCosts measure_host(std::uint32_t cpu, std::uint32_t other);

/// Of the five programs on two cpus.
struct LineTimes {
  ProgramTimes ns{};       // a round; the median of the runs in which neither thread had to give its core away
  double apart = 0;        // (third quartile - first) / median, of the program whose runs differed most
  bool disturbed = false;  // of a program fewer than three runs were let alone, so all of them count
};
LineTimes measure_lines(std::uint32_t cpu, std::uint32_t other);

/// ns for a line from one cpu to the other and back, halved.
double measure_flight(std::uint32_t cpu, std::uint32_t other);

}  // namespace heddle::tools
