// Claims about the replay of plans. No task runs before its predecessors of this lap, or of the lap before, are over;
// it sees what they did; each runs once per lap; a worker that sleeps is woken when what it waits for is done.
//
//   each member                              for the graphs below, which are placed crosswise on two workers
//     replay_lane: walk; wait; walk ...
//
// Expected: no deadlock, no race on the cells, no broken order, every task once per lap.
#pragma once

#include <array>
#include <vector>

#include "plan/reduce.hpp"
#include "plan/replay.hpp"
#include "tests/model/region_programs.hpp"

namespace heddle::model {

/// Tasks that access cells; each says in a plain counter how often it has run, its predecessors are checked.
template <class E, class Shape>
struct ReplayOf : Regions<E, ReplayOf<E, Shape>, 1> {
  using P = EnginePlatform<E>;
  using Base = Regions<E, ReplayOf<E, Shape>, 1>;

  struct Call {
    ReplayOf* program;
    int task;
  };
  plans::Description description;
  std::array<Call, Shape::k_tasks> calls;
  std::array<typename E::template plain<int>, Shape::k_tasks> runs{};
  std::array<typename E::template plain<int>, 4> cells_of_data{};  // raced on by tasks that should not meet
  std::unique_ptr<plans::ReplayState<P>> reel;

  ReplayOf() {
    static char addresses[4];
    for (int task = 0; task < Shape::k_tasks; ++task) {
      calls[task] = {this, task};
      std::vector<graph::Access> accesses;
      for (const auto& [cell, mode] : Shape::accesses(task)) accesses.push_back({&addresses[cell], mode, 1});
      description.add(
          {.body = [](void* call) { static_cast<Call*>(call)->program->run(static_cast<Call*>(call)->task); },
           .argument = &calls[task]},
          accesses);
    }
    plans::Graph graph = plans::link(description, Shape::k_laps == 1 ? plans::Laps::one : plans::Laps::many).value();
    plans::reduce(graph);
    const plans::Placement placement = plans::place_as(graph, description, Shape::workers(), {.workers = 2});
    reel = std::make_unique<plans::ReplayState<P>>(
        plans::compile(graph, description, placement, {plans::Spacing::packed}), Shape::k_balance);
  }

  void run(int task) {
    for (const auto& [cell, mode] : Shape::accesses(task)) {
      const int seen = cells_of_data[cell];
      if (mode == graph::Mode::out) cells_of_data[cell] = seen + 1;
    }
    runs[task] = static_cast<int>(runs[task]) + 1;
  }
  void member(runtime::Worker<P>& worker) {
    const plans::Epochs epochs{1, Shape::k_laps};
    Shape::k_balance == plans::Balance::keep_placement
        ? plans::replay_lane(worker, *reel, epochs, platform::Spins{0})
        : plans::replay_balanced(worker, *reel, epochs, platform::Spins{0});
  }
  void joined(int) {
    for (const int count : runs) E::require(count == Shape::k_laps, "every task runs once per lap");
    for (int cell = 0; cell < 4; ++cell) {
      E::require(static_cast<int>(cells_of_data[cell]) == Shape::writes(cell) * Shape::k_laps, "no write is lost");
    }
  }
};

struct CellUse {
  int cell;
  graph::Mode mode;
};

template <class Derived>
struct ShapeOf {
  static constexpr plans::Balance k_balance = plans::Balance::keep_placement;
  static int writes(int cell) {
    int count = 0;
    for (int task = 0; task < Derived::k_tasks; ++task) {
      for (const auto& use : Derived::accesses(task)) count += use.cell == cell && use.mode == graph::Mode::out ? 1 : 0;
    }
    return count;
  }
};

/// One cell, written by the workers in turn.
template <int k_laps_of_it>
struct PingPong : ShapeOf<PingPong<k_laps_of_it>> {
  static constexpr int k_tasks = 2;
  static constexpr int k_laps = k_laps_of_it;
  static std::vector<CellUse> accesses(int) { return {{0, graph::Mode::out}}; }
  static std::vector<std::uint32_t> workers() { return {0, 1}; }
};

/// Worker 1 has first a task that waits for worker 0's, then one that is free: it may run that one meanwhile.
template <int k_laps_of_it>
struct PastAnother : ShapeOf<PastAnother<k_laps_of_it>> {
  static constexpr int k_tasks = 4;
  static constexpr int k_laps = k_laps_of_it;
  static std::vector<CellUse> accesses(int task) {
    switch (task) {
      case 0:
        return {{0, graph::Mode::out}};
      case 1:
        return {{0, graph::Mode::in}, {1, graph::Mode::out}};
      case 2:
        return {{2, graph::Mode::out}};
      default:
        return {{1, graph::Mode::in}, {2, graph::Mode::in}};
    }
  }
  static std::vector<std::uint32_t> workers() { return {0, 1, 1, 0}; }
};

/// All tasks are one worker's; the other may take over any of them.
template <int k_laps_of_it>
struct OneIsLate : ShapeOf<OneIsLate<k_laps_of_it>> {
  static constexpr plans::Balance k_balance = plans::Balance::take_over;
  static constexpr int k_tasks = 3;
  static constexpr int k_laps = k_laps_of_it;
  static std::vector<CellUse> accesses(int task) {
    if (task < 2) return {{task, graph::Mode::out}};
    return {{0, graph::Mode::in}, {1, graph::Mode::out}};
  }
  static std::vector<std::uint32_t> workers() { return {0, 0, 0}; }
};

/// The meeting of a switch and a sleeper by itself. The sleeper looks just once after it has lain down: the explorer
/// reads an outdated value a few times at most, and in the whole engine the switch is looked at more often than that.
template <class E>
struct SwitchAndSleeper {
  static constexpr int k_threads = 2;
  plans::Switches<E> switches{1};
  runtime::Sleepers<E> sleepers;
  runtime::ParkingSlot<E> bed;

  void thread(int id) {
    if (id == 0) {
      switches.set(0, 1);
      E::light_fence();
      if (sleepers.any()) runtime::Sleepers<E>::wake(bed);
      return;
    }
    sleepers.prepare_to_park(bed, runtime::Rest::any_work);
    E::heavy_fence();
    if (switches.is_set(0, 1)) return static_cast<void>(runtime::Sleepers<E>::get_up(bed));
    runtime::Sleepers<E>::sleep(bed);
  }
  void after() { E::require(!sleepers.any(), "nobody is counted as asleep"); }
};

template <class E>
struct PingPongOnce : ReplayOf<E, PingPong<1>> {};
template <class E>
struct PingPongTwice : ReplayOf<E, PingPong<2>> {};
template <class E>
struct PastAnotherOnce : ReplayOf<E, PastAnother<1>> {};
template <class E>
struct OneIsLateOnce : ReplayOf<E, OneIsLate<1>> {};
template <class E>
struct OneIsLateTwice : ReplayOf<E, OneIsLate<2>> {};
template <class E>
struct PastAnotherTwice : ReplayOf<E, PastAnother<2>> {};

}  // namespace heddle::model
