// A program played by the engine, whatever the platform: replay.cpp in virtual time, rehearsal.cpp on real threads.
//
// Stage: what bodies do. compute(ns), fetch_arguments(), creates() and has_created() around a spawn, ended(), now_ns().
// One for each run; called by all workers.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "runtime/tasking.hpp"
#include "sim/crew.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

inline constexpr std::uint32_t k_kinds = 16;  // the engine tells bodies apart by their addresses: so many there are

template <class P, class Stage>
class Player {
  using Worker = runtime::Worker<P>;
  using Tasking = runtime::Tasking<P>;

 public:
  Player(const Program& program, Stage& stage, std::uint32_t threads)
      : program_(program), stage_(stage), threads_(threads), children_(program.tasks.size() + 1) {
    for (TaskIndex task = 0; task < program.tasks.size(); ++task) {
      const TaskIndex parent = program.tasks[task].parent;
      children_[parent == k_root ? program.tasks.size() : parent].push_back(task);
    }
  }

  /// On the thread that is to be the master. @returns how long the region took
  std::uint64_t run(const runtime::Settings& settings) {
    Crew<P> crew(settings, threads_);
    const std::uint64_t start = stage_.now_ns();
    crew.all_run([](void* self) { static_cast<Player*>(self)->member(); }, this);
    return stage_.now_ns() - start;
  }

 private:
  struct Call {
    Player* player;
    TaskIndex task;
    runtime::Seat creator;
  };

  static Worker& current() noexcept { return Crew<P>::current(); }

  /// What each thread does: the first plays the program, the others run tasks at the region's end.
  void member() {
    if (current().member->seat == 0) play(children_.back(), program_.own_ns, program_.waits);
  }

  /// A task's own time, with the children that it creates and the waits on the way.
  void play(const std::vector<TaskIndex>& children, std::uint64_t duration, const std::vector<WaitPoint>& waits) {
    std::uint64_t at = 0;
    const auto go_to = [&](std::uint64_t offset) {
      offset = std::clamp(offset, at, std::max(at, duration));
      if (offset != at) stage_.compute(offset - at);
      at = offset;
    };
    auto wait = waits.begin();
    for (const TaskIndex child : children) {
      const std::uint64_t offset = program_.tasks[child].offset_ns;
      for (; wait != waits.end() && wait->offset_ns < offset; ++wait) {
        go_to(wait->offset_ns);
        Tasking::wait_children(current());
      }
      go_to(offset);
      create(child);
    }
    for (; wait != waits.end(); ++wait) {
      go_to(wait->offset_ns);
      Tasking::wait_children(current());
    }
    go_to(duration);
  }

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
    play(children_[call.task], what.duration_ns, what.waits);
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
  std::vector<std::vector<TaskIndex>> children_;  // of each task; last: of the program
};

}  // namespace heddle::sim
