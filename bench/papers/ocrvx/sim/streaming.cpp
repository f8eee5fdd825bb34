#include "streaming.hpp"

#include <deque>

#include "platform/sim/bandwidth.hpp"

namespace heddle::ocrvx {

namespace {

using platform::sim::Bandwidth;
using platform::sim::CoreId;

class Run {
 public:
  explicit Run(const Streaming& what) : what_(what), engine_(machine_of(what), {}) {
    const auto& memory = what.machine.memory;
    const double node = what.memory == sim::Memory::fast ? memory.fast_node_mbps : memory.node_mbps;
    for (std::uint32_t number = 0; number < memory.nodes; ++number)
      nodes_.emplace_back(engine_, bytes_per_cycle(node), bytes_per_cycle(memory.core_mbps));
  }

  double seconds() {
    const std::uint32_t cores = what_.machine.cores;
    const auto report = engine_.run([&] {
      for (CoreId core = 0; core < cores; ++core) engine_.start([this, core] { member(core); });
      while (left_ != 0) engine_.sleep("waits for all");
    });
    return static_cast<double>(report.cycles) / (what_.machine.mhz * 1e6) / what_.iterations;
  }

 private:
  /// Core 0 only waits: the others are the machine's.
  static platform::sim::Machine machine_of(const Streaming& what) {
    platform::sim::Machine machine = what.machine;
    machine.shared = {};
    ++machine.cores;
    return machine;
  }
  double bytes_per_cycle(double mbps) const { return mbps / what_.machine.mhz; }

  void member(CoreId core) {
    const std::uint32_t cores = what_.machine.cores;
    const auto nodes = static_cast<std::uint32_t>(nodes_.size());
    const double bytes = what_.gb_per_iteration * 1e9 / cores;
    const std::uint32_t near = core * nodes / cores;
    for (std::uint32_t iteration = 0; iteration < what_.iterations; ++iteration) {
      if (what_.placement == DataPlacement::interleaved) {
        for (std::uint32_t node = 0; node < nodes; ++node) nodes_[(near + node) % nodes].move(bytes / nodes);
      } else {
        nodes_[what_.placement == DataPlacement::own_node ? near : 0].move(bytes);
      }
      wait_for_all(iteration);
    }
    if (--left_ == 0) engine_.wake(0, engine_.time());
  }

  void wait_for_all(std::uint32_t iteration) {
    if (++arrived_ == what_.machine.cores * (iteration + 1)) {
      for (CoreId other = 1; other <= what_.machine.cores; ++other) engine_.wake(other, engine_.time());
    }
    while (arrived_ < what_.machine.cores * (iteration + 1)) engine_.sleep("waits for the iteration's end");
  }

  const Streaming& what_;
  platform::sim::Engine engine_;
  std::deque<Bandwidth> nodes_;
  std::uint32_t left_ = what_.machine.cores;
  std::uint32_t arrived_ = 0;
};

}  // namespace

double seconds_per_iteration(const Streaming& streaming) { return Run(streaming).seconds(); }

}  // namespace heddle::ocrvx
