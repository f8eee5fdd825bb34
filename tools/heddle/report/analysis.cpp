// See analysis.hpp.
#include "analysis.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace heddle::tools {

namespace {

constexpr std::uint64_t k_never = TaskHistory::k_never;

TimeUse use_of(const Span& span, const std::vector<TaskHistory>& tasks) {
  switch (span.activity) {
    case Activity::task:
      return TimeUse::tasks;
    case Activity::region:
      return span.task != k_none && role_of(tasks[span.task]) == TaskRole::program ? TimeUse::serial : TimeUse::threads;
    case Activity::wait:
      return TimeUse::waits;
    case Activity::idle:
      return TimeUse::idle;
    case Activity::manage:
      return TimeUse::manages;
  }
  return TimeUse::outside;
}

UsedTime used_by(const WorkerHistory& worker, const History& history) {
  UsedTime used;
  for (const Stretch& stretch : flatten(worker.spans))
    used[use_of(*stretch.span, history.tasks)] += stretch.end_ns - stretch.begin_ns;
  const std::uint64_t known = used.all();
  used[TimeUse::outside] = history.duration_ns - std::min(history.duration_ns, known);
  return used;
}

class Analyst {
 public:
  explicit Analyst(Story& story) : story_(story), tasks_(story.history.tasks) {}

  Analysis analyse() && {
    result_.duration_ns = story_.history.duration_ns;
    for (const WorkerHistory& worker : story_.history.workers) {
      result_.workers.push_back(used_by(worker, story_.history));
      result_.waited_for_cpu_ns += worker.waited_for_cpu_ns;
      for (std::size_t use = 0; use < k_time_uses; ++use) result_.total.ns[use] += result_.workers.back().ns[use];
    }
    sort_into_kinds();
    const std::vector<Dependence> dependences = dependences_of(tasks_);
    result_.dependences = dependences.size();
    result_.path = critical_path_of(story_.history, dependences);
    order_kinds();
    for (const PathPart& part : result_.path.parts) {
      if (part.task != k_none) result_.kinds[kind_of_[part.task]].path_ns += part.ns;
      if (part.task == k_none || role_of(tasks_[part.task]) == TaskRole::program) result_.serial_path_ns += part.ns;
    }
    for (const Dependence& edge : dependences) ++result_.between[{kind_of_[edge.before], kind_of_[edge.after]}];
    measure_making();
    result_.obstacle = obstacle_of(result_);
    return std::move(result_);
  }

 private:
  void sort_into_kinds() {
    std::map<std::tuple<TaskRole, std::string, std::string, int>, std::size_t> places;
    kind_of_.reserve(tasks_.size());
    for (std::size_t index = 0; index < tasks_.size(); ++index) {
      const TaskHistory& task = tasks_[index];
      const SourceLine& place = story_.names.of(task);
      const TaskRole role = role_of(task);
      const auto [known, is_new] =
          places.try_emplace({role, place.function, place.file, place.line}, result_.kinds.size());
      if (is_new) {
        result_.kinds.push_back({.place = place, .role = role, .first = index});
        durations_.emplace_back();
      }
      kind_of_.push_back(known->second);
      add(result_.kinds[known->second], task);
      durations_[known->second].push_back(task.own_ns);
      result_.tasks += role == TaskRole::task ? 1 : 0;
      result_.regions += role == TaskRole::thread && task.seat == 0 ? 1 : 0;
      result_.loops += role == TaskRole::thread && task.seat == 0 ? task.loops.size() : 0;
      result_.work_ns += task.own_ns;
    }
    for (std::size_t kind = 0; kind < result_.kinds.size(); ++kind) {
      auto& all = durations_[kind];
      const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
      std::nth_element(all.begin(), middle, all.end());
      result_.kinds[kind].median_ns = *middle;
    }
  }
  static void add(TaskKind& kind, const TaskHistory& task) {
    ++kind.count;
    kind.own_ns += task.own_ns;
    kind.longest_ns = std::max(kind.longest_ns, task.own_ns);
    if (task.worker != k_none && task.worker == task.creator) ++kind.by_creator;
    if (task.ready_ns == k_never || task.started_ns == k_never) return;
    kind.waited_ns += task.started_ns - std::min(task.started_ns, task.ready_ns);
    ++kind.waited;
  }

  void order_kinds() {
    std::vector<std::size_t> order(result_.kinds.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](std::size_t left, std::size_t right) {
      return result_.kinds[left].own_ns > result_.kinds[right].own_ns;
    });
    std::vector<std::size_t> place(order.size());
    std::vector<TaskKind> sorted;
    for (const std::size_t kind : order) {
      place[kind] = sorted.size();
      sorted.push_back(std::move(result_.kinds[kind]));
    }
    result_.kinds = std::move(sorted);
    for (std::size_t& kind : kind_of_) kind = place[kind];
  }

  void measure_making() {
    std::uint64_t first = k_never, last = 0, ended = 0;
    std::map<std::size_t, std::size_t> made;  // by worker
    for (const TaskHistory& task : tasks_) {
      if (task.implicit()) continue;
      first = std::min(first, task.created_ns);
      last = std::max(last, task.created_ns);
      ++made[task.creator];
      if (task.ended_ns != k_never) ended = std::max(ended, task.ended_ns);
    }
    if (first == k_never) return;
    const auto most = std::max_element(made.begin(), made.end(),
                                       [](const auto& one, const auto& other) { return one.second < other.second; });
    if (10 * most->second >= 9 * result_.tasks && most->first < result_.workers.size()) {
      const UsedTime& maker = result_.workers[most->first];
      result_.making_ns = std::min(last - first, maker[TimeUse::threads] + maker[TimeUse::serial]);
    }
    result_.tasks_ns = ended - std::min(ended, first);
  }

  Story& story_;
  const std::vector<TaskHistory>& tasks_;
  std::vector<std::size_t> kind_of_;  // each task's
  std::vector<std::vector<std::uint64_t>> durations_;
  Analysis result_;
};

}  // namespace

TaskRole role_of(const TaskHistory& task) noexcept {
  if (!task.implicit()) return TaskRole::task;
  return task.threads == 1 && task.parent == k_none ? TaskRole::program : TaskRole::thread;
}

std::uint64_t UsedTime::all() const noexcept { return std::accumulate(ns.begin(), ns.end(), std::uint64_t{0}); }

double Analysis::busy() const noexcept {
  const std::uint64_t all = total.all();
  const std::uint64_t used = total[TimeUse::tasks] + total[TimeUse::threads] + total[TimeUse::serial];
  return all == 0 ? 0 : static_cast<double>(used) / static_cast<double>(all);
}

bool Analysis::short_tasks_cost() const noexcept {
  std::uint64_t count = 0;
  for (const TaskKind& kind : kinds)
    if (kind.is_short()) count += kind.count;
  return count != 0 && 20 * 300 * count >= total.all();
}

Obstacle obstacle_of(const Analysis& run) {
  if (run.kinds.empty() || run.duration_ns == 0) return Obstacle::nothing_recorded;
  if (share_of(run.path.ns, run.duration_ns) >= 0.9) return Obstacle::critical_path;
  if (run.busy() >= 0.9) return Obstacle::workers;
  const UsedTime& total = run.total;
  const std::uint64_t lost = total.all() - total[TimeUse::tasks] - total[TimeUse::threads] - total[TimeUse::serial];
  if (share_of(total[TimeUse::outside], lost) >= 0.5) return Obstacle::outside;
  if (share_of(run.making_ns, run.tasks_ns) >= 0.9 && share_of(run.tasks_ns, run.duration_ns) >= 0.5)
    return Obstacle::producer;
  if (run.short_tasks_cost()) return Obstacle::runtime;
  if (share_of(total[TimeUse::manages], lost) >= 0.5) return Obstacle::dependences;
  return share_of(total[TimeUse::waits], lost) >= 0.5 ? Obstacle::waits : Obstacle::parallelism;
}

Analysis analyse(Story& story) { return Analyst(story).analyse(); }

}  // namespace heddle::tools
