// The loops of IDWS §5 by formula: what each iteration does is drawn from four states, of which 0 does nothing.
//
// The paper prints neither what a state costs nor how long the dense part is; both are inputs here.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sim/loop.hpp"

namespace heddle::idws {

struct LoopStates {
  std::array<platform::sim::Cycles, 4> cycles{};  // of an iteration in each state
  double dense = 0;                               // part of the loop that is in state 3 throughout
  double mixed = 0;                               // part beside it that is a uniform mixture
  std::uint32_t period = 1;                       // of Periodic: one iteration of so many is in state 3
};

enum class Distribution : std::uint8_t { regular, random, dense_end, dense_begin, periodic };
const char* name_of(Distribution distribution) noexcept;
std::span<const Distribution> distributions() noexcept;

sim::LoopWork loop_of(Distribution distribution, std::uint64_t trip, const LoopStates& states);

/// Xeon Phi 7120 of IDWS Tables 3 and 4, in cycles of a thread that shares its core with one other. Fitted to Table 3's
/// rows of guided: Regular (state 2 everywhere: 10.8 s), Random (19.6 s), Periodic's period (0.92 s; and that static,1
/// is 52 times slower, so that it divides the number of threads); the dense part to IDWS's Dense End. Ten runs of a
/// loop of 2^24 iterations, as the dynamic rows want it; state 1 is taken as half of state 2.
LoopStates states_of_xeon_phi() noexcept;

/// What one to four busy threads of its core do together. 1.28: Periodic under static,1 leaves one thread a core, which
/// runs so much faster than in Regular; 2.94: Regular of Table 4 beside Table 3. Three: between.
std::span<const double> thread_speeds_of_xeon_phi() noexcept;

}  // namespace heddle::idws
