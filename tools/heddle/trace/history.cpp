// From records to spans and counts; see history.hpp.
#include "history.hpp"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "progress.hpp"

namespace heddle::tools {

namespace {

using format::Event;
using format::Record;

struct Change {
  std::uint64_t time_ns;
  std::int64_t Counts::* what;
  std::int64_t by;
};

/// Looks up tasks by process and number.
class TaskIndex {
 public:
  std::size_t find(std::size_t process, std::uint64_t id) const {
    if (process >= maps_.size()) return k_none;
    const auto found = maps_[process].find(id);
    return found == maps_[process].end() ? k_none : found->second;
  }
  void add(std::size_t process, std::uint64_t id, std::size_t index) {
    if (process >= maps_.size()) maps_.resize(process + 1);
    maps_[process].emplace(id, index);
  }

 private:
  std::vector<std::unordered_map<std::uint64_t, std::size_t>> maps_;
};

class Builder {
 public:
  explicit Builder(const RawTrace& trace) : trace_(trace), first_ns_(trace.first_ns()) {
    history_.duration_ns = trace.last_ns() - first_ns_;
    history_.workers.resize(trace.workers.size());
  }

  History build() && {
    std::uint64_t records = 0;
    for (const TracedWorker& worker : trace_.workers) records += worker.records.size();
    ProgressLine progress("sorting events", 2 * records);
    make_tasks(progress);
    for (std::size_t worker = 0; worker < trace_.workers.size(); ++worker) follow(worker, progress);
    count_tasks();
    add_up();
    return std::move(history_);
  }

 private:
  std::uint64_t since_first(std::uint64_t time_ns) const { return time_ns < first_ns_ ? 0 : time_ns - first_ns_; }

  // -- the tasks, in the order of their creation: first all are known, then what happens to them
  void make_tasks(ProgressLine& progress) {
    for (std::size_t worker = 0; worker < trace_.workers.size(); ++worker) {
      Record origin;  // of the next task, if it is one
      for (const Record& record : trace_.workers[worker].records) {
        progress.advance();
        if (record.event == Event::task_origin) origin = record;
        if (record.event != Event::task_created && record.event != Event::region_begin) continue;
        add_task(worker, record);
        if (record.event != Event::task_created) continue;
        history_.tasks.back().where = origin.a;
        history_.tasks.back().name = origin.b;
        history_.tasks.back().is_part = origin.detail != 0;
        if (origin.task != 0) history_.tasks.back().body = origin.task;
        origin = {};
      }
    }
    std::stable_sort(
        history_.tasks.begin(), history_.tasks.end(),
        [](const TaskHistory& left, const TaskHistory& right) { return left.created_ns < right.created_ns; });
    for (std::size_t index = 0; index < history_.tasks.size(); ++index)
      index_.add(history_.tasks[index].process, history_.tasks[index].id, index);
    for (std::size_t index = 0; index < history_.tasks.size(); ++index) {
      TaskHistory& task = history_.tasks[index];
      const std::size_t parent = index_.find(task.process, task.parent_id);
      task.parent = parent < index ? parent : k_none;  // else the trace is damaged
    }
  }

  void add_task(std::size_t worker, const Record& record) {
    TaskHistory task;
    task.id = record.task;
    task.process = trace_.workers[worker].process;
    task.creator = worker;
    task.created_ns = since_first(record.time_ns);
    task.parent_id = record.a;
    if (record.event == Event::region_begin) {
      task.threads = static_cast<std::uint32_t>(std::max<std::uint64_t>(record.b, 1));
      task.seat = record.extra;
    } else {
      task.body = record.b;
      task.flags = record.detail;
      task.priority = static_cast<std::int32_t>(record.extra);
    }
    history_.tasks.push_back(std::move(task));
  }

  // -- one worker's life
  struct RunningLoop {
    std::size_t task = k_none;
    std::uint64_t part_began_ns = 0;  // in the task's own time
    bool in_part = false;
    bool seen = false;  // any chunk was noted, be it an empty one: sections are loops of which none is
    TaskLoop loop = {};
  };
  struct Life {
    std::size_t worker;
    std::vector<std::size_t> open;  // spans, outermost first
    std::uint64_t last_ns = 0;
    std::uint64_t waited_ns = 0;     // for a cpu, by its thread's last sum
    std::vector<RunningLoop> loops;  // outermost first
  };

  void follow(std::size_t worker, ProgressLine& progress) {
    Life life{worker, {}, 0, 0, {}};
    for (const Record& record : trace_.workers[worker].records) {
      progress.advance();
      note(life, record);
    }
    while (!life.open.empty()) close(life, history_.duration_ns);  // the trace ends before they do
    auto& spans = history_.workers[worker].spans;
    std::stable_sort(spans.begin(), spans.end(), [](const Span& left, const Span& right) {
      return left.begin_ns != right.begin_ns ? left.begin_ns < right.begin_ns : left.depth < right.depth;
    });
  }

  void note(Life& life, const Record& record) {
    const std::uint64_t now = since_first(record.time_ns);
    const std::size_t process = trace_.workers[life.worker].process;
    const std::size_t task = record.task == 0 ? k_none : index_.find(process, record.task);
    charge(life, now);
    switch (record.event) {
      case Event::task_created:
        if (task != k_none) history_.tasks[task].offset_ns = own_time(history_.tasks[task].parent);
        return;
      case Event::region_begin:
        // Of the others, who began when is a matter of waking up: they have the region's place from the first one.
        if (task != k_none && record.extra == 0) history_.tasks[task].offset_ns = own_time(history_.tasks[task].parent);
        return open(life, {.begin_ns = now, .activity = Activity::region, .task = task});
      case Event::task_started:
        return open(life, {.begin_ns = now, .activity = Activity::task, .task = task});
      case Event::wait_begin:
        add_wait(life, static_cast<format::WaitReason>(record.detail));
        return open(
            life,
            {.begin_ns = now, .activity = Activity::wait, .waited = static_cast<format::WaitReason>(record.detail)});
      case Event::idle_begin:
        return open(life, {.begin_ns = now, .activity = Activity::idle});
      case Event::task_ended:
      case Event::region_end:
        return close_down_to(life, task, now);
      case Event::wait_end:
      case Event::idle_end:
        if (!life.open.empty()) close(life, now);
        return;
      case Event::loop_begin:
        return begin_loop(life, record);
      case Event::loop_chunk:
        return add_part(life, record);
      case Event::loop_end:
        return end_loop(life, record);
      case Event::scheduled:
        return add_times(life, record);
      case Event::managed:
        return add_managed(life, std::min(since_first(record.a), now), now);
      case Event::messages:
        history_.workers[life.worker].handled.push_back(
            {now, static_cast<format::Message>(record.detail), record.extra});
        return;
      default:
        if (task != k_none) stamp(history_.tasks[task], record, now);
    }
  }

  void stamp(TaskHistory& task, const Record& record, std::uint64_t now) {
    if (record.event == Event::access) task.accesses.push_back({record.a, record.b, record.detail});
    if (record.event == Event::task_linked) task.linked_ns = now;
    if (record.event == Event::task_ready) task.ready_ns = std::min(task.ready_ns, now);
    if (record.event == Event::task_released) task.released_ns = now;
  }

  // Sums since a thread's first record: another thread of the worker begins anew.
  void add_times(Life& life, const Record& record) {
    std::uint64_t& waited = history_.workers[life.worker].waited_for_cpu_ns;
    waited += record.b >= life.waited_ns ? record.b - life.waited_ns : record.b;
    waited = std::min(waited, history_.duration_ns);
    life.waited_ns = record.b;
  }

  std::uint64_t own_time(std::size_t task) const { return task == k_none ? 0 : history_.tasks[task].own_ns; }

  std::size_t innermost_task(const Life& life) const {
    for (auto open = life.open.rbegin(); open != life.open.rend(); ++open) {
      const std::size_t task = history_.workers[life.worker].spans[*open].task;
      if (task != k_none) return task;
    }
    return k_none;
  }

  void add_wait(const Life& life, format::WaitReason waited) {
    if (const std::size_t task = innermost_task(life); task != k_none)
      history_.tasks[task].waits.push_back({history_.tasks[task].own_ns, waited});
  }

  // -- loops: a thread has one open in each of its implicit tasks
  void begin_loop(Life& life, const Record& record) {
    const std::size_t task = innermost_task(life);
    if (task == k_none) return;
    RunningLoop& running = life.loops.emplace_back();
    running.task = task;
    running.loop.offset_ns = own_time(task);
    running.loop.trip = record.a;
    running.loop.chunk = record.b;
    running.loop.schedule = record.detail;
    running.loop.traits = record.extra;
  }

  void add_part(Life& life, const Record& record) {
    if (life.loops.empty() || life.loops.back().task != innermost_task(life)) return;
    RunningLoop& running = life.loops.back();
    const std::uint64_t now = own_time(running.task);
    end_part(running, now);
    running.seen = true;
    if (record.a == record.b) return;
    running.loop.parts.push_back({record.a, record.b, 0});
    running.part_began_ns = now;
    running.in_part = true;
  }

  static void end_part(RunningLoop& running, std::uint64_t now) {
    if (!running.in_part) return;
    running.in_part = false;
    auto& parts = running.loop.parts;
    parts.back().ns = now - running.part_began_ns;
    join_short(parts);
  }

  // A loop of single iterations would be most of the file.
  static void join_short(std::vector<LoopPart>& parts) {
    constexpr std::uint64_t k_short_ns = 1000;
    if (parts.size() < 2) return;
    LoopPart& before = parts[parts.size() - 2];
    if (before.last != parts.back().first || before.ns >= k_short_ns) return;
    before.last = parts.back().last;
    before.ns += parts.back().ns;
    parts.pop_back();
  }

  void end_loop(Life& life, const Record& record) {
    if (life.loops.empty() || life.loops.back().task != innermost_task(life)) return;
    RunningLoop& running = life.loops.back();
    end_part(running, own_time(running.task));
    running.loop.nowait = record.extra != 0;
    if (running.seen) history_.tasks[running.task].loops.push_back(std::move(running.loop));
    life.loops.pop_back();
  }

  // The time since the last event belongs to the task that the worker was running.
  void charge(Life& life, std::uint64_t now) {
    if (!life.open.empty()) {
      const Span& inner = history_.workers[life.worker].spans[life.open.back()];
      if (inner.task != k_none) history_.tasks[inner.task].own_ns += now - life.last_ns;
    }
    life.last_ns = now;
  }

  void open(Life& life, Span span) {
    auto& spans = history_.workers[life.worker].spans;
    span.depth = life.open.size();
    life.open.push_back(spans.size());
    spans.push_back(span);
    if (span.activity == Activity::idle) changes_.push_back({span.begin_ns, &Counts::idle_workers, 1});
    if (span.task == k_none) return;
    history_.tasks[span.task].started_ns = span.begin_ns;
    history_.tasks[span.task].worker = life.worker;
  }

  void close(Life& life, std::uint64_t now) {
    Span& span = history_.workers[life.worker].spans[life.open.back()];
    life.open.pop_back();
    span.end_ns = now;
    if (span.activity == Activity::idle) changes_.push_back({now, &Counts::idle_workers, -1});
  }

  void close_down_to(Life& life, std::size_t task, std::uint64_t now) {
    const auto& spans = history_.workers[life.worker].spans;
    const bool known =
        std::any_of(life.open.begin(), life.open.end(), [&](std::size_t index) { return spans[index].task == task; });
    if (!known || task == k_none) return;
    history_.tasks[task].ended_ns = now;
    for (bool last = false; !last;) {
      last = spans[life.open.back()].task == task;
      close(life, now);
    }
  }

  // The records of what happened meanwhile came first, but none of them opened a span that is still open.
  void add_managed(Life& life, std::uint64_t since, std::uint64_t now) {
    auto& spans = history_.workers[life.worker].spans;
    std::size_t depth = life.open.size();
    const bool idle = depth != 0 && spans[life.open.back()].activity == Activity::idle;
    if (idle) {
      changes_.push_back({since, &Counts::idle_workers, -1});
      changes_.push_back({now, &Counts::idle_workers, 1});
    }
    spans.push_back({.begin_ns = since, .end_ns = now, .activity = Activity::manage, .depth = depth});
    changes_.push_back({since, &Counts::managers, 1});
    changes_.push_back({now, &Counts::managers, -1});
  }

  // -- the counts
  void count_tasks() {
    constexpr std::uint64_t never = TaskHistory::k_never;
    for (const TaskHistory& task : history_.tasks) {
      if (task.linked_ns != never) changes_.push_back({task.linked_ns, &Counts::tasks_in_graph, 1});
      if (task.linked_ns != never && task.released_ns != never)
        changes_.push_back({task.released_ns, &Counts::tasks_in_graph, -1});
      if (task.ready_ns != never) changes_.push_back({task.ready_ns, &Counts::ready_tasks, 1});
      if (task.ready_ns != never && task.started_ns != never)
        changes_.push_back({std::max(task.started_ns, task.ready_ns), &Counts::ready_tasks, -1});
    }
  }

  void add_up() {
    std::stable_sort(changes_.begin(), changes_.end(),
                     [](const Change& left, const Change& right) { return left.time_ns < right.time_ns; });
    Counts now;
    for (const Change& change : changes_) {
      if (history_.counts.empty() || history_.counts.back().time_ns != change.time_ns) history_.counts.push_back(now);
      now.*change.what += change.by;
      now.time_ns = history_.counts.back().time_ns = change.time_ns;
      history_.counts.back() = now;
    }
  }

  const RawTrace& trace_;
  const std::uint64_t first_ns_;
  History history_;
  TaskIndex index_;
  std::vector<Change> changes_;
};

}  // namespace

History history_of(const RawTrace& trace) { return Builder(trace).build(); }

std::vector<Stretch> flatten(const std::vector<Span>& spans) {
  std::vector<Stretch> stretches;
  std::vector<const Span*> open;
  std::uint64_t reached = 0;
  const auto add_up_to = [&](std::uint64_t time_ns) {
    if (time_ns > reached) stretches.push_back({reached, time_ns, open.back()});
    reached = std::max(reached, time_ns);
  };
  const auto advance_to = [&](std::uint64_t time_ns) {
    while (!open.empty() && open.back()->end_ns <= time_ns) {
      add_up_to(open.back()->end_ns);
      open.pop_back();
    }
    if (!open.empty()) add_up_to(time_ns);
    reached = std::max(reached, time_ns);
  };
  for (const Span& span : spans) {
    advance_to(span.begin_ns);
    open.push_back(&span);
  }
  advance_to(UINT64_MAX);
  return stretches;
}

}  // namespace heddle::tools
