#include "dependence/plan/tape.hpp"

#include <algorithm>
#include <utility>

#include "base/cache_line.hpp"

namespace heddle::plans {

namespace {

constexpr std::uint32_t k_line_switches = base::k_line_bytes / sizeof(std::uint32_t);
/// Lines of public switches that a lane may have: a quarter of a small L2 cache.
constexpr std::uint32_t k_most_lines = 2048;

class Compiler {
 public:
  Compiler(const Graph& graph, const Description& description, const Placement& placement, const Layout& layout)
      : graph_(graph),
        description_(description),
        placement_(placement),
        spacing_(layout.spacing),
        tape_(layout.where),
        step_of_node_(placement.worker_of.get_allocator()),
        switch_of_node_(placement.worker_of.get_allocator()),
        needed_by_(placement.worker_of.get_allocator()) {}

  Tape run() {
    lay_out_steps();
    find_watchers();
    number_switches();
    for (std::uint32_t lane = 0; lane < tape_.lanes() && tape_.lanes() > 1; ++lane) add_waits_of(lane);
    return std::move(tape_);
  }

 private:
  void lay_out_steps() {
    tape_.lane_start = placement_.lanes.first;
    tape_.steps.resize(graph_.size());
    tape_.tasks = static_cast<std::uint32_t>(graph_.node_of.size());
    tape_.step_of.resize(std::size_t{tape_.tasks} * graph_.laps);
    step_of_node_.resize(graph_.size());
    const std::uint32_t nodes_of_lap = std::max(graph_.size() / graph_.laps, 1u);
    for (std::uint32_t step = 0; step < graph_.size(); ++step) {
      const std::uint32_t node = node_of(step);
      step_of_node_[node] = step;
      const TaskIndex task = graph_.task_of[node];
      if (task == k_none) continue;
      tape_.step_of[graph_.laps == 1 ? task : node / nodes_of_lap * tape_.tasks + task] = step;
      tape_.steps[step].body = description_.task(task).body;
      tape_.steps[step].argument = description_.task(task).argument;
    }
  }
  std::uint32_t node_of(std::uint32_t step) const noexcept { return placement_.lanes.items[step]; }

  template <class Visit>
  void for_each_before(std::uint32_t node, Visit visit) const {
    for (const std::uint32_t before : graph_.before.of(node)) visit(before, 0u);
    if (!graph_.many_laps()) return;
    for (const std::uint32_t before : graph_.before_in_last_lap.of(node)) visit(before, k_last_lap);
  }

  void find_watchers() {
    if (tape_.lanes() == 1) return tape_.watchers.first.resize(graph_.size() + 1);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> looks;  // step, lane
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      const std::uint32_t lane = placement_.worker_of[node];
      for_each_before(node, [&](std::uint32_t before, std::uint32_t) {
        if (placement_.worker_of[before] != lane) looks.emplace_back(step_of_node_[before], lane);
      });
    }
    std::sort(looks.begin(), looks.end());
    looks.erase(std::unique(looks.begin(), looks.end()), looks.end());
    auto look = looks.begin();
    tape_.watchers.items.reserve(looks.size());
    tape_.watchers.first.resize(graph_.size() + 1);
    for (std::uint32_t step = 0; step < graph_.size(); ++step) {
      for (; look != looks.end() && look->first == step; ++look) tape_.watchers.items.push_back(look->second);
      tape_.watchers.first[step + 1] = static_cast<std::uint32_t>(tape_.watchers.items.size());
    }
  }

  static std::uint32_t whole_lines(std::uint32_t switches) noexcept {
    return (switches + k_line_switches - 1) / k_line_switches * k_line_switches;
  }

  // Of each lane: the packed ones, then the public ones.
  void number_switches() {
    switch_of_node_.resize(graph_.size());
    for (std::uint32_t lane = 0; lane < tape_.lanes(); ++lane) {
      std::vector<std::uint32_t> shown;
      for (std::uint32_t step = tape_.lane_start[lane]; step < tape_.lane_start[lane + 1]; ++step) {
        if (tape_.watchers.of(step).empty()) {
          number(step, tape_.switches++);
        } else {
          shown.push_back(step);
        }
      }
      const bool apart = spacing_ == Spacing::own_lines;
      if (apart) tape_.switches = whole_lines(tape_.switches);
      const std::uint32_t distance = apart && shown.size() <= k_most_lines ? k_line_switches : 1;
      for (const std::uint32_t step : shown) {
        number(step, tape_.switches);
        tape_.steps[step].own_switch |= k_public;
        tape_.switches += distance;
      }
      if (apart) tape_.switches = whole_lines(tape_.switches);
    }
  }
  void number(std::uint32_t step, std::uint32_t own_switch) {
    tape_.steps[step].own_switch = switch_of_node_[node_of(step)] = own_switch;
  }

  // What the steps of a lane wait for in other lanes. Straight on, a wait is needed unless an earlier step of this lap
  // has had it, or any step of the lap before.
  void add_waits_of(std::uint32_t lane) {
    needed_by_.resize(graph_.size(), k_none);
    tape_.waits.resize(graph_.before.items.size() + graph_.before_in_last_lap.items.size());
    mark_waits_of_a_lap(lane);
    for (std::uint32_t index = tape_.lane_start[lane]; index < tape_.lane_start[lane + 1]; ++index) {
      const std::uint32_t node = node_of(index);
      Step& step = tape_.steps[index];
      step.first_wait = waits_;
      step.all = waits_of(node);
      waits_ += step.all;
      std::uint32_t idle = waits_;  // from the end
      for_each_before(node, [&](std::uint32_t before, std::uint32_t lap) {
        const std::uint32_t place = is_needed(lane, before, lap) ? step.first_wait + step.needed++ : --idle;
        tape_.waits[place] = switch_of_node_[before] | lap;
      });
    }
  }

  std::uint32_t waits_of(std::uint32_t node) const noexcept {
    const std::size_t in_last_lap = graph_.many_laps() ? graph_.before_in_last_lap.of(node).size() : 0;
    return static_cast<std::uint32_t>(graph_.before.of(node).size() + in_last_lap);
  }

  void mark_waits_of_a_lap(std::uint32_t lane) {
    if (!graph_.many_laps()) return;
    waited_in_a_lap_.assign(graph_.size(), false);
    for (std::uint32_t index = tape_.lane_start[lane]; index < tape_.lane_start[lane + 1]; ++index) {
      for (const std::uint32_t before : graph_.before.of(node_of(index))) waited_in_a_lap_[before] = true;
    }
  }

  bool is_needed(std::uint32_t lane, std::uint32_t before, std::uint32_t lap) {
    if (placement_.worker_of[before] == lane) return false;
    if (lap == k_last_lap) return !waited_in_a_lap_[before];
    return std::exchange(needed_by_[before], lane) != lane;
  }

  const Graph& graph_;
  const Description& description_;
  const Placement& placement_;
  const Spacing spacing_;
  Tape tape_;
  Numbers step_of_node_;
  Numbers switch_of_node_;
  std::uint32_t waits_ = 0;            // so many of the tape's are there
  Numbers needed_by_;                  // of each node: the lane that has waited for it
  std::vector<bool> waited_in_a_lap_;  // by this lane
};

}  // namespace

std::uint32_t Tape::lane_of(std::uint32_t step) const noexcept {
  return static_cast<std::uint32_t>(std::upper_bound(lane_start.begin(), lane_start.end(), step) - lane_start.begin()) -
         1;
}

void update_arguments(Tape& tape, const Description& description) {
  for (std::size_t i = 0; i < tape.step_of.size(); ++i) {
    const Task& task = description.task(static_cast<TaskIndex>(i % tape.tasks));
    tape.steps[tape.step_of[i]].body = task.body;
    tape.steps[tape.step_of[i]].argument = task.argument;
  }
}

void set_argument(Tape& tape, TaskIndex task, void* argument) {
  for (std::size_t i = task; i < tape.step_of.size(); i += tape.tasks) {
    tape.steps[tape.step_of[i]].argument = argument;
  }
}

Tape compile(const Graph& graph, const Description& description, const Placement& placement, const Layout& layout) {
  return Compiler(graph, description, placement, layout).run();
}

}  // namespace heddle::plans
