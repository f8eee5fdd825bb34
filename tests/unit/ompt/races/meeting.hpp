// What the tests of orders share: where threads meet unheard, the moments that each of them leaves, and who sees them.
#pragma once

#include <array>
#include <atomic>

#include "tests/unit/ompt/calls.hpp"
#include "tests/unit/ompt/races/sanitizer.hpp"

namespace heddle::ompt::test {

/// Lets threads meet where the sanitizer does not hear it.
class Meeting {
 public:
  explicit Meeting(int threads) : threads_(threads) {}
  void come() {
    const int turn = ++come_;
    const int whole = (turn + threads_ - 1) / threads_ * threads_;
    while (come_ < whole) platform::Threads::yield();
  }

 private:
  const int threads_;
  std::atomic<int> come_{0};
};

template <std::size_t count>
using Moments = std::array<Moment, count>;

inline Moment& at_seat(auto& moments) { return moments[static_cast<std::size_t>(seat())]; }

/// How many of the others' moments are visible here.
inline int seen_of_others(const auto& moments) {
  int count = 0;
  for (std::size_t other = 0; other < moments.size(); ++other)
    count += other != static_cast<std::size_t>(seat()) && seen(moments[other]) ? 1 : 0;
  return count;
}

inline int seen_of(const auto& moments) {
  int count = 0;
  for (const Moment& moment : moments) count += seen(moment) ? 1 : 0;
  return count;
}

}  // namespace heddle::ompt::test
