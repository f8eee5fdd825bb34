#include "loop_works.hpp"

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

namespace heddle::idws {

namespace {

using States = std::vector<std::uint8_t>;

void mix_uniformly(States& states, std::size_t first, std::size_t last) {
  std::mt19937_64 bits(2014);  // its numbers are the same everywhere
  for (std::size_t at = first; at < last; ++at) states[at] = static_cast<std::uint8_t>(bits() % 4);
}

States dense_end(std::uint64_t trip, const LoopStates& shape) {
  States states(trip, 0);
  const auto dense = static_cast<std::size_t>(static_cast<double>(trip) * shape.dense);
  mix_uniformly(states, 0, static_cast<std::size_t>(static_cast<double>(trip) * shape.mixed));
  std::fill(states.end() - static_cast<std::ptrdiff_t>(dense), states.end(), std::uint8_t{3});
  return states;
}

States states_of(Distribution distribution, std::uint64_t trip, const LoopStates& shape) {
  States states(trip, 0);
  switch (distribution) {
    case Distribution::regular:
      std::fill(states.begin(), states.end(), std::uint8_t{2});
      break;
    case Distribution::random:
      mix_uniformly(states, 0, trip);
      break;
    case Distribution::dense_end:
      return dense_end(trip, shape);
    case Distribution::dense_begin:
      states = dense_end(trip, shape);
      std::reverse(states.begin(), states.end());
      break;
    case Distribution::periodic:
      for (std::uint64_t at = 0; at < trip; at += shape.period) states[at] = 3;
      break;
  }
  return states;
}

}  // namespace

const char* name_of(Distribution distribution) noexcept {
  constexpr const char* k_names[] = {"Regular", "Random", "Dense End", "Dense Begin", "Periodic"};
  return k_names[static_cast<std::size_t>(distribution)];
}

std::span<const Distribution> distributions() noexcept {
  static constexpr Distribution k_all[] = {Distribution::regular, Distribution::random, Distribution::dense_end,
                                           Distribution::dense_begin, Distribution::periodic};
  return k_all;
}

sim::LoopWork loop_of(Distribution distribution, std::uint64_t trip, const LoopStates& states) {
  return {name_of(distribution), states_of(distribution, trip, states), {states.cycles.begin(), states.cycles.end()}};
}

LoopStates states_of_xeon_phi() noexcept {
  return {.cycles = {20, 4'710, 9'420, 54'240}, .dense = 0.122, .mixed = 0.122, .period = 61};
}

std::span<const double> thread_speeds_of_xeon_phi() noexcept {
  static constexpr double k_speeds[] = {1.28, 2.0, 2.5, 2.94};
  return k_speeds;
}

}  // namespace heddle::idws
