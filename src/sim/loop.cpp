#include "sim/loop.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "loop/interrupts/interrupt_loop.hpp"
#include "platform/sim/cores.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/policies.hpp"

namespace heddle::sim {

namespace {

using platform::Sim;
using platform::sim::Cycles;
using Schedule = graph::LoopSchedule<Sim>;

std::unique_ptr<Schedule> opened(const LoopDealing& dealing, std::uint64_t trip, std::uint32_t threads) {
  const auto& policy = runtime::policy_named(runtime::loop_schedules<Sim>(), dealing.schedule);
  const bool counted = policy.traits.chunk == runtime::ChunkRule::at_least_one;
  std::unique_ptr<Schedule> schedule = policy.make({});
  schedule->open({.trip = trip,
                  .chunk = counted ? std::max<std::uint64_t>(dealing.chunk, 1) : dealing.chunk,
                  .threads = threads * dealing.told_threads});
  return schedule;
}

class Loop {
 public:
  Loop(const LoopWork& work, const LoopDealing& dealing, const LoopScenario& scenario)
      : work_(work), dealing_(dealing), engine_(scenario.machine, scenario.options) {}

  LoopRun run() {
    run_.report = engine_.run([this] { main(); });
    return std::move(run_);
  }

 private:
  void main() {
    const std::uint32_t threads = engine_.machine().cores;
    by_signals() ? interrupts_.emplace().make_room(threads) : open(threads);
    engine_.work(0);
    const Cycles start = engine_.now();
    inside_ = threads;
    for (std::uint32_t thread = 1; thread < threads; ++thread) engine_.start([this] { member(); });
    member();
    while (inside_ != 0) engine_.sleep("waits for all threads");
    run_.cycles = engine_.now() - start;
  }

  bool by_signals() const { return std::string_view(dealing_.schedule) == k_by_signals; }
  void open(std::uint32_t threads) { schedule_ = opened(dealing_, work_.trip(), threads); }

  void member() {
    by_signals() ? run_words() : run_chunks();
    engine_.work(0);
    if (--inside_ == 0) engine_.wake(0, engine_.now());
  }

  void run_chunks() {
    graph::LoopCursor cursor;
    const platform::sim::CoreId self = engine_.self();
    for (;;) {
      const graph::Chunk chunk = schedule_->take(self, cursor);
      if (chunk.empty()) break;
      ++run_.chunks;
      run_.iterations += chunk.last - chunk.first;
      compute(self, work_.of(chunk.first, chunk.last));
    }
  }

  // What the macros of idws.h become: publish what is done, then test for the end.
  void run_words() {
    const platform::sim::CoreId self = engine_.self();
    loop::InterruptWords<Sim>& words = interrupts_->enter(self, work_.trip(), engine_.machine().cores);
    do {
      // order: relaxed (all) — the owner's handler sees its own stores, thieves guess, as in idws.h.
      const std::uint64_t first = words.start.load(std::memory_order_relaxed);
      for (std::uint64_t at = first;; ++at) {
        words.processed.store(at - first, std::memory_order_relaxed);
        if (at >= words.end.load(std::memory_order_relaxed)) break;
        ++run_.iterations;
        compute(self, work_.of(at, at + 1));
      }
      ++run_.chunks;
    } while (interrupts_->forage(self));
  }

  void compute(platform::sim::CoreId self, Cycles cycles) {
    if (cycles == 0) return;
    cores_.compute(self, static_cast<double>(cycles));
  }

  const LoopWork& work_;
  const LoopDealing dealing_;
  platform::sim::Engine engine_;
  platform::sim::Cores cores_{engine_};
  std::unique_ptr<Schedule> schedule_;
  std::optional<loop::InterruptLoop<Sim>> interrupts_;
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

LoopRun run_loop(const LoopWork& work, const LoopDealing& dealing, const LoopScenario& scenario) {
  return Loop(work, dealing, scenario).run();
}

}  // namespace heddle::sim
