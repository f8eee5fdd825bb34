// The loops of a region, played by the engine: each thread takes chunks from the loop schedule, computes them, and
// meets the others at the barrier, unless the program does not.
//
// One for each run. prepare(), end(): by the master, between two regions; play(): by each member.
// Schedules are used again, as a team's are; what a team remembers of its loops (loop/idws/history.hpp) is not played.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "loop/dynamic/dynamic.hpp"
#include "loop/guided/guided.hpp"
#include "loop/idws/idws.hpp"
#include "loop/static/static.hpp"
#include "loop/steal/steal.hpp"
#include "runtime/barrier.hpp"
#include "sim/crew.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

template <class P, class Stage>
class LoopPlayer {
  using Schedule = graph::LoopSchedule<P>;
  using Worker = runtime::Worker<P>;

 public:
  /// @param chosen  instead of what the program has, where it may be; none: as recorded
  LoopPlayer(Stage& stage, std::uint32_t threads, std::optional<LoopKind> chosen)
      : stage_(stage), threads_(threads), chosen_(chosen) {}

  void prepare(const LoopRegion& region) {
    region_ = &region;
    left_ns_.assign(threads_, 0);
    open_.clear();
    for (std::size_t number = 0; number < region.loops.size(); ++number) {
      const ProgramLoop& loop = region.loops[number];
      const LoopKind kind = kind_of(loop);
      Schedule& schedule = get(number, kind);
      schedule.open({.trip = loop.trip, .chunk = chunk_of(loop, kind), .threads = threads_, .processors = threads_});
      open_.push_back(&schedule);
    }
  }

  void play() {
    Worker& worker = Crew<P>::current();
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

  // As HEDDLE_LOOP has it (omp/loop.cpp): static loops keep theirs, and those whose chunks must rise are not balanced.
  LoopKind kind_of(const ProgramLoop& loop) const {
    if (!chosen_ || loop.kind == LoopKind::static_blocks) return loop.kind;
    return *chosen_ >= LoopKind::idws && !loop.may_balance ? loop.kind : *chosen_;
  }
  static std::uint64_t chunk_of(const ProgramLoop& loop, LoopKind kind) {
    if (kind == LoopKind::static_blocks) return loop.kind == kind ? loop.chunk : 0;
    return kind < LoopKind::idws && loop.chunk == 0 ? 1 : loop.chunk;
  }

  Schedule& get(std::size_t number, LoopKind kind) {
    if (number >= made_.size()) made_.resize(number + 1);
    std::unique_ptr<Schedule>& made = made_[number][static_cast<std::size_t>(kind)];
    if (made == nullptr) made = make(kind);
    return *made;
  }
  static std::unique_ptr<Schedule> make(LoopKind kind) {
    switch (kind) {
      case LoopKind::static_blocks:
        return std::make_unique<loop::Static<P>>();
      case LoopKind::dynamic:
        return std::make_unique<loop::Dynamic<P>>();
      case LoopKind::guided:
        return std::make_unique<loop::Guided<P>>();
      case LoopKind::steal:
        return std::make_unique<loop::Steal<P>>(loop::Victims::random);
      case LoopKind::steal_most:
        return std::make_unique<loop::Steal<P>>(loop::Victims::most_loaded);
      case LoopKind::idws:
        break;
    }
    return std::make_unique<loop::Idws<P>>();
  }

  Stage& stage_;
  const std::uint32_t threads_;
  const std::optional<LoopKind> chosen_;
  const LoopRegion* region_ = nullptr;
  std::vector<std::uint64_t> left_ns_;                          // when each seat was done with the region
  std::vector<Schedule*> open_;                                 // of the region's loops
  std::vector<std::array<std::unique_ptr<Schedule>, 6>> made_;  // by loop of a region, and kind
};

}  // namespace heddle::sim
