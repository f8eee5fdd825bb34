// Fetches: what this rank pulls from others before a task may run here.
//
// A plan is made where the copies are known (copies.hpp), and begun here in the order in which plans are made. Who
// waits for a plan waits for all that were begun before it, too: what an earlier one brings need not be in a later one.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "cluster/rank_bell.hpp"
#include "platform/threads/threads.hpp"
#include "sync/mutex.hpp"
#include "transport/transport.hpp"

namespace heddle::cluster {

/// Ranges by the rank that has them.
class FetchPlan {
 public:
  struct Part {
    unsigned from;
    std::vector<transport::MemoryRange> ranges;
  };

  void add(unsigned from, char* begin, std::size_t bytes) {
    Part& part = part_of(from);
    if (!part.ranges.empty() && part.ranges.back().begin + part.ranges.back().bytes == begin) {
      part.ranges.back().bytes += bytes;
    } else {
      part.ranges.push_back({begin, bytes});
    }
  }
  const std::vector<Part>& parts() const noexcept { return parts_; }

 private:
  Part& part_of(unsigned from) {
    for (Part& part : parts_)
      if (part.from == from) return part;
    return parts_.emplace_back(Part{from, {}});
  }
  std::vector<Part> parts_;
};

template <class P>
class BasicFetches {
 public:
  /// Notes a plan of so many parts. @returns its ticket
  std::uint64_t begin(std::size_t parts) {
    const sync::Guard guard(lock_);
    if (parts != 0) under_way_.push_back({++last_, parts});
    return last_;
  }
  /// A part of the plan has come.
  void came(std::uint64_t ticket) {
    {
      const sync::Guard guard(lock_);
      for (One& one : under_way_)
        if (one.ticket == ticket) --one.parts;
      while (!under_way_.empty() && under_way_.front().parts == 0) under_way_.pop_front();
    }
    bell_.ring();
  }
  /// Whether all up to this one have come.
  bool there(std::uint64_t ticket) {
    const sync::Guard guard(lock_);
    return under_way_.empty() || under_way_.front().ticket > ticket;
  }
  bool any() {
    const sync::Guard guard(lock_);
    return !under_way_.empty();
  }
  /// Rung for each part.
  RankBell<P>& bell() noexcept { return bell_; }

 private:
  struct One {
    std::uint64_t ticket;
    std::size_t parts;
  };
  sync::Mutex<P> lock_;
  std::deque<One> under_way_ HEDDLE_GUARDED_BY(lock_);
  std::uint64_t last_ HEDDLE_GUARDED_BY(lock_) = 0;
  RankBell<P> bell_;
};

using Fetches = BasicFetches<platform::Threads>;

}  // namespace heddle::cluster
