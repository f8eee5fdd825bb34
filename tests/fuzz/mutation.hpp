// Damage done to good inputs, by a number: the same number, the same damage, on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::fuzz {

/// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) noexcept : state_((seed + 1) * 0x9E3779B97F4A7C15u | 1) {}
  /// @returns one of [0, end); 0 when end is 0
  std::size_t below(std::size_t end) noexcept {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return end == 0 ? 0 : (state_ * 0x2545F4914F6CDD1Du >> 16) % end;
  }

 private:
  std::uint64_t state_;
};

/// The input of that number: the first ones are the seeds as they are, all others are damaged.
std::string input_of(const std::vector<std::string>& seeds, std::uint64_t number);

}  // namespace heddle::fuzz
