#include "plan/placed_graph.hpp"

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
        switch_of_node_(placement.worker_of.get_allocator()),
        needed_by_(placement.worker_of.get_allocator()) {}

  PlacedGraph run() {
    tape_.lane_start = placement_.lanes.first;
    tape_.tasks = static_cast<std::uint32_t>(graph_.node_of.size());
    tape_.step_of.resize(std::size_t{tape_.tasks} * graph_.laps);
    tape_.steps.reserve(graph_.size());
    switch_of_node_.resize(graph_.size(), 0);
    if (tape_.lanes() > 1) {
      mark_watched();
      needed_by_.resize(graph_.size(), k_none);
      tape_.waits.resize(graph_.before.items.size() + graph_.before_in_last_lap.items.size());
    }
    number_switches();
    for (std::uint32_t lane = 0; lane < tape_.lanes(); ++lane) add_steps_of(lane);
    find_watched();
    return std::move(tape_);
  }

 private:
  std::uint32_t node_of(std::uint32_t step) const noexcept { return placement_.lanes.items[step]; }

  template <class Visit>
  void for_each_before(std::uint32_t node, Visit visit) const {
    for (const std::uint32_t before : graph_.before.of(node)) visit(before, 0u);
    if (!graph_.many_laps()) return;
    for (const std::uint32_t before : graph_.before_in_last_lap.of(node)) visit(before, k_last_lap);
  }

  // In switch_of_node_, until switches have numbers.
  void mark_watched() {
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      const std::uint32_t lane = placement_.worker_of[node];
      for_each_before(node, [&](std::uint32_t before, std::uint32_t) {
        if (placement_.worker_of[before] != lane) switch_of_node_[before] = k_public;
      });
    }
  }

  static std::uint32_t whole_lines(std::uint32_t switches) noexcept {
    return (switches + k_line_switches - 1) / k_line_switches * k_line_switches;
  }

  // Of each lane: the packed ones, then the public ones.
  void number_switches() {
    const bool apart = spacing_ == Spacing::own_lines;
    for (std::uint32_t lane = 0; lane < tape_.lanes(); ++lane) {
      std::vector<std::uint32_t> shown;
      for (std::uint32_t step = tape_.lane_start[lane]; step < tape_.lane_start[lane + 1]; ++step) {
        const std::uint32_t node = node_of(step);
        if (switch_of_node_[node] == k_public) {
          shown.push_back(node);
        } else {
          switch_of_node_[node] = tape_.switches++;
        }
      }
      if (apart) tape_.switches = whole_lines(tape_.switches);
      const std::uint32_t distance = apart && shown.size() <= k_most_lines ? k_line_switches : 1;
      for (const std::uint32_t node : shown) {
        switch_of_node_[node] = tape_.switches | k_public;
        tape_.switches += distance;
      }
      if (apart) tape_.switches = whole_lines(tape_.switches);
    }
  }

  void add_steps_of(std::uint32_t lane) {
    const bool waits = tape_.lanes() > 1;
    if (waits) mark_waits_of_a_lap(lane);
    for (std::uint32_t index = tape_.lane_start[lane]; index < tape_.lane_start[lane + 1]; ++index) {
      if (index + k_ahead < tape_.lane_start[lane + 1]) fetch(node_of(index + k_ahead));
      const std::uint32_t node = node_of(index);
      Step& step = tape_.steps.emplace_back();
      step.own_switch = switch_of_node_[node];
      if (waits) add_waits(step, node, lane);
      const TaskIndex task = graph_.task_of[node];
      if (task == k_none) continue;
      tape_.step_of[place_of(task, node)] = index;
      step.body = description_.task(task).body;
      step.argument = description_.task(task).argument;
    }
  }
  std::size_t place_of(TaskIndex task, std::uint32_t node) const noexcept {
    return graph_.laps == 1 ? task : node / (graph_.size() / graph_.laps) * tape_.tasks + task;
  }
  void fetch(std::uint32_t node) const noexcept {
    const TaskIndex task = graph_.task_of[node];
    if (task != k_none) __builtin_prefetch(&description_.task(task));
  }

  // What a step waits for in other lanes comes first. Straight on, a wait is needed unless an earlier step of this lap
  // has had it, or any step of the lap before.
  void add_waits(Step& step, std::uint32_t node, std::uint32_t lane) {
    std::uint32_t* needed = tape_.waits.data() + waits_;
    std::uint32_t* const first = needed;
    std::uint32_t* idle = needed + waits_of(node);  // from the end
    step.first_wait = waits_;
    step.all = static_cast<std::uint32_t>(idle - needed);
    waits_ += step.all;
    for_each_before(node, [&](std::uint32_t before, std::uint32_t lap) {
      std::uint32_t* const place = is_needed(lane, before, lap) ? needed++ : --idle;
      *place = (switch_of_node_[before] & ~k_public) | lap;
    });
    step.needed = static_cast<std::uint32_t>(needed - first);
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
    return placement_.worker_of[before] != lane && is_needed_from_afar(lane, before, lap);
  }
  [[gnu::noinline]] bool is_needed_from_afar(std::uint32_t lane, std::uint32_t before, std::uint32_t lap) {
    looks_.push_back({before, lane});
    if (lap == k_last_lap) return !waited_in_a_lap_[before];
    return std::exchange(needed_by_[before], lane) != lane;
  }

  // By the steps of the nodes that were looked at.
  void find_watched() {
    if (looks_.empty()) return;
    Numbers& step_of_node = switch_of_node_;  // needed no more
    for (std::uint32_t step = 0; step < graph_.size(); ++step) step_of_node[node_of(step)] = step;
    for (LaneWait& look : looks_) look.step = step_of_node[look.step];
    std::sort(looks_.begin(), looks_.end());
    looks_.erase(std::unique(looks_.begin(), looks_.end()), looks_.end());
    tape_.watched.assign(looks_.begin(), looks_.end());
  }

  static constexpr std::uint32_t k_ahead = 8;  // steps: their tasks are on their way from memory meanwhile

  const Graph& graph_;
  const Description& description_;
  const Placement& placement_;
  const Spacing spacing_;
  PlacedGraph tape_;
  Numbers switch_of_node_;             // with k_public
  std::uint32_t waits_ = 0;            // so many of the tape's are there
  Numbers needed_by_;                  // of each node: the lane that has waited for it
  std::vector<bool> waited_in_a_lap_;  // by this lane
  std::vector<LaneWait> looks_;        // by nodes, then by steps
};

}  // namespace

std::uint32_t PlacedGraph::lane_of(std::uint32_t step) const noexcept {
  return static_cast<std::uint32_t>(std::upper_bound(lane_start.begin(), lane_start.end(), step) - lane_start.begin()) -
         1;
}

std::span<const LaneWait> PlacedGraph::watchers_of(std::uint32_t step) const noexcept {
  const auto first = std::lower_bound(watched.begin(), watched.end(), LaneWait{step, 0});
  const auto last = std::lower_bound(first, watched.end(), LaneWait{step + 1, 0});
  return {first, last};
}

void update_arguments(PlacedGraph& tape, const Description& description) {
  for (std::size_t i = 0; i < tape.step_of.size(); ++i) {
    const Task& task = description.task(static_cast<TaskIndex>(i % tape.tasks));
    tape.steps[tape.step_of[i]].body = task.body;
    tape.steps[tape.step_of[i]].argument = task.argument;
  }
}

void set_argument(PlacedGraph& tape, TaskIndex task, void* argument) {
  for (std::size_t i = task; i < tape.step_of.size(); i += tape.tasks) {
    tape.steps[tape.step_of[i]].argument = argument;
  }
}

PlacedGraph compile(const Graph& graph, const Description& description, const Placement& placement,
                    const Layout& layout) {
  return Compiler(graph, description, placement, layout).run();
}

}  // namespace heddle::plans
