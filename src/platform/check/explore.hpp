// How a test asks for an exploration, and what it gets back.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "platform/spins.hpp"

namespace heddle::platform::check {

enum class Stores { at_the_end, may_slip_in };

struct Options {
  /// Switches away from a thread that could go on, per run. Most known bugs need at most two.
  int preemptions = 2;
  /// Failures without reason of weak compare-exchanges, and wake-ups without reason, per run.
  int spurious = 0;
  /// Whether a store may take an earlier place in its atomic's modification order (many more runs).
  Stores stores = Stores::at_the_end;
  /// A run of more steps counts as one that does not end.
  std::uint64_t max_steps = 5000;
  std::uint64_t max_runs = 20'000'000;
  /// Names for the atomics, in the order in which a run makes them, for the schedule of a failure.
  std::vector<std::string> names = {};
  /// Runs only this path, as a failure printed it, when not empty.
  std::string replay = {};
};

struct Result {
  bool passed = true;
  bool complete = true;  // all paths within the bounds were walked
  std::uint64_t runs = 0;
  std::string failure;   // what was broken, empty when passed
  std::string schedule;  // the interleaving, one column per thread
  std::string path;      // for Options::replay

  /// Everything about it for a test's message.
  std::string text() const;
};

/// Runs `program` once for every path within the bounds, until one fails. `program` sets up, calls run_threads() with
/// the bodies of its threads, and checks what must hold afterwards; everything it uses is made anew in each run.
Result explore(const Options& options, const std::function<void()>& program);

/// For programs under exploration. Runs the bodies as threads 1, 2, …; returns when all have ended.
void run_threads(std::vector<std::function<void()>> bodies);
/// Ends the exploration with this failure unless the condition holds.
void require(bool condition, const char* claim);
/// The number of the running thread; 0 sets up and checks.
std::uint32_t current_thread() noexcept;
/// How schedules shall call this address.
void label(const void* address, const std::string& name);
/// Adds a line of text to the running thread's column.
void note(const std::string& text);

/// Interrupts: `handler` runs on the calling thread, between two of its steps, any time after interrupt(thread).
void on_interrupt(std::function<void()> handler);
void interrupt(std::uint32_t thread);

}  // namespace heddle::platform::check
