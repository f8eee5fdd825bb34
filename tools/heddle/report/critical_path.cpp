// See critical_path.hpp. Everything that happened is gone through in the order of real time, in which what something
// waited for has always come before it; along it goes the time at which it could have happened at best.
#include "critical_path.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "graph/task.hpp"

namespace heddle::tools {

namespace {

constexpr std::uint64_t k_never = TaskHistory::k_never;

enum class Moment : std::uint8_t { ended, waited, created, arrived, started };  // of one time: in this order

struct Happening {
  std::uint64_t time_ns = 0;
  Moment moment{};
  std::size_t task = k_none;
  std::size_t wait = 0;  // of arrived and waited: which one of its task
};

/// How far a task had come at some place, and when that could have been at best.
struct Reached {
  std::uint64_t at_ns = 0;      // at best, since the beginning
  std::size_t task = k_none;    // k_none: nothing is known before it
  std::uint64_t offset_ns = 0;  // in the task's own time
};

/// A wait that took longer at best than its task had taken until then.
struct Delay {
  std::uint64_t offset_ns = 0;
  Reached by;
};

struct Ideal {
  Reached began_behind;          // what it began behind, at best
  std::uint64_t gap_ns = 0;      // of the program's own time, between that and it
  std::uint64_t delayed_ns = 0;  // by waits, so far
  std::vector<Delay> delays;
  Reached children, descendants;  // the last one's end
  std::size_t team = 0;
  std::size_t barriers = 0;  // that it has arrived at
  bool known = false;        // its beginning was seen

  std::uint64_t began_ns() const noexcept { return began_behind.at_ns + gap_ns; }
  std::uint64_t at(std::uint64_t offset_ns) const noexcept { return began_ns() + offset_ns + delayed_ns; }
};

struct Barrier {
  Reached last;
  bool over = false;
};

/// The threads of one parallel region.
struct Team {
  std::uint32_t members = 0;
  std::size_t master = k_none;              // the implicit task of seat 0
  Reached tasks;                            // the last of its tasks to end
  std::map<std::size_t, Barrier> barriers;  // by their number
};

/// The end of a thread's last region that no other one was around.
struct RootEnd {
  Reached best;
  std::uint64_t time_ns = 0;  // in fact
};

void take_later(Reached& last, const Reached& other) {
  if (other.at_ns > last.at_ns || last.task == k_none) last = other;
}

class Sweep {
 public:
  Sweep(const History& history, const std::vector<Dependence>& dependences)
      : tasks_(history.tasks), dependences_(dependences), ideals_(history.tasks.size()) {
    make_teams();
    for (std::size_t index = 0; index < tasks_.size(); ++index) {
      const TaskHistory& task = tasks_[index];
      happen(opened_ns(index), Moment::created, index);
      if (task.started_ns != k_never) happen(std::max(task.started_ns, opened_ns(index)), Moment::started, index);
      // What the program itself is has no end but the trace's.
      if (task.ended_ns != k_never || task.started_ns != k_never)
        happen(task.ended_ns != k_never ? task.ended_ns : history.duration_ns, Moment::ended, index);
    }
    for (const WorkerHistory& worker : history.workers) add_waits(worker.spans);
    std::stable_sort(happenings_.begin(), happenings_.end(), [](const Happening& left, const Happening& right) {
      return left.time_ns != right.time_ns ? left.time_ns < right.time_ns : left.moment < right.moment;
    });
  }

  CriticalPath path() && {
    for (const Happening& happening : happenings_) go_on(happening);
    return {last_.at_ns, walk_back(last_)};
  }

 private:
  void happen(std::uint64_t time_ns, Moment moment, std::size_t task, std::size_t wait = 0) {
    happenings_.push_back({time_ns, moment, task, wait});
  }

  // A worker's spans nest: a wait is of the task around it.
  void add_waits(const std::vector<Span>& spans) {
    std::vector<const Span*> around;
    std::map<std::size_t, std::size_t> seen;  // waits of each task
    for (const Span& span : spans) {
      around.resize(std::min(around.size(), span.depth));
      if (span.activity == Activity::wait) {
        const auto owner =
            std::find_if(around.rbegin(), around.rend(), [](const Span* one) { return one->task != k_none; });
        if (owner != around.rend()) add_wait((*owner)->task, seen[(*owner)->task]++, span);
      }
      around.push_back(&span);
    }
  }
  void add_wait(std::size_t task, std::size_t wait, const Span& span) {
    if (wait >= tasks_[task].waits.size()) return;
    if (span.waited == format::WaitReason::barrier) happen(span.begin_ns, Moment::arrived, task, wait);
    happen(span.end_ns, Moment::waited, task, wait);
  }

  void go_on(const Happening& happening) {
    switch (happening.moment) {
      case Moment::created:
        return create(happening.task);
      case Moment::started:
        return start(happening.task);
      case Moment::arrived:
        return arrive(happening.task, happening.wait);
      case Moment::waited:
        return end_wait(happening.task, happening.wait);
      case Moment::ended:
        return end(happening);
    }
  }

  // A region's other threads begin when its first one does: clocks of cores may differ by less than that takes.
  void make_teams() {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> open;  // by process and parent
    for (std::size_t index = 0; index < tasks_.size(); ++index) {
      const TaskHistory& task = tasks_[index];
      if (!task.implicit()) continue;
      const auto [place, is_new] = open.try_emplace({task.process, task.parent}, 0);
      if (is_new || teams_[place->second].members >= task.threads) {
        place->second = teams_.size();
        teams_.emplace_back();
      }
      Team& team = teams_[place->second];
      ++team.members;
      if (task.seat == 0) team.master = index;
      ideals_[index].team = place->second;
    }
  }
  std::uint64_t opened_ns(std::size_t index) const {
    const TaskHistory& task = tasks_[index];
    if (!task.implicit()) return task.created_ns;
    const std::size_t master = teams_[ideals_[index].team].master;
    return master == k_none ? task.created_ns : std::max(task.created_ns, tasks_[master].created_ns);
  }

  void create(std::size_t index) {
    const TaskHistory& task = tasks_[index];
    Ideal& ideal = ideals_[index];
    if (master_of(index) != k_none) return;  // start() has its place
    if (task.parent != k_none && ideals_[task.parent].known) {
      ideal.began_behind = {ideals_[task.parent].at(task.offset_ns), task.parent, task.offset_ns};
      if (!task.implicit()) ideal.team = ideals_[task.parent].team;
    } else if (task.implicit()) {
      begin_root(index, ideal);
    }
  }
  // The program's own code ran since the thread's last region.
  void begin_root(std::size_t index, Ideal& ideal) {
    const auto before = roots_ended_.find(tasks_[index].creator);
    if (before == roots_ended_.end()) return;
    ideal.began_behind = before->second.best;
    ideal.gap_ns = tasks_[index].created_ns - std::min(tasks_[index].created_ns, before->second.time_ns);
  }

  // Of a region's other threads: the first one, behind which they begin.
  std::size_t master_of(std::size_t index) const {
    if (!tasks_[index].implicit()) return k_none;
    const std::size_t master = teams_[ideals_[index].team].master;
    return master == index ? k_none : master;
  }

  void start(std::size_t index) {
    Ideal& ideal = ideals_[index];
    if (const std::size_t master = master_of(index); master != k_none) {
      ideal.began_behind = ideals_[master].began_behind;
      ideal.gap_ns = ideals_[master].gap_ns;
    }
    ideal.known = true;
    // Sorted by `after`.
    auto edge = std::lower_bound(dependences_.begin(), dependences_.end(), index,
                                 [](const Dependence& one, std::size_t after) { return one.after < after; });
    for (; edge != dependences_.end() && edge->after == index; ++edge) {
      const Reached end = end_of(edge->before);
      if (end.task != k_none && end.at_ns > ideal.began_ns()) ideal.began_behind = end, ideal.gap_ns = 0;
    }
  }

  Reached end_of(std::size_t index) const {
    const Ideal& ideal = ideals_[index];
    return ideal.known ? Reached{ideal.at(tasks_[index].own_ns), index, tasks_[index].own_ns} : Reached{};
  }

  void arrive(std::size_t index, std::size_t wait) {
    if (teams_.empty()) return;
    const std::uint64_t offset = tasks_[index].waits[wait].offset_ns;
    take_later(teams_[ideals_[index].team].barriers[ideals_[index].barriers].last,
               {ideals_[index].at(offset), index, offset});
  }

  void end_wait(std::size_t index, std::size_t wait) {
    Ideal& ideal = ideals_[index];
    const TaskWait& waited = tasks_[index].waits[wait];
    switch (waited.waited) {
      case format::WaitReason::children:
        return delay(ideal, waited.offset_ns, ideal.children);
      case format::WaitReason::barrier:
        if (!teams_.empty()) delay(ideal, waited.offset_ns, behind_barrier(ideal));
        return;
      case format::WaitReason::group:
        return delay(ideal, waited.offset_ns, ideal.descendants);
      case format::WaitReason::predecessors:  // for which ones is not recorded: the path may be too short
      case format::WaitReason::window:        // the runtime's own: more workers would have spared it
        return;
    }
  }

  // As it was when the first thread left it: others may have gone on since.
  Reached behind_barrier(Ideal& ideal) {
    Team& team = teams_[ideal.team];
    Barrier& barrier = team.barriers[ideal.barriers++];
    if (!barrier.over) take_later(barrier.last, team.tasks);
    barrier.over = true;
    return barrier.last;
  }

  static void delay(Ideal& ideal, std::uint64_t offset_ns, const Reached& by) {
    if (by.task == k_none || by.at_ns <= ideal.at(offset_ns)) return;
    ideal.delayed_ns += by.at_ns - ideal.at(offset_ns);
    ideal.delays.push_back({offset_ns, by});
  }

  void end(const Happening& happening) {
    const Reached end = end_of(happening.task);
    if (end.task == k_none) return;
    const TaskHistory& task = tasks_[happening.task];
    take_later(last_, end);
    // Of a region's threads only the first one notes the wait at its end: the others' ends stand for theirs.
    if (!teams_.empty() && (!task.implicit() || task.seat != 0))
      take_later(teams_[ideals_[happening.task].team].tasks, end);
    if (task.parent == k_none) {
      if (task.implicit()) roots_ended_[task.worker] = {end, happening.time_ns};
      return;
    }
    Ideal& parent = ideals_[task.parent];
    if (task.implicit()) {
      if (task.seat == 0) delay(parent, task.offset_ns, end);
      return;
    }
    take_later(parent.children, end);
    if ((task.flags & graph::k_undeferred) != 0) delay(parent, task.offset_ns, end);
    tell_ancestors(task.parent, end);
  }
  // Up to a bound: a chain of tasks in which each makes the next has as many. Beyond it the path may be too short.
  void tell_ancestors(std::size_t ancestor, const Reached& end) {
    constexpr int k_most = 1000;
    for (int level = 0; level < k_most && ancestor != k_none; ++level, ancestor = tasks_[ancestor].parent) {
      Reached& last = ideals_[ancestor].descendants;
      if (last.task != k_none && last.at_ns >= end.at_ns) return;
      last = end;
    }
  }

  std::vector<PathPart> walk_back(Reached place) const {
    std::vector<PathPart> parts;
    const auto add = [&parts](std::size_t task, std::uint64_t ns) {
      if (ns != 0) parts.push_back({task, ns});
    };
    for (std::size_t steps = 0; place.task != k_none && steps < happenings_.size(); ++steps) {
      const Ideal& ideal = ideals_[place.task];
      // Both rise from delay to delay.
      auto last = std::partition_point(ideal.delays.begin(), ideal.delays.end(), [&place](const Delay& one) {
        return one.offset_ns <= place.offset_ns && one.by.at_ns <= place.at_ns;
      });
      if (last != ideal.delays.begin()) {
        --last;
        add(place.task, place.offset_ns - last->offset_ns);
        place = last->by;
      } else {
        add(place.task, place.offset_ns);
        add(k_none, ideal.gap_ns);
        place = ideal.began_behind;
      }
    }
    std::reverse(parts.begin(), parts.end());
    return parts;
  }

  const std::vector<TaskHistory>& tasks_;
  const std::vector<Dependence>& dependences_;
  std::vector<Happening> happenings_;
  std::vector<Ideal> ideals_;
  std::vector<Team> teams_;
  std::map<std::size_t, RootEnd> roots_ended_;  // by worker
  Reached last_;                                // the latest end at best
};

}  // namespace

CriticalPath critical_path_of(const History& history, const std::vector<Dependence>& dependences) {
  return Sweep(history, dependences).path();
}

}  // namespace heddle::tools
