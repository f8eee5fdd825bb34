// See words.hpp.
#include "words.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

namespace heddle::tools {

namespace {

/// Where a function's own name ends: compilers add theirs, main._omp_fn.3, main.omp_outlined.
std::size_t end_of_name(const std::string& function) {
  return std::min({function.find("._omp_fn."), function.find(".omp_outlined"), function.size()});
}

std::string counted(std::size_t count, const char* one, const char* many) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : many);
}

/// The kind with the most of the critical path; null: the path is of the program's own code.
const TaskKind* longest_on_path(const Analysis& analysis) {
  const auto most =
      std::max_element(analysis.kinds.begin(), analysis.kinds.end(),
                       [](const TaskKind& left, const TaskKind& right) { return left.path_ns < right.path_ns; });
  return most == analysis.kinds.end() || most->role == TaskRole::program || most->path_ns == 0 ? nullptr : &*most;
}

std::string what_kept_it(const Analysis& analysis) {
  const std::string workers = counted(analysis.workers.size(), "worker", "workers");
  switch (analysis.obstacle) {
    case Obstacle::nothing_recorded:
      return "No task and no parallel region was recorded, so there is nothing to say of them.";
    case Obstacle::critical_path:
      return fmt::format(
          "What keeps it from being faster is its critical path, the longest chain of what must come one after the "
          "other: {} of the {}. More workers would not help.",
          time_text(analysis.path.ns), time_text(analysis.duration_ns));
    case Obstacle::workers:
      return fmt::format(
          "{} busy nearly all the time: more of them would help, as far as the critical path of {} allows.",
          analysis.workers.size() == 1 ? "The worker was" : "All " + workers + " were", time_text(analysis.path.ns));
    case Obstacle::outside:
      return "Most of what is lost is lost outside of parallel regions: there the program's own code runs alone.";
    case Obstacle::producer:
      return fmt::format(
          "Tasks were being made nearly all the time ({}): the other workers wait for the one that "
          "makes them.",
          time_text(analysis.making_ns));
    case Obstacle::waits:
      return "Most of what is lost is waiting: workers are through with their part, and wait for others.";
    case Obstacle::runtime:
      return "There were tasks, but so many short ones that making and handing them out takes a good part of the time.";
    case Obstacle::dependences:
      return "Most of what is lost goes into the dependences: who waits for whom, and who may begin.";
    case Obstacle::parallelism:
      return "Workers looked for tasks and found none ready: too few can run at the same time.";
  }
  return {};
}

Advice shorten_the_path(const Analysis& analysis) {
  const TaskKind* const kind = longest_on_path(analysis);
  if (kind == nullptr)
    return {"Do more of it in parallel regions.",
            fmt::format("{} of the critical path is the program's own code between regions.",
                        percent_text(share_of(analysis.serial_path_ns, analysis.path.ns)))};
  if (kind->role == TaskRole::thread)
    return {"Take work out of the threads' own code.",
            fmt::format("{} of the critical path is code of the threads themselves: loops, and what makes the tasks. "
                        "Let tasks make tasks, or share loops out in smaller chunks.",
                        percent_text(share_of(kind->path_ns, analysis.path.ns)))};
  return {fmt::format("Split or shorten {}.", kind_text(*kind)),
          fmt::format("{} of the critical path are tasks of this kind. Several smaller tasks, fewer dependences "
                      "between them, or a priority so that they begin first shorten it (docs/tasks.md).",
                      percent_text(share_of(kind->path_ns, analysis.path.ns)))};
}

Advice make_fewer(const Analysis& analysis) {
  const auto shortest =
      std::max_element(analysis.kinds.begin(), analysis.kinds.end(), [](const TaskKind& left, const TaskKind& right) {
        const auto weight = [](const TaskKind& one) { return one.is_short() ? one.count : 0; };
        return weight(left) < weight(right);
      });
  return {"Fewer, longer tasks.",
          fmt::format("{} of {} take {} in the median. Several of them as one task cost the runtime once: taskloop has "
                      "grainsize for that, a recursion a size below which it goes on without tasks.",
                      counted(shortest->count, "task", "tasks"), kind_text(*shortest), time_text(shortest->median_ns))};
}

/// Nothing, where no more cores were simulated.
std::optional<Advice> more_cores(const Analysis& analysis, const Forecast& forecast) {
  if (forecast.points.empty() || forecast.points.back().cores <= analysis.workers.size()) return std::nullopt;
  const ForecastPoint* best = &forecast.points.front();
  const ForecastPoint* here = best;
  for (const ForecastPoint& point : forecast.points) {
    if (point.cores <= analysis.workers.size()) here = &point;
    if (static_cast<double>(point.ns) < 0.95 * static_cast<double>(best->ns)) best = &point;
  }
  if (best->cores <= here->cores)
    return Advice{"More cores would not help.",
                  fmt::format("In the simulator it takes {} on {}, and no less on more: {}.", time_text(here->ns),
                              counted(here->cores, "core", "cores"), forecast.points.back().limit)};
  return Advice{
      fmt::format("Up to {} cores.", best->cores),
      fmt::format("In the simulator it takes {} on {} and {} on {}; there it is limited by: {}.", time_text(here->ns),
                  counted(here->cores, "core", "cores"), time_text(best->ns), best->cores, best->limit)};
}

}  // namespace

std::string time_text(std::uint64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1000) return fmt::format("{} ns", ns);
  if (value < 999.5e3) return fmt::format("{:.3g} us", value / 1e3);
  if (value < 999.5e6) return fmt::format("{:.3g} ms", value / 1e6);
  return value < 999.5e9 ? fmt::format("{:.3g} s", value / 1e9) : fmt::format("{:.0f} s", value / 1e9);
}

std::string percent_text(double share) {
  if (share > 0 && share < 0.005) return "under 1 %";
  return fmt::format("{:.0f} %", 100 * share);
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string short_text(const TaskKind& kind) {
  const std::string& file = kind.place.file;
  if (file.empty() || end_of_name(kind.place.function) == kind.place.function.size()) return kind.place.function;
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), kind.place.line);
}

std::string kind_text(const TaskKind& kind) {
  if (kind.role == TaskRole::thread) return "the threads' own code";
  if (kind.role == TaskRole::program) return "the program's own code between regions";
  const std::string& file = kind.place.file;
  if (file.empty()) return kind.place.function;
  const std::string& name = kind.place.function;
  const bool compiled = end_of_name(name) != name.size();
  return fmt::format("{}, {}:{}", compiled ? name.substr(0, end_of_name(name)) : short_function(name),
                     file.substr(file.rfind('/') + 1), kind.place.line);
}

std::vector<std::string> in_words(const Analysis& analysis) {
  std::vector<std::string> sentences;
  std::string loops;
  if (analysis.loops != 0) loops = " and " + counted(analysis.loops, "recorded loop", "recorded loops");
  sentences.push_back(fmt::format("The run took {} on {}: {} with {}, in {}{}.", time_text(analysis.duration_ns),
                                  counted(analysis.workers.size(), "worker", "workers"),
                                  counted(analysis.tasks, "task", "tasks"),
                                  counted(analysis.dependences, "dependence", "dependences"),
                                  counted(analysis.regions, "parallel region", "parallel regions"), loops));
  if (analysis.obstacle == Obstacle::nothing_recorded) return {what_kept_it(analysis)};
  sentences.push_back(fmt::format(
      "Workers spent {} of their time in the program's tasks and loops; {} waiting or with nothing to run, {} outside "
      "of "
      "parallel regions.",
      percent_text(analysis.busy()),
      percent_text(share_of(analysis.total[TimeUse::waits] + analysis.total[TimeUse::idle], analysis.total.all())),
      percent_text(share_of(analysis.total[TimeUse::outside], analysis.total.all()))));
  if (20 * analysis.waited_for_cpu_ns >= analysis.total.all() && analysis.waited_for_cpu_ns != 0)
    sentences.push_back(
        fmt::format("The host was busy: for {} of their time, threads waited for a cpu that something else had. That "
                    "is in the times "
                    "below, of tasks above all: look again on an idle host.",
                    percent_text(share_of(analysis.waited_for_cpu_ns, analysis.total.all()))));
  sentences.push_back(what_kept_it(analysis));
  const TaskKind& hottest = analysis.kinds.front();
  sentences.push_back(
      fmt::format("The largest part of the work, {}, is {}.", percent_text(share_of(hottest.own_ns, analysis.work_ns)),
                  hottest.role == TaskRole::thread ? "in the threads' own code: loops, and what makes the tasks"
                                                   : "in " + kind_text(hottest)));
  if (analysis.obstacle != Obstacle::critical_path)
    sentences.push_back(fmt::format(
        "Its critical path is {}: with as many workers as you like, it could at best be {:.1f} times as fast.",
        time_text(analysis.path.ns), share_of(analysis.duration_ns, analysis.path.ns)));
  return sentences;
}

std::vector<Advice> what_would_help(const Analysis& analysis, const Forecast& forecast) {
  std::vector<Advice> advice;
  switch (analysis.obstacle) {
    case Obstacle::nothing_recorded:
      return {};
    case Obstacle::critical_path:
      advice.push_back(shorten_the_path(analysis));
      break;
    case Obstacle::workers:
      break;
    case Obstacle::outside:
      advice.push_back({"Do more of it in parallel regions.",
                        fmt::format("{} of the workers' time is outside of them.",
                                    percent_text(share_of(analysis.total[TimeUse::outside], analysis.total.all())))});
      break;
    case Obstacle::producer:
      advice.push_back({"Make tasks faster.",
                        "Let several tasks make them, make fewer and longer ones, or, where the same graph comes again "
                        "and again, keep it as a plan (docs/plans.md): then it is made once."});
      break;
    case Obstacle::waits:
      advice.push_back({"Balance the parts.",
                        "Let loops hand out iterations as threads come (schedule(dynamic), or HEDDLE_LOOP=idws), and "
                        "let tasks wait for what they need (depend) in place of taskwait and barriers."});
      break;
    case Obstacle::runtime:
      break;
    case Obstacle::dependences:
      advice.push_back(
          {"Fewer dependences.",
           "Name fewer objects in each task, or make tasks that do more between two of them; where the same "
           "graph comes again and again, keep it as a plan (docs/plans.md)."});
      break;
    case Obstacle::parallelism:
      advice.push_back(shorten_the_path(analysis));
      break;
  }
  if (analysis.obstacle == Obstacle::runtime || analysis.short_tasks_cost()) advice.push_back(make_fewer(analysis));
  if (const auto more = more_cores(analysis, forecast)) advice.push_back(*more);
  return advice;
}

}  // namespace heddle::tools
