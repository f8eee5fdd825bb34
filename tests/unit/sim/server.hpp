// A server with a queue, in virtual time: who comes first is served first, and sleeps meanwhile.
#pragma once

#include "platform/sim/engine.hpp"

namespace heddle::sim_test {

struct Server {
  platform::sim::Engine& engine;
  platform::sim::Cycles service;
  platform::sim::Cycles free_at = 0;
  platform::sim::Cycles waited = 0;  // by all visitors, before they were served

  /// Joins the queue at this time. @returns when its turn is over
  platform::sim::Cycles join(platform::sim::Cycles now) noexcept {
    const platform::sim::Cycles start = now > free_at ? now : free_at;
    waited += start - now;
    return free_at = start + service;
  }
  /// The running core joins, and waits for the end of its turn.
  void visit() { engine.sleep_until(join(engine.now()), "is served"); }
};

}  // namespace heddle::sim_test
