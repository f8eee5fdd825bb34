#include "sim/loop.hpp"

#include <memory>
#include <utility>

#include "loop/dynamic/dynamic.hpp"
#include "loop/guided/guided.hpp"
#include "loop/idws/idws.hpp"
#include "loop/static/static.hpp"
#include "loop/steal/steal.hpp"
#include "platform/sim/cores.hpp"
#include "platform/sim/sim.hpp"

namespace heddle::sim {

namespace {

using platform::Sim;
using platform::sim::Cycles;
using Schedule = graph::LoopSchedule<Sim>;

/// A schedule, and the shape that it is opened with.
struct Opened {
  std::unique_ptr<Schedule> schedule;
  graph::LoopShape shape;
};

Opened open(LoopSchedules which, std::uint64_t trip, std::uint32_t threads) {
  graph::LoopShape shape{.trip = trip, .threads = threads};
  switch (which) {
    case LoopSchedules::static_1:
      shape.chunk = 1;
      [[fallthrough]];
    case LoopSchedules::static_blocks:
      return {std::make_unique<loop::Static<Sim>>(), shape};
    case LoopSchedules::dynamic_1:
      shape.chunk = 1;
      return {std::make_unique<loop::Dynamic<Sim>>(), shape};
    case LoopSchedules::guided_half:
      shape.threads *= 2;  // of which this schedule knows nothing but to divide by them
      [[fallthrough]];
    case LoopSchedules::guided:
      return {std::make_unique<loop::Guided<Sim>>(), shape};
    case LoopSchedules::steal:
      return {std::make_unique<loop::Steal<Sim>>(), shape};
    case LoopSchedules::idws:
      break;
  }
  return {std::make_unique<loop::Idws<Sim>>(), shape};
}

class Loop {
 public:
  Loop(const LoopWork& work, LoopSchedules which, const LoopScenario& scenario)
      : work_(work), which_(which), engine_(scenario.machine, scenario.options) {}

  LoopRun run() {
    run_.report = engine_.run([this] { main(); });
    return std::move(run_);
  }

 private:
  void main() {
    const std::uint32_t threads = engine_.machine().cores;
    opened_ = open(which_, work_.trip(), threads);
    opened_.schedule->open(opened_.shape);
    engine_.work(0);
    const Cycles start = engine_.now();
    inside_ = threads;
    for (std::uint32_t thread = 1; thread < threads; ++thread) engine_.start([this] { member(); });
    member();
    while (inside_ != 0) engine_.sleep("waits for all threads");
    run_.cycles = engine_.now() - start;
  }

  void member() {
    graph::LoopCursor cursor;
    const platform::sim::CoreId self = engine_.self();
    for (;;) {
      const graph::Chunk chunk = opened_.schedule->take(self, cursor);
      if (chunk.empty()) break;
      ++run_.chunks;
      run_.iterations += chunk.last - chunk.first;
      compute(self, work_.of(chunk.first, chunk.last));
    }
    engine_.work(0);
    if (--inside_ == 0) engine_.wake(0, engine_.now());
  }

  void compute(platform::sim::CoreId self, Cycles cycles) {
    if (cycles == 0) return;
    cores_.compute(self, static_cast<double>(cycles));
  }

  const LoopWork& work_;
  const LoopSchedules which_;
  platform::sim::Engine engine_;
  platform::sim::Cores cores_{engine_};
  Opened opened_;
  std::uint32_t inside_ = 0;
  LoopRun run_;
};

}  // namespace

LoopWork::LoopWork(std::string name, std::vector<std::uint8_t> states, std::vector<Cycles> cycles)
    : name_(std::move(name)), states_(std::move(states)), cycles_(std::move(cycles)) {
  Cycles sum = 0;
  for (std::uint64_t at = 0; at < states_.size(); ++at) {
    if (at % k_block == 0) sums_.push_back(sum);
    sum += cycles_[states_[at]];
  }
  sums_.push_back(sum);
}

Cycles LoopWork::below(std::uint64_t iteration) const noexcept {
  const std::uint64_t block = iteration / k_block;
  Cycles sum = iteration == states_.size() ? sums_.back() : sums_[block];
  if (iteration == states_.size()) return sum;
  for (std::uint64_t at = block * k_block; at < iteration; ++at) sum += cycles_[states_[at]];
  return sum;
}

Cycles LoopWork::of(std::uint64_t first, std::uint64_t last) const noexcept {
  if (last - first > k_block) return below(last) - below(first);
  Cycles sum = 0;
  for (std::uint64_t at = first; at < last; ++at) sum += cycles_[states_[at]];
  return sum;
}

const char* name_of(LoopSchedules schedule) noexcept {
  switch (schedule) {
    case LoopSchedules::static_blocks:
      return "static";
    case LoopSchedules::static_1:
      return "static,1";
    case LoopSchedules::dynamic_1:
      return "dynamic";
    case LoopSchedules::guided:
      return "guided (P)";
    case LoopSchedules::guided_half:
      return "guided (2P)";
    case LoopSchedules::steal:
      return "steal";
    case LoopSchedules::idws:
      break;
  }
  return "idws";
}

LoopRun run_loop(const LoopWork& work, LoopSchedules schedule, const LoopScenario& scenario) {
  return Loop(work, schedule, scenario).run();
}

}  // namespace heddle::sim
