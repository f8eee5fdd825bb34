// Cores: what threads compute, on cores that they may have to share. A core of its own is as fast as the machine says;
// two and more threads of one share what they do together.
//
// Only computing is shared so: the engine's own steps take as long as on a core of one's own. Used by the threads of
// one engine.
#pragma once

#include <deque>

#include "platform/sim/engine.hpp"
#include "platform/sim/shared_core.hpp"

namespace heddle::platform::sim {

class Cores {
 public:
  explicit Cores(Engine& engine) : engine_(engine) {
    const Machine& machine = engine.machine();
    const SharedCores& shared = machine.shared;
    if (shared.speeds.empty()) return;
    const bool alone = machine.cores <= shared.cores && !shared.neighbours && shared.speeds.front() == 1;
    for (std::uint32_t core = 0; !alone && core < shared.cores; ++core) cores_.emplace_back(engine, shared.speeds);
  }

  /// @param cycles  as long as it takes at a speed of 1
  void compute(CoreId thread, double cycles) {
    if (cores_.empty()) return engine_.work(static_cast<Cycles>(cycles));
    cores_[engine_.machine().core_of(thread)].compute(cycles);
  }

 private:
  Engine& engine_;
  std::deque<SharedCore> cores_;
};

}  // namespace heddle::platform::sim
