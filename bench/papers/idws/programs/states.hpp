// The synthetic benchmark of the IDWS paper, section 5: an array of states in [0, 3], filled in five ways, and a loop
// whose iteration i does more work the larger states[i] is.
//
// The paper prints neither the number of function calls nor the pattern's parameters. Ours give the serial totals the
// proportions of its Table 1 (Regular 5.8, Random 7.5, Dense End 4.2, Periodic 1.1): state 3 costs about 3.6 times as
// much as state 2; the dense part is a fifth of the loop, the mixture beside it a tenth; one iteration of 16 works in
// Periodic.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "hash.hpp"

namespace idws {

using States = std::vector<int32_t>;

inline constexpr long k_period = 16;

/// States [from, to) of a loop as long as `states`: a uniform mixture.
inline void mix_uniformly(States& states, long from, long to) {
  bench::Dice dice(2014);
  for (long i = from; i < to; ++i) states[i] = static_cast<int32_t>(dice.below(4));
}

inline States dense_end(long size) {
  States states(size, 0);
  mix_uniformly(states, 0, size / 10);
  std::fill(states.end() - size / 5, states.end(), 3);
  return states;
}

inline States dense_begin(long size) {
  const States mirrored = dense_end(size);
  return {mirrored.rbegin(), mirrored.rend()};
}

inline States periodic(long size) {
  States states(size, 0);
  for (long i = 0; i < size; i += k_period) states[i] = 3;
  return states;
}

/// Empty when there is no such distribution.
inline States states_of(const std::string& distribution, long size) {
  if (distribution == "regular") return States(size, 2);
  if (distribution == "dense_end") return dense_end(size);
  if (distribution == "dense_begin") return dense_begin(size);
  if (distribution == "periodic") return periodic(size);
  States states;
  if (distribution != "random") return states;
  states.resize(size);
  mix_uniformly(states, 0, size);
  return states;
}

/// What iteration i computes: sines of i and its square, from state 2 on cosines of other powers (of one number GCC
/// would compute both by one call, clang would not), in state 3 hyperbolic sines. Powers are scaled, because the sine
/// of a very large number costs ten times as much; the hyperbolic sines are of numbers below 5, because those of i
/// would be infinite.
inline double value(int32_t state, long i) {
  constexpr int k_hyperbolic_sines = 7;
  const double x = static_cast<double>(i), square = x * x * 0x1p-24, cube = x * square * 0x1p-24;
  double sum = std::sin(x) + std::sin(square);
  if (state >= 2) sum += std::cos(x + square) + std::cos(cube);
  if (state < 3) return sum;
  const double bounded = 1 + static_cast<double>(i & 1023) / 1024;
  for (int k = 1; k <= k_hyperbolic_sines; ++k) sum += std::sinh(bounded * k / 3);
  return sum;
}

/// The contribution of iteration i as an integer, so that the sum does not depend on the order: an iteration that is
/// lost or runs twice shows. Nothing is done in state 0.
inline uint64_t contribution(int32_t state, long i) {
  if (state == 0) return 0;
  constexpr double k_scale = 1 << 20;
  return static_cast<uint64_t>(static_cast<int64_t>(value(state, i) * k_scale));
}

}  // namespace idws
