// The loops of a region, played by the engine: each thread takes chunks from the loop schedule, computes them, and
// meets the others at the barrier, unless the program does not.
//
// One for each run. prepare(), end(): by the master, between two regions; play(): by each member.
// Schedules are used again, as a team's are; what a team remembers of its loops (loop/idws/history.hpp) is not played.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/barrier.hpp"
#include "runtime/policies.hpp"
#include "sim/program.hpp"
#include "sim/simulated_team.hpp"

namespace heddle::sim {

template <class P, class Stage>
class LoopPlayer {
  using Schedule = graph::LoopSchedule<P>;
  using Policy = runtime::LoopPolicy<P>;
  using Worker = runtime::Worker<P>;

 public:
  /// @param chosen  the schedule instead of what the program has, where it may be; empty: as recorded
  LoopPlayer(Stage& stage, std::uint32_t threads, const std::string& chosen)
      : stage_(stage), threads_(threads), chosen_(runtime::find_policy(runtime::loop_schedules<P>(), chosen)) {}

  void prepare(const LoopRegion& region) {
    region_ = &region;
    left_ns_.assign(threads_, 0);
    open_.clear();
    for (std::size_t number = 0; number < region.loops.size(); ++number) {
      const ProgramLoop& loop = region.loops[number];
      const Policy& policy = policy_of(loop);
      Schedule& schedule = get(number, policy);
      schedule.open({.trip = loop.trip, .chunk = chunk_of(loop, policy), .threads = threads_, .processors = threads_});
      open_.push_back(&schedule);
    }
  }

  void play() {
    Worker& worker = SimulatedTeam<P>::current();
    for (std::size_t number = 0; number < open_.size(); ++number) {
      const ProgramLoop& loop = region_->loops[number];
      compute(loop.before_ns);
      graph::LoopCursor cursor;
      for (;;) {
        const graph::Chunk chunk = open_[number]->take(worker.member->seat, cursor);
        if (chunk.empty()) break;
        stage_.took_chunk();
        compute(loop.ns_of(chunk.first, chunk.last));
      }
      if (loop.nowait) continue;
      const std::uint64_t began = stage_.now_ns();
      runtime::Barrier<P>::wait(worker, runtime::Barrier<P>::Leave::complete_only);
      stage_.waited(stage_.now_ns() - began);
    }
    compute(region_->after_ns);
    left_ns_[worker.member->seat] = stage_.now_ns();
  }

  /// The region is over: who had nothing left to do waited for the others.
  void end() {
    const std::uint64_t now = stage_.now_ns();
    for (const std::uint64_t left : left_ns_) stage_.waited(now - left);
  }

 private:
  void compute(std::uint64_t ns) {
    if (ns != 0) stage_.compute(ns);
  }

  static const Policy& recorded(const ProgramLoop& loop) {
    return runtime::policy_named(runtime::loop_schedules<P>(), loop.schedule);
  }

  // As HEDDLE_LOOP has it (omp/loop.cpp): static loops keep theirs, and those whose chunks must rise are not balanced.
  const Policy& policy_of(const ProgramLoop& loop) const {
    const Policy& own = recorded(loop);
    if (chosen_ == nullptr || own.traits.fixed) return own;
    return chosen_->traits.balances && !loop.may_balance ? own : *chosen_;
  }
  static std::uint64_t chunk_of(const ProgramLoop& loop, const Policy& policy) {
    if (policy.traits.fixed) return recorded(loop).traits.fixed ? loop.chunk : 0;
    return policy.traits.chunk == runtime::ChunkRule::at_least_one ? std::max<std::uint64_t>(loop.chunk, 1)
                                                                   : loop.chunk;
  }

  Schedule& get(std::size_t number, const Policy& policy) {
    std::unique_ptr<Schedule>& made = made_[{number, policy.traits.number}];
    if (made == nullptr) made = policy.make({});
    return *made;
  }

  Stage& stage_;
  const std::uint32_t threads_;
  const Policy* const chosen_;  // null: none
  const LoopRegion* region_ = nullptr;
  std::vector<std::uint64_t> left_ns_;  // when each seat was done with the region
  std::vector<Schedule*> open_;         // of the region's loops
  std::map<std::pair<std::size_t, unsigned>, std::unique_ptr<Schedule>> made_;  // by loop of a region, and number
};

}  // namespace heddle::sim
