// Bandwidth: a memory node whose bandwidth is shared evenly by the cores that use it, none of which gets more than a
// core can take. What a core gets, its threads that use it share evenly. A fluid model: transfers have rates, not
// packets.
//
// All cores have the same rate, so one clock (bytes that each has got so far) tells when a core's next transfer ends; a
// second one of each core, which goes so much slower as it has transfers, tells which. Used by the threads of one
// engine. Doubles, so equal on machines that compute them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "platform/sim/engine.hpp"

namespace heddle::platform::sim {

class Bandwidth {
 public:
  /// Both in bytes per cycle.
  Bandwidth(Engine& engine, double of_node, double of_core)
      : engine_(engine), of_node_(of_node), of_core_(of_core), cores_(engine.machine().cores) {}

  /// Moves so many bytes; the running thread waits for it.
  void move(double bytes) {
    Flow flow;
    begin(bytes, flow);
    wait(flow);
  }

  /// Bytes on their way, beside what their thread does meanwhile. Stays where it is until it is over.
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
  /// For the running thread, which must wait() for it.
  void begin(double bytes, Flow& flow);
  void wait(const Flow& flow);

  /// For how long it has been used up so far: cores got less than they could take.
  Cycles used_up() const noexcept { return used_up_ + (is_used_up() ? engine_.time() - last_ : 0); }

 private:
  struct Transfer {
    double ends_at;  // by its core's clock
    std::uint64_t number;
    CoreId thread;
    Flow* flow;
    bool operator>(const Transfer& other) const noexcept {
      return ends_at != other.ends_at ? ends_at > other.ends_at : number > other.number;
    }
  };
  struct Core {
    double served = 0;  // bytes that each of its transfers would have got that had always been under way
    double as_of = 0;   // by the node's clock
    std::uint64_t ending = 0;
    std::priority_queue<Transfer, std::vector<Transfer>, std::greater<>> transfers;
  };
  /// Of a core's next transfer, while its threads use the memory as they do.
  struct Ending {
    double at;  // by the node's clock
    std::uint64_t number;
    CoreId core;
    std::uint64_t ending;  // holds while it is the core's last
    bool operator>(const Ending& other) const noexcept {
      return at != other.at ? at > other.at : number > other.number;
    }
  };

  double share() const noexcept { return of_node_ / busy_; }
  bool is_used_up() const noexcept { return busy_ != 0 && share() < of_core_; }
  double rate() const noexcept { return share() < of_core_ ? share() : of_core_; }
  void serve();
  void serve(Core& core) const;
  void look_ahead(CoreId core);
  void end_next();
  void drop_stale();
  void plan();

  Engine& engine_;
  const double of_node_;
  const double of_core_;
  double served_ = 0;  // the node's clock: bytes that a core would have got that had always used it
  Cycles last_ = 0;
  Cycles used_up_ = 0;      // until last_
  std::uint32_t busy_ = 0;  // cores
  std::uint64_t next_number_ = 0;
  std::uint64_t plan_ = 0;  // of the plans made the one that holds
  std::vector<Core> cores_;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> endings_;
};

}  // namespace heddle::platform::sim
