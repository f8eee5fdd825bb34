// What a seed decides besides the program: the engine's settings, the team, and how many members have a program each.
//
// Settings live as long as the engine that was made with them, and engines are kept: so there is a small table of them.
#pragma once

#include <cstdint>
#include <iterator>

#include "tests/unit/policies/random_node.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace heddle::test {

struct Manner {
  std::uint32_t window;
  std::uint32_t backlog;
  std::uint32_t processors;  // fewer than the team has threads: it gives way instead of spinning
  std::uint32_t spin_ns;     // 0: every wait ends in a nap
  bool cancellation;
  dependence::AsyncParameters async;  // managers, spins, operations, ready; of the manager `async` only
};

inline constexpr std::uint32_t k_all = dependence::AsyncParameters::k_all;
inline constexpr Manner k_manners[] = {
    {200, 64, 2, 20'000, false, {}},
    {2048, 64, 8, 0, true, {k_all, 1, 1, 1}},                   // managers take turns at every message
    {1, 1, 2, 20'000, false, {k_all, 20, 1, 1'000}},            // every task is over before the next one, or nearly
    {16, 4, 8, 0, false, {1, 1, 1, 1}},                         // one manager, who leaves as soon as he can
    {1U << 20, 1U << 20, 2, 20'000, true, {2, 5, 128, 1'000}},  // everything is queued
    {2, 0, 1, 2'000, false, {1, 1'000, 2, 1'000'000}},          // a manager who hardly ever leaves
    {64, 64, 2, 300'000, true, {}},
    {2048, 2, 64, 0, false, {k_all, 1, 8, 4}},
};
inline constexpr unsigned k_manner_count = std::size(k_manners);

inline runtime::Settings settings_of(const Manner& manner) {
  runtime::Settings settings;
  settings.window = manner.window;
  settings.backlog = manner.backlog;
  settings.processors = manner.processors;
  settings.spin_ns = manner.spin_ns;
  settings.crowded_spin_ns = manner.spin_ns / 10;
  settings.cancellation = manner.cancellation;
  settings.async = manner.async;
  return settings;
}

inline constexpr Shape k_shapes[] = {
    {.depth = 3, .children = 12, .region_percent = 1},
    {.depth = 5, .children = 8, .event_percent = 15},
    {.depth = 1, .children = 150, .cells = 1, .accesses = 1},
    {.depth = 1, .children = 200, .cells = 100, .accesses = 12},
    {.depth = 2, .children = 30, .cells = 2, .event_percent = 10},
    {.depth = 60, .children = 3, .tasks = 400, .nest_percent = 90},  // a deep family
    {.depth = 1, .children = 60, .cells = 250, .accesses = 160},     // more accesses than a block holds
    {.depth = 3, .children = 10, .plain_percent = 70, .bulky_percent = 25},
    {.depth = 3, .children = 16, .cells = 3, .region_percent = 4},
    {.depth = 2, .children = 40, .cells = 1, .accesses = 2, .nest_percent = 60},  // join nodes
};

struct Plan {
  unsigned manner;
  unsigned threads;
  unsigned producers;  // members with a program of their own
  Shape shape;
};

/// @param threads  of the team; 0: the seed decides
inline Plan plan_of(std::uint32_t seed, unsigned threads) {
  std::uint64_t bits = (seed + 1ULL) * 0x9E3779B97F4A7C15ULL;  // Fibonacci hashing: neighbours differ in all high bits
  const auto below = [&bits](unsigned limit) {
    bits ^= bits >> 29;
    bits *= 0xBF58476D1CE4E5B9ULL;  // the first multiplier of SplitMix64
    return static_cast<unsigned>((bits >> 33) % limit);
  };
  Plan plan{};
  plan.manner = below(k_manner_count);
  plan.threads = below(60) == 0 ? 64 : 1 + below(8);
  if (threads != 0) plan.threads = threads;
  plan.producers = below(3) == 0 ? 1 + below(plan.threads < 4 ? plan.threads : 4) : 1;
  plan.shape = k_shapes[below(std::size(k_shapes))];
  if (k_manners[plan.manner].cancellation) plan.shape.cancel_percent = 60;
  return plan;
}

}  // namespace heddle::test
