// Bandwidth: a memory node whose bandwidth is shared evenly by the cores that use it, none of which gets more than a
// core can take. A fluid model: transfers have rates, not packets.
//
// All transfers have the same rate, so one clock (bytes that each has got so far) tells when each ends. Used by the
// cores of one engine. Doubles, so equal on machines that compute them alike.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "platform/sim/engine.hpp"

namespace heddle::platform::sim {

class Bandwidth {
 public:
  /// Both in bytes per cycle.
  Bandwidth(Engine& engine, double of_node, double of_core) : engine_(engine), of_node_(of_node), of_core_(of_core) {}
  /// Anything else that is shared: what one, two, three ... users get together; of more, as many as the last.
  Bandwidth(Engine& engine, std::vector<double> of_users) : engine_(engine), of_users_(std::move(of_users)) {}

  /// Moves so many bytes; the running core waits for it.
  void move(double bytes) {
    Flow flow;
    begin(bytes, flow);
    wait(flow);
  }

  /// Bytes on their way, beside what their core does meanwhile. Stays where it is until it is over.
  class Flow {
   public:
    Flow() = default;
    Flow(const Flow&) = delete;
    Flow& operator=(const Flow&) = delete;
    bool over() const noexcept { return over_; }

   private:
    friend class Bandwidth;
    bool over_ = false;
  };
  /// For the running core, which must wait() for it.
  void begin(double bytes, Flow& flow);
  void wait(const Flow& flow);

 private:
  struct Transfer {
    double ends_at;  // by served_
    std::uint64_t number;
    CoreId core;
    Flow* flow;
    bool operator>(const Transfer& other) const noexcept {
      return ends_at != other.ends_at ? ends_at > other.ends_at : number > other.number;
    }
  };

  double rate() const noexcept {
    if (!of_users_.empty()) {
      return of_users_[std::min(transfers_.size(), of_users_.size()) - 1] / static_cast<double>(transfers_.size());
    }
    const double share = of_node_ / static_cast<double>(transfers_.size());
    return share < of_core_ ? share : of_core_;
  }
  void serve();
  void plan();

  Engine& engine_;
  const double of_node_ = 0;
  const double of_core_ = 0;
  const std::vector<double> of_users_;
  double served_ = 0;  // bytes that a transfer would have got that had always been under way
  Cycles last_ = 0;
  std::uint64_t next_number_ = 0;
  std::uint64_t plan_ = 0;  // of the plans made the one that holds
  std::priority_queue<Transfer, std::vector<Transfer>, std::greater<>> transfers_;
};

}  // namespace heddle::platform::sim
