// Chrome's trace event format (JSON); see writers.hpp. A process per traced process, a thread per worker; spans are
// complete events ("X"), which nest on their track; counts are counters ("C"), dependences arrows ("s", "f").
#include <vector>

#include "base/quoted.hpp"
#include "edges.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "writers.hpp"

namespace heddle::tools {

namespace {

constexpr const char* k_kinds[] = {"region", "task", "wait", "idle", "manage"};

double microseconds(std::uint64_t ns) { return static_cast<double>(ns) / 1000.0; }

class Events {
 public:
  explicit Events(Output& out) : out_(out) {}

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    out_.write(first_ ? "\n" : ",\n");
    first_ = false;
    out_.print(format, std::forward<Values>(values)...);
  }

 private:
  Output& out_;
  bool first_ = true;
};

void add_names(Events& events, Story& story) {
  for (std::size_t index = 0; index < story.trace.processes.size(); ++index)
    events.add(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", story.trace.processes[index].pid,
               json_string(story.names.program(index)));
  for (const TracedWorker& worker : story.trace.workers) {
    const std::uint32_t pid = story.trace.processes[worker.process].pid;
    events.add(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":"worker {}"}}}})", pid,
               worker.thread, worker.id);
    events.add(R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})", pid,
               worker.thread, worker.id);
  }
}

std::string arguments_of(Story& story, const Span& span) {
  if (span.task == k_none) return "{}";
  const TaskHistory& task = story.history.tasks[span.task];
  std::string text =
      fmt::format(R"({{"task":{},"parent":{}"created_us":{:.3f})", task.id,
                  task.parent_id == 0 ? "null," : fmt::format("{},", task.parent_id), microseconds(task.created_ns));
  if (const std::string source = source_of(story.names.of(task)); !source.empty())
    text += ",\"source\":" + json_string(source);
  if (!task.accesses.empty()) {
    text += ",\"accesses\":[";
    for (const TaskAccess& access : task.accesses)
      text += fmt::format("{}\"{} 0x{:x}\"", text.back() == '[' ? "" : ",", mode_name(access.mode), access.address);
    text += "]";
  }
  return text + "}";
}

void add_worker(Events& events, Story& story, std::size_t index) {
  const TracedWorker& worker = story.trace.workers[index];
  const std::uint32_t pid = story.trace.processes[worker.process].pid;
  for (const Span& span : story.history.workers[index].spans)
    events.add(R"({{"ph":"X","name":{},"cat":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{}}})",
               json_string(title_of(story, span)), k_kinds[static_cast<std::size_t>(span.activity)], pid, worker.thread,
               microseconds(span.begin_ns), microseconds(span.end_ns - span.begin_ns), arguments_of(story, span));
  for (const HandledRequests& handled : story.history.workers[index].handled)
    events.add(R"({{"ph":"i","s":"t","name":"{} {} handled","cat":"message","pid":{},"tid":{},"ts":{:.3f}}})",
               handled.count, handled.kind == format::Message::submit ? "submit" : "done", pid, worker.thread,
               microseconds(handled.time_ns));
}

// From the end of the one to the beginning of the other; a reader ties an arrow's end to the span around it.
void add_arrows(Events& events, const Story& story) {
  const auto& tasks = story.history.tasks;
  constexpr std::size_t k_most = 500'000;
  std::size_t id = 0;
  for (const Dependence& edge : dependences_of(tasks)) {
    const TaskHistory &before = tasks[edge.before], &after = tasks[edge.after];
    if (id == k_most) {
      fmt::print(stderr, "heddle: note: {} arrows are drawn; the other dependences have none\n", k_most);
      return;
    }
    if (before.ended_ns == TaskHistory::k_never || after.started_ns == TaskHistory::k_never) continue;
    if (before.worker == k_none || after.worker == k_none || before.ended_ns <= before.started_ns) continue;
    const auto add = [&](const char* kind, const TaskHistory& task, std::uint64_t ns) {
      const TracedWorker& worker = story.trace.workers[task.worker];
      events.add(R"({{"ph":{},"name":"dependence","cat":"dependence","id":{},"pid":{},"tid":{},"ts":{:.3f}}})", kind,
                 id, story.trace.processes[worker.process].pid, worker.thread, microseconds(ns));
    };
    add(R"("s")", before, before.ended_ns - 1);
    add(R"("f","bp":"e")", after, after.started_ns);
    ++id;
  }
}

void add_counter(Events& events, const Story& story, const char* name, std::int64_t Counts::* what) {
  std::int64_t shown = -1;
  for (const Counts& now : story.history.counts) {
    if (now.*what == shown) continue;
    shown = now.*what;
    events.add(R"({{"ph":"C","name":"{}","pid":{},"ts":{:.3f},"args":{{"{}":{}}}}})", name,
               story.trace.processes.front().pid, microseconds(now.time_ns), name, shown);
  }
}

}  // namespace

std::optional<base::Error> write_chrome(Story& story, const std::string& path) {
  Output out(path);
  ProgressLine progress("writing " + base::quoted(path), story.trace.workers.size());
  out.write("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"writer\":\"heddle\"},\"traceEvents\":[");
  Events events(out);
  add_names(events, story);
  for (std::size_t index = 0; index < story.trace.workers.size(); ++index) {
    add_worker(events, story, index);
    progress.advance();
  }
  add_arrows(events, story);
  add_counter(events, story, "tasks in graph", &Counts::tasks_in_graph);
  add_counter(events, story, "ready tasks", &Counts::ready_tasks);
  add_counter(events, story, "idle workers", &Counts::idle_workers);
  add_counter(events, story, "managers", &Counts::managers);
  out.write("\n]}\n");
  return out.finish();
}

}  // namespace heddle::tools
