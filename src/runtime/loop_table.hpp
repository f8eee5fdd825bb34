// The table of loop schedules. A new one is a row here, and the #include of its header; tools/new writes both.
#pragma once

#include <array>
#include <new>

#include "base/check.hpp"
#include "loop/counter/counter.hpp"
#include "loop/idws/idws.hpp"
#include "loop/static/static.hpp"
#include "loop/steal/steal.hpp"
#include "runtime/policies.hpp"

namespace heddle::runtime {

/// A schedule that needs to know nothing of its team.
template <class P, class Schedule>
std::unique_ptr<graph::LoopSchedule<P>> make_loop(const LoopSetup<P>& /*setup*/) {
  std::unique_ptr<graph::LoopSchedule<P>> made(new (std::nothrow) Schedule);
  HEDDLE_CHECK(made != nullptr, "no memory left for the schedule of a loop");
  return made;
}

template <class P>
std::unique_ptr<graph::LoopSchedule<P>> make_idws(const LoopSetup<P>& setup) {
  loop::IdwsTuning tuning;
  if (setup.interrupts) tuning.signals = loop::Signals::allowed;
  std::unique_ptr<graph::LoopSchedule<P>> made(new (std::nothrow) loop::Idws<P>(tuning, setup.history));
  HEDDLE_CHECK(made != nullptr, "no memory left for the schedule of a loop");
  return made;
}

template <class P>
inline constexpr auto k_loop_schedules = std::to_array<LoopPolicy<P>>({
    {"static",
     "one block each, or chunks in turns: who runs what is known in advance",
     {.number = 1, .chunk = ChunkRule::own_choice, .fixed = true},
     make_loop<P, loop::Static<P>>},
    {"dynamic",
     "chunks of one size, first come, first served",
     {.number = 2},
     make_loop<P, loop::Counter<P, loop::EqualChunks>>},
    {"guided",
     "the same, each chunk a thread's share of what is left",
     {.number = 3},
     make_loop<P, loop::Counter<P, loop::ShrinkingChunks>>},
    {"idws",
     "one block each; an idle thread takes from the one with most left, between two strips",
     {.number = 6, .chunk = ChunkRule::own_choice, .balances = true, .brief = true},
     make_idws<P>},
    {"steal",
     "one block each, by chunks; an idle thread takes half of what a random one has left",
     {.number = 7, .chunk = ChunkRule::own_choice, .balances = true},
     make_loop<P, loop::Steal<P, loop::RandomVictim>>},
    {"steal_most",
     "the same, taking from the one with most left",
     {.number = 8, .chunk = ChunkRule::own_choice, .balances = true},
     make_loop<P, loop::Steal<P, loop::MostLoaded>>},
});

/// The number of the schedule with this name, for code that names one. Without such a row it does not compile.
template <class P>
consteval std::uint8_t loop_number(std::string_view name) {
  return find_policy(std::span<const LoopPolicy<P>>(k_loop_schedules<P>), name)->traits.number;
}

}  // namespace heddle::runtime
