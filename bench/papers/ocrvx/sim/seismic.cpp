#include "seismic.hpp"

#include <array>
#include <deque>
#include <string_view>
#include <vector>

#include "platform/sim/bandwidth.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/tasking.hpp"
#include "sim/simulated_team.hpp"

namespace heddle::ocrvx {

namespace {

using platform::Sim;
using platform::sim::Bandwidth;
using Team = sim::SimulatedTeam<Sim>;
using Tasking = runtime::Tasking<Sim>;

class Run {
 public:
  explicit Run(const Seismic& what) : what_(what), engine_(what.machine, {}), names_(what.bands + 2) {
    const auto& memory = what.machine.memory;
    const double node = what.memory == sim::Memory::fast ? memory.fast_node_mbps : memory.node_mbps;
    for (std::uint32_t number = 0; number < memory.nodes; ++number)
      nodes_.emplace_back(engine_, node / what.machine.mhz, static_cast<double>(memory.core_mbps) / what.machine.mhz);
    cores_of_node_.assign(memory.nodes, what.machine.cores / memory.nodes);
  }

  Outcome play() {
    std::uint64_t ns = 0;
    const auto report = engine_.run([&] {
      runtime::Settings settings;
      settings.scheduler = what_.scheduler;
      settings.localities = cores_of_node_;
      settings.processors = what_.machine.cores;
      settings.window = UINT32_MAX;
      settings.patience_ns = 0;  // a deadlock is found by the simulation itself
      Team crew(settings, what_.machine.cores);
      const std::uint64_t begin = Sim::now_ns();
      crew.all_run([](void* self) { static_cast<Run*>(self)->member(); }, this);
      ns = Sim::now_ns() - begin;
    });
    outcome_.seconds_per_iteration = static_cast<double>(ns) / 1e9 / what_.iterations;
    outcome_.ended = report.outcome == platform::sim::Outcome::finished;
    return outcome_;
  }

 private:
  /// What a band's tasks depend on, by addresses: its points, and the rows that its neighbours wait for.
  struct Band {
    char stress, velocity, t_row, v_row;
  };
  struct Call {
    Run* run;
    std::uint32_t band;
  };

  std::uint32_t node_of(std::uint32_t band) const {
    return static_cast<std::uint32_t>(std::uint64_t{band} * nodes_.size() / what_.bands);
  }

  void member() {
    if (Team::current().member->seat != 0) return;  // the others run tasks at the region's end
    for (std::uint32_t iteration = 0; iteration < what_.iterations; ++iteration) {
      for (std::uint32_t band = 0; band < what_.bands; ++band) {
        Band &me = names_[band + 1], &below = names_[band + 2];
        spawn_phase(band, {&me.stress, &me.velocity, &below.v_row, &me.t_row});
      }
      for (std::uint32_t band = 0; band < what_.bands; ++band) {
        Band &me = names_[band + 1], &above = names_[band];
        spawn_phase(band, {&me.velocity, &me.stress, &above.t_row, &me.v_row});
      }
    }
  }

  /// What the tasks of a phase write together, and read; a row that comes, and one that goes.
  struct Phase {
    char* written;
    char* read;
    char* comes;
    char* goes;
  };

  /// The tasks of a band's phase: they wait for the band's phase before, and one of them for a neighbour's row.
  void spawn_phase(std::uint32_t band, const Phase& phase) {
    using graph::Mode;
    for (std::uint32_t part = 0; part < what_.tasks; ++part) {
      const std::array<graph::Access, 4> accesses{
          {{phase.written, Mode::inoutset}, {phase.read, Mode::in}, {phase.comes, Mode::in}, {phase.goes, Mode::out}}};
      Call call{this, band};
      runtime::Spawn spawn;
      spawn.body = [](void* copy) {
        const Call& own = *static_cast<Call*>(copy);
        own.run->work(own.band);
      };
      spawn.data = &call;
      spawn.bytes = sizeof call;
      spawn.alignment = alignof(Call);
      spawn.accesses = accesses.data();
      spawn.access_count = part == 0 ? 4 : 2;
      if (nodes_.size() > 1 && std::string_view(what_.scheduler) == "numa") {
        spawn.flags = graph::k_prefers;
        spawn.preference = runtime::Preference::locality({.group = node_of(band), .stated = true});
      }
      Tasking::spawn(Team::current(), spawn);
    }
  }

  void work(std::uint32_t band) {
    const auto nodes = static_cast<std::uint32_t>(nodes_.size());
    const double bytes = what_.gb_per_iteration * 1e9 / 2 / what_.bands / what_.tasks;
    const std::uint32_t seat = Team::current().member->seat;
    ++outcome_.tasks;
    if (seat * nodes / what_.machine.cores != node_of(band)) ++outcome_.foreign;
    if (what_.placement == DataPlacement::interleaved) {
      std::deque<Bandwidth::Flow> flows(nodes);  // from all nodes at once: pages alternate
      for (std::uint32_t node = 0; node < nodes; ++node) nodes_[node].begin(bytes / nodes, flows[node]);
      for (std::uint32_t node = 0; node < nodes; ++node) nodes_[node].wait(flows[node]);
    } else {
      nodes_[what_.placement == DataPlacement::own_node ? node_of(band) : 0].move(bytes);
    }
  }

  const Seismic& what_;
  platform::sim::Engine engine_;
  std::vector<Band> names_;  // one in front, one behind
  std::deque<Bandwidth> nodes_;
  std::vector<std::uint32_t> cores_of_node_;
  Outcome outcome_;
};

}  // namespace

Outcome run(const Seismic& seismic) { return Run(seismic).play(); }

}  // namespace heddle::ocrvx
