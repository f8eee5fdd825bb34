// An order-sensitive hash of a few nanoseconds: the body of the dependent tasks. Two steps done in
// the wrong order, twice, or not at all give another value, so comparing the final hash with the
// serial one checks every dependence of the pattern.
#pragma once

#include <cstdint>

namespace bench {

inline uint64_t mix(uint64_t hash, uint64_t value) noexcept {
  constexpr uint64_t k_golden = 0x9E3779B97F4A7C15U;  // 2^64 divided by the golden ratio, made odd
  hash = (hash ^ value) * k_golden;
  return hash ^ (hash >> 29);
}

/// A small reproducible source of numbers (the same on every machine, unlike std::rand).
class Dice {
 public:
  explicit Dice(uint64_t seed) noexcept : state_(seed) {}
  uint64_t next() noexcept { return state_ = mix(state_, ++rolls_); }
  uint64_t below(uint64_t limit) noexcept { return (next() >> 11) % limit; }

 private:
  uint64_t state_;
  uint64_t rolls_ = 0;
};

}  // namespace bench
