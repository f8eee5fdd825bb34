// A program played by the engine, whatever the platform: replay.cpp in virtual time, rehearsal.cpp on real threads.
//
// Stage: what bodies do. compute(ns, bytes; 0: unknown), fetch_arguments(), creates() and
// has_created() around a spawn, ended(), now_ns(); took_chunk() of a loop, waited(ns) at its end. One for each run;
// called by all workers.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/tasking.hpp"
#include "sim/loop_player.hpp"
#include "sim/program.hpp"
#include "sim/simulated_team.hpp"

namespace heddle::sim {

inline constexpr std::uint32_t k_kinds = 16;  // the engine tells bodies apart by their addresses: so many there are

template <class P, class Stage>
class Player {
  using Worker = runtime::Worker<P>;
  using Tasking = runtime::Tasking<P>;

 public:
  Player(const Program& program, Stage& stage, std::uint32_t threads, const std::string& loop = {})
      : program_(program),
        stage_(stage),
        threads_(threads),
        loops_(stage, threads, loop),
        children_(program.tasks.size() + 1) {
    for (TaskIndex task = 0; task < program.tasks.size(); ++task) {
      const TaskIndex parent = program.tasks[task].parent;
      children_[parent == k_root ? program.tasks.size() : parent].push_back(task);
    }
  }

  /// On the thread that is to be the master. @returns how long the region took
  std::uint64_t run(const runtime::Settings& settings) {
    SimulatedTeam<P> crew(settings, threads_);
    const std::uint64_t start = stage_.now_ns();
    std::uint64_t from = 0;
    for (const LoopRegion& region : program_.regions) {
      play_tasks(crew, from, region.offset_ns, region.tasks_before);
      from = region.offset_ns;
      loops_.prepare(region);
      crew.all_run([](void* self) { static_cast<Player*>(self)->loops_.play(); }, this);
      loops_.end();
    }
    play_tasks(crew, from, program_.own_ns, static_cast<TaskIndex>(program_.tasks.size()));
    return stage_.now_ns() - start;
  }

 private:
  /// Some of a task's own time, with what it creates and waits for there.
  struct Stretch {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    double bytes_per_ns = 0;  // 0: not known
    double bytes_at_end = 0;  // of a body that takes no time
    std::span<const TaskIndex> children;
    std::span<const WaitPoint> waits;
  };

  /// The program between two regions of loops, up to where the task is created. Where it creates none, the others have
  /// nothing to do with it.
  void play_tasks(SimulatedTeam<P>& crew, std::uint64_t from, std::uint64_t to, TaskIndex end) {
    const std::vector<TaskIndex>& all = children_.back();
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(played_);
    const auto last = std::lower_bound(first, all.end(), end);
    played_ = static_cast<std::size_t>(last - all.begin());
    if (first == last && !program_.regions.empty()) {
      if (from != to) stage_.compute(to - from);
      return;
    }
    stretch_ = {from, to, 0, 0, {first, last}, waits_between(from, to)};
    crew.all_run([](void* self) { static_cast<Player*>(self)->member(); }, this);
  }
  std::span<const WaitPoint> waits_between(std::uint64_t from, std::uint64_t to) const {
    const auto before = [](const WaitPoint& wait, std::uint64_t offset) { return wait.offset_ns < offset; };
    const auto after = [](std::uint64_t offset, const WaitPoint& wait) { return offset < wait.offset_ns; };
    const auto& waits = program_.waits;
    return {std::lower_bound(waits.begin(), waits.end(), from, before),
            std::upper_bound(waits.begin(), waits.end(), to, after)};
  }

  struct Call {
    Player* player;
    TaskIndex task;
    runtime::Seat creator;
  };

  static Worker& current() noexcept { return SimulatedTeam<P>::current(); }

  /// What each thread does: the first plays the program, the others run tasks at the region's end.
  void member() {
    if (current().member->seat == 0) play(stretch_);
  }

  void play(const Stretch& stretch) {
    std::uint64_t at = stretch.from;
    const auto go_to = [&](std::uint64_t offset) {
      offset = std::clamp(offset, at, std::max(at, stretch.to));
      if (offset != at) compute(offset - at, stretch.bytes_per_ns);
      at = offset;
    };
    auto wait = stretch.waits.begin();
    for (const TaskIndex child : stretch.children) {
      const std::uint64_t offset = program_.tasks[child].offset_ns;
      for (; wait != stretch.waits.end() && wait->offset_ns < offset; ++wait) {
        go_to(wait->offset_ns);
        Tasking::wait_children(current());
      }
      go_to(offset);
      create(child);
    }
    for (; wait != stretch.waits.end(); ++wait) {
      go_to(wait->offset_ns);
      Tasking::wait_children(current());
    }
    go_to(stretch.to);
    if (stretch.bytes_at_end != 0) stage_.compute(0, stretch.bytes_at_end);
  }

  void compute(std::uint64_t ns, double bytes_per_ns) { stage_.compute(ns, static_cast<double>(ns) * bytes_per_ns); }

  void create(TaskIndex task) {
    const ProgramTask& what = program_.tasks[task];
    Worker& worker = current();
    Call call{this, task, worker.member->seat};
    runtime::Spawn spawn;
    spawn.body = bodies(std::make_integer_sequence<std::uint32_t, k_kinds>())[what.kind % k_kinds];
    spawn.data = &call;
    spawn.bytes = sizeof(call);
    spawn.alignment = alignof(Call);
    spawn.accesses = what.accesses.data();
    spawn.access_count = static_cast<std::uint32_t>(what.accesses.size());
    spawn.priority = what.priority;
    spawn.flags = what.final ? graph::k_final : 0;
    spawn.undeferred = what.undeferred;
    stage_.creates();
    Tasking::spawn(worker, spawn);
    stage_.has_created();
  }

  void run_task(const Call& call) {
    if (call.creator != current().member->seat) stage_.fetch_arguments();
    const ProgramTask& what = program_.tasks[call.task];
    const auto bytes = static_cast<double>(what.bytes);
    const bool takes_time = what.duration_ns != 0;
    play({0, what.duration_ns, takes_time ? bytes / static_cast<double>(what.duration_ns) : 0, takes_time ? 0 : bytes,
          children_[call.task], what.waits});
    stage_.ended();
  }

  // Each a function of its own, though they do the same: the kind goes into the code, lest they be folded into one.
  template <std::uint32_t kind>
  static void body(void* copy) {
    const auto& call = *static_cast<const Call*>(copy);
    static volatile std::uint32_t the_kind = kind;
    static_cast<void>(the_kind);
    call.player->run_task(call);
  }
  template <std::uint32_t... kinds>
  static std::array<graph::Body, k_kinds> bodies(std::integer_sequence<std::uint32_t, kinds...>) {
    return {&body<kinds>...};
  }

  const Program& program_;
  Stage& stage_;
  const std::uint32_t threads_;
  LoopPlayer<P, Stage> loops_;
  std::vector<std::vector<TaskIndex>> children_;  // of each task; last: of the program
  std::size_t played_ = 0;                        // of the program's own
  Stretch stretch_;                               // of the program, under way
};

}  // namespace heddle::sim
