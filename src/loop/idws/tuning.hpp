// The lengths that IDWS works with. Models make them small; programs run with the defaults.
#pragma once

#include <cstdint>

namespace heddle::loop {

/// Whether a thief may interrupt a victim that does not come by.
enum class Signals : std::uint8_t { never, allowed };

struct IdwsTuning {
  /// How long what a seat keeps for itself should last: what it may withhold when it loses its core, and how often it
  /// reads the clock (25 to 65 ns) and claims by compare-exchange (6 ns): 0.1 % of it.
  std::uint64_t batch_ns = 64'000;
  /// Strips of a batch: 8 µs each. Handing one out to compiled code costs up to 60 ns, with the calls on the way and
  /// the loop's own beginning and end: at 2 µs that was 3 %.
  std::uint32_t strips = 8;
  /// Units of the first batch of a loop of which nothing is known: it is there to be timed.
  std::uint32_t first_batch = 1;
  /// A batch is at most so many times the last one: cheap iterations may be followed by dear ones.
  std::uint32_t growth = 8;
  /// A batch is at most this part of what the seat has left, so that near the end little is kept and most lies open;
  /// but it lasts as long as a strip may.
  std::uint32_t part_kept = 8;
  /// A strip is at most this part of what the seat has left, because nobody can have any of it: cheap iterations may
  /// end in its middle; but it lasts a quarter of what a strip may, or handing it out would cost more than 3 %.
  std::uint32_t part_run = 32;
  /// Looks, one pause (35 ns) apart, for an answer: a strip's time.
  std::uint32_t looks = 256;
  /// Answers that may fail to come before an idle seat leaves the loop to those who have the rest: 1 ms at least.
  std::uint32_t patience = 500;
  Signals signals = Signals::never;
};

}  // namespace heddle::loop
