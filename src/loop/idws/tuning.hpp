// The lengths that IDWS works with. Models make them small; programs run with the defaults.
#pragma once

#include <cstdint>

namespace heddle::loop {

/// Whether a thief may interrupt a victim that does not come by.
enum class Signals : std::uint8_t { never, allowed };

struct IdwsTuning {
  /// How long what a seat keeps for itself should last: what it may withhold when it loses its core, and how often it
  /// reads the clock (25 to 65 ns) and claims by compare-exchange (6 ns): below 0.1 % of it.
  std::uint64_t batch_ns = 256'000;
  /// Strips of a batch: 32 µs each. Handing one out to compiled code costs 60 to 75 ns, with the calls on the way and
  /// the loop's own beginning and end: at 8 µs that was 0.9 %, at 2 µs 3 %.
  std::uint32_t strips = 8;
  /// Units of the first batch of a loop of which nothing is known: it is there to be timed.
  std::uint32_t first_batch = 1;
  /// A batch is at most so many times the last one: cheap iterations may be followed by dear ones.
  std::uint32_t growth = 8;
  /// A batch is at most this part of what the seat has left, so that near the end little is kept and most lies open;
  /// but it may last four of the shortest strips.
  std::uint32_t part_kept = 8;
  /// A strip is at most this part of what the seat has left, because nobody can have any of it: cheap iterations may
  /// end in its middle;
  std::uint32_t part_run = 32;
  /// but the shortest lasts this part of the longest, 2 µs, or handing them out would cost more than 3 %.
  std::uint32_t shortest = 16;
  /// Looks, one pause (35 ns) apart, for an answer: 9 µs, four strips as they are near the end of a loop.
  std::uint32_t looks = 256;
  /// Answers that may fail to come before an idle seat leaves the loop to those who have the rest: 1 ms at least.
  std::uint32_t patience = 500;
  Signals signals = Signals::never;
};

}  // namespace heddle::loop
