// SharedCore: a core whose threads compute together as fast as its table says, and share that evenly. A fluid model:
// computations have rates, not time slices.
//
// All have the same rate, so one clock (cycles that each has got so far) tells when each ends. Used by the threads of
// one engine. Doubles, so equal on machines that compute them alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "platform/sim/engine.hpp"

namespace heddle::platform::sim {

class SharedCore {
 public:
  /// @param speeds  of one, two, three ... busy threads together; of more, as of the last
  SharedCore(Engine& engine, std::vector<double> speeds) : engine_(engine), speeds_(std::move(speeds)) {}

  /// The running thread computes so many cycles, as long as they take at a speed of 1.
  void compute(double cycles);

 private:
  struct Share {
    double ends_at;  // by served_
    std::uint64_t number;
    CoreId thread;
    bool* over;
    bool operator>(const Share& other) const noexcept {
      return ends_at != other.ends_at ? ends_at > other.ends_at : number > other.number;
    }
  };

  double rate() const noexcept {
    return speeds_[std::min(shares_.size(), speeds_.size()) - 1] / static_cast<double>(shares_.size());
  }
  void serve();
  void plan();

  Engine& engine_;
  const std::vector<double> speeds_;
  double served_ = 0;  // cycles that a thread would have got that had always been busy
  Cycles last_ = 0;
  std::uint64_t next_number_ = 0;
  std::uint64_t plan_ = 0;  // of the plans made the one that holds
  std::priority_queue<Share, std::vector<Share>, std::greater<>> shares_;
};

}  // namespace heddle::platform::sim
