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
  Compiler(const Graph& graph, const Description& description, const Placement& placement, Spacing spacing)
      : graph_(graph), description_(description), placement_(placement), spacing_(spacing) {}

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
    tape_.node_of = placement_.lanes.items;
    tape_.steps.resize(graph_.size());
    tape_.step_of.resize(graph_.node_of.size());
    step_of_node_.resize(graph_.size());
    for (std::uint32_t step = 0; step < graph_.size(); ++step) {
      const std::uint32_t node = tape_.node_of[step];
      step_of_node_[node] = step;
      const TaskIndex task = graph_.task_of[node];
      if (task == k_none) continue;
      tape_.step_of[task] = step;
      tape_.steps[step].body = description_.task(task).body;
      tape_.steps[step].argument = description_.task(task).argument;
    }
  }

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
    for (std::uint32_t step = 0; step < graph_.size(); ++step) {
      for (; look != looks.end() && look->first == step; ++look) tape_.watchers.items.push_back(look->second);
      tape_.watchers.end_list();
    }
  }

  static std::uint32_t whole_lines(std::uint32_t switches) noexcept {
    return (switches + k_line_switches - 1) / k_line_switches * k_line_switches;
  }

  // Of each lane: the packed ones, then the public ones.
  void number_switches() {
    for (std::uint32_t lane = 0; lane < tape_.lanes(); ++lane) {
      std::vector<std::uint32_t> shown;
      for (std::uint32_t step = tape_.lane_start[lane]; step < tape_.lane_start[lane + 1]; ++step) {
        if (tape_.watchers.of(step).empty()) {
          tape_.steps[step].own_switch = tape_.switches++;
        } else {
          shown.push_back(step);
        }
      }
      const bool apart = spacing_ == Spacing::own_lines;
      if (apart) tape_.switches = whole_lines(tape_.switches);
      const std::uint32_t distance = apart && shown.size() <= k_most_lines ? k_line_switches : 1;
      for (const std::uint32_t step : shown) {
        tape_.steps[step].own_switch = tape_.switches | k_public;
        tape_.switches += distance;
      }
      if (apart) tape_.switches = whole_lines(tape_.switches);
    }
  }

  // What the steps of a lane wait for in other lanes. Straight on, a wait is needed unless an earlier step of this lap
  // has had it, or any step of the lap before.
  void add_waits_of(std::uint32_t lane) {
    std::vector<std::uint32_t> idle;
    needed_by_.resize(graph_.size(), k_none);
    mark_waits_of_a_lap(lane);
    for (std::uint32_t index = tape_.lane_start[lane]; index < tape_.lane_start[lane + 1]; ++index) {
      Step& step = tape_.steps[index];
      step.first_wait = static_cast<std::uint32_t>(tape_.waits.size());
      idle.clear();
      for_each_before(tape_.node_of[index], [&](std::uint32_t before, std::uint32_t lap) {
        const std::uint32_t wait = (tape_.steps[step_of_node_[before]].own_switch & ~k_public) | lap;
        (is_needed(lane, before, lap) ? tape_.waits : idle).push_back(wait);
      });
      step.needed = static_cast<std::uint32_t>(tape_.waits.size()) - step.first_wait;
      tape_.waits.insert(tape_.waits.end(), idle.begin(), idle.end());
      step.all = static_cast<std::uint32_t>(tape_.waits.size()) - step.first_wait;
    }
  }

  void mark_waits_of_a_lap(std::uint32_t lane) {
    waited_in_a_lap_.assign(graph_.size(), false);
    if (!graph_.many_laps()) return;
    for (std::uint32_t index = tape_.lane_start[lane]; index < tape_.lane_start[lane + 1]; ++index) {
      for (const std::uint32_t before : graph_.before.of(tape_.node_of[index])) waited_in_a_lap_[before] = true;
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
  std::vector<std::uint32_t> step_of_node_;
  std::vector<std::uint32_t> needed_by_;  // of each node: the lane that has waited for it
  std::vector<bool> waited_in_a_lap_;     // by this lane
};

}  // namespace

std::uint32_t Tape::lane_of(std::uint32_t step) const noexcept {
  return static_cast<std::uint32_t>(std::upper_bound(lane_start.begin(), lane_start.end(), step) - lane_start.begin()) -
         1;
}

void update_arguments(Tape& tape, const Description& description) {
  for (TaskIndex task = 0; task < description.size(); ++task) {
    tape.steps[tape.step_of[task]].body = description.task(task).body;
    tape.steps[tape.step_of[task]].argument = description.task(task).argument;
  }
}

Tape compile(const Graph& graph, const Description& description, const Placement& placement, Spacing spacing) {
  return Compiler(graph, description, placement, spacing).run();
}

}  // namespace heddle::plans
