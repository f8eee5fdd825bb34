// A core's stores under way: it goes on while they wait for their lines, and they become visible in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "platform/sim/machine.hpp"

namespace heddle::platform::sim {

class StoreBuffer {
 public:
  /// A store whose line comes at `ready`. @returns when it is through: no earlier than those before it.
  Cycles add(Cycles ready) {
    last_ = std::max(last_, ready);
    under_way_.push_back(last_);
    return last_;
  }

  /// When there is room for one more.
  Cycles room(Cycles now, std::uint32_t capacity) {
    while (!under_way_.empty() && under_way_.front() <= now) under_way_.pop_front();
    return under_way_.size() < capacity ? now : under_way_[under_way_.size() - capacity];
  }

  /// When all are through.
  Cycles empty_at(Cycles now) const noexcept { return std::max(now, last_); }

 private:
  std::deque<Cycles> under_way_;
  Cycles last_ = 0;
};

}  // namespace heddle::platform::sim
