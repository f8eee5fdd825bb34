// The task graph as DOT, to be drawn by Graphviz, and as JSON, to be read by programs; see writers.hpp. The JSON's
// fields are described in docs/tracing.md; whoever changes them raises k_graph_version.
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <utility>

#include "base/quoted.hpp"
#include "edges.hpp"
#include "graph/task.hpp"
#include "omp/schedule_kind.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "writers.hpp"

namespace heddle::tools {

namespace {

constexpr int k_graph_version = 1;
constexpr std::size_t k_many_nodes = 3000;  // Graphviz' dot takes minutes beyond

std::vector<TaskHistory> cut(const std::vector<TaskHistory>& tasks, std::size_t first) {
  return {tasks.begin(), tasks.begin() + static_cast<std::ptrdiff_t>(std::min(first, tasks.size()))};
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : base::visible(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string label_of(const TaskHistory& task, const SourceLine& place) {
  std::string label = escaped(place.function);
  if (const std::string source = source_of(place); !source.empty()) label += "\\n" + escaped(source);
  if (task.ended_ns != TaskHistory::k_never)
    label += fmt::format("\\n{:.1f} us", static_cast<double>(task.own_ns) / 1000.0);
  return label;
}

/// A time, or null.
std::string time_or_null(std::uint64_t time_ns) {
  return time_ns == TaskHistory::k_never ? "null" : fmt::format("{}", time_ns);
}

std::string guid_or_null(std::uint64_t guid) { return guid == 0 ? "null" : fmt::format("\"0x{:x}\"", guid); }

std::string accesses_of(const TaskHistory& task) {
  constexpr std::uint64_t k_most = std::uint64_t{1} << 53;  // that numbers of JSON are exact to
  std::string text;
  for (const TaskAccess& access : task.accesses)
    text += fmt::format(R"({}{{"address":"0x{:x}","bytes":{},"mode":"{}"}})", text.empty() ? "" : ",", access.address,
                        std::min(access.bytes, k_most), mode_name(access.mode));
  return text;
}

std::string waits_of(const TaskHistory& task) {
  constexpr const char* names[] = {"children", "group", "barrier", "predecessors", "window"};
  std::string text;
  for (const TaskWait& wait : task.waits)
    text += fmt::format(R"({}{{"offset_ns":{},"for":"{}"}})", text.empty() ? "" : ",", wait.offset_ns,
                        names[static_cast<std::size_t>(wait.waited) % std::size(names)]);
  return text;
}

std::string_view schedule_of(const TaskLoop& loop) {
  return loop.schedule > UINT8_MAX ? "unknown" : omp::name_of(static_cast<omp::ScheduleKind>(loop.schedule));
}

// Only where there are any, which is seldom. A thread that came too late for a loop has no parts of it.
std::string loops_of(const TaskHistory& task) {
  std::string text;
  for (const TaskLoop& loop : task.loops) {
    std::string parts;
    for (const LoopPart& part : loop.parts)
      parts += fmt::format("{}[{},{},{}]", parts.empty() ? "" : ",", part.first, part.last, part.ns);
    text += fmt::format(
        R"({}{{"offset_ns":{},"trip":{},"schedule":"{}","chunk":{},"rising":{},"ordered":{},"nowait":{},"parts":[{}]}})",
        text.empty() ? "" : ",", loop.offset_ns, loop.trip, schedule_of(loop), loop.chunk,
        (loop.traits & format::k_rising) != 0, (loop.traits & format::k_ordered) != 0, loop.nowait, parts);
  }
  return text.empty() ? text : fmt::format(R"(,"loops":[{}])", text);
}

// Only of EDTs.
std::string slots_of(const TaskHistory& task) {
  if (task.edt == 0) return {};
  std::string text;
  for (const TaskSlot& slot : task.slots) {
    std::string from;
    for (const std::size_t source : slot.from) from += fmt::format("{}{}", from.empty() ? "" : ",", source);
    text += fmt::format(R"({}{{"slot":{},"mode":"{}","block":{},"bytes":{},"event":{},"from":[{}]}})",
                        text.empty() ? "" : ",", slot.index, block_mode_name(slot.mode), guid_or_null(slot.block),
                        slot.bytes, guid_or_null(slot.event), from);
  }
  return fmt::format(R"(,"scope":{},"affinity":{},"ready_by":{},"slots":[{}])", guid_or_null(task.scope),
                     task.locality == 0 ? "null" : fmt::format("{}", task.locality - 1),
                     task.ready_by == k_none ? "null" : fmt::format("{}", task.ready_by), text);
}

void print_task(Output& out, Story& story, std::size_t index, const TaskHistory& task) {
  const SourceLine& place = story.names.of(task);
  const auto flag = [&task](graph::TaskFlag which) { return (task.flags & which) != 0; };
  out.print(R"(  {{"id":{},"name":{},"source":{},"line":{},"process":{},"parent":{},"implicit":{},"threads":{},)",
            index, json_string(place.function), place.file.empty() ? "null" : json_string(place.file),
            place.file.empty() ? "null" : fmt::format("{}", place.line), story.trace.processes[task.process].pid,
            task.parent == k_none ? "null" : fmt::format("{}", task.parent), task.implicit(), task.threads);
  out.print(R"("priority":{},"final":{},"undeferred":{},"detachable":{},"worker":{},)", task.priority,
            flag(graph::k_final), flag(graph::k_undeferred), flag(graph::k_detachable),
            task.worker == k_none ? "null" : fmt::format("{}", story.trace.workers[task.worker].id));
  out.print(R"("created_ns":{},"ready_ns":{},"started_ns":{},"ended_ns":{},"duration_ns":{},"offset_ns":{},)",
            task.created_ns, time_or_null(task.ready_ns), time_or_null(task.started_ns), time_or_null(task.ended_ns),
            task.own_ns, task.offset_ns);
  out.print(R"("accesses":[{}],"waits":[{}]{}{}}})", accesses_of(task), waits_of(task), loops_of(task), slots_of(task));
}

/// What EDTs have beside them: events, blocks, scopes. Each is drawn once.
class EdtDrawing {
 public:
  EdtDrawing(Output& out, Story& story, std::size_t count) : out_(out), story_(story), count_(count) {}

  void draw(std::size_t index, const TaskHistory& task) {
    for (const TaskSlot& slot : task.slots) draw_slot(index, task, slot);
    if (task.slots.empty() && task.ready_by < count_)
      draw_edge(fmt::format("t{}", task.ready_by), fmt::format("t{}", index), " [style=dashed, color=gray]");
    if (task.scope != 0) scopes_[{task.process, task.scope}].push_back(index);
  }
  void draw_scopes() {
    for (const auto& [scope, tasks] : scopes_) {
      out_.print("  subgraph cluster_{}_{:x} {{ label=\"finish\"; color=gray; fontsize=10;", scope.first, scope.second);
      for (const std::size_t task : tasks) out_.print(" t{};", task);
      out_.write(" }\n");
    }
  }

 private:
  void draw_slot(std::size_t index, const TaskHistory& task, const TaskSlot& slot) {
    const std::string event = slot.event == 0 ? "" : draw_event(task.process, slot.event);
    for (const std::size_t source : slot.from)
      if (source < count_) draw_edge(fmt::format("t{}", source), event.empty() ? fmt::format("t{}", index) : event, "");
    if (!event.empty()) draw_edge(event, fmt::format("t{}", index), "");
    if (slot.block == 0) return;
    const std::string block = fmt::format("b{}_{:x}", task.process, slot.block);
    if (drawn_.insert(block).second) out_.print("  {} [shape=cylinder, label=\"{} bytes\"];\n", block, slot.bytes);
    draw_edge(block, fmt::format("t{}", index),
              fmt::format(" [style=dotted, label=\"{}\", fontsize=9]", block_mode_name(slot.mode)));
  }
  std::string draw_event(std::size_t process, std::uint64_t guid) {
    std::string name = fmt::format("e{}_{:x}", process, guid);
    if (!drawn_.insert(name).second) return name;
    const auto event = story_.events.find({process, guid});
    std::string label = event_kind_name(event == story_.events.end() ? 0 : event->second.kind);
    if (event != story_.events.end()) {
      const auto& texts = story_.trace.processes[process].texts;
      if (const auto place = texts.find(event->second.where); place != texts.end())
        label += "\\n" + escaped(base_name_of(place->second.substr(0, place->second.find('\n'))));
    }
    out_.print("  {} [shape=ellipse, label=\"{}\"];\n", name, label);
    return name;
  }
  void draw_edge(const std::string& from, const std::string& to, const std::string& style) {
    if (from != to && drawn_.insert(from + ">" + to + style).second) out_.print("  {} -> {}{};\n", from, to, style);
  }
  static std::string base_name_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

  Output& out_;
  Story& story_;
  const std::size_t count_;  // tasks that are drawn
  std::set<std::string> drawn_;
  std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::size_t>> scopes_;
};

}  // namespace

std::optional<base::Error> write_graph_dot(Story& story, const std::string& path, const GraphChoice& choice) {
  const auto tasks = cut(story.history.tasks, choice.first);
  if (tasks.size() > k_many_nodes)
    fmt::print(stderr, "heddle: note: {} has {} nodes; Graphviz is slow beyond {}: --first 1000 keeps the oldest\n",
               base::quoted(path), tasks.size(), k_many_nodes);
  Output out(path);
  EdtDrawing edts(out, story, tasks.size());
  out.write("digraph tasks {\n  node [shape=box, fontname=\"sans-serif\", fontsize=10];\n");
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    const char* const shape = tasks[index].implicit() ? ", shape=ellipse" : "";
    out.print("  t{} [label=\"{}\"{}];\n", index, label_of(tasks[index], story.names.of(tasks[index])), shape);
    // EDTs have no parents. Tasks that have no other edge hang on theirs; nested ones always do.
    edts.draw(index, tasks[index]);
    if (tasks[index].edt != 0 || !choice.creation) continue;
    if (tasks[index].parent == k_none || tasks[index].parent >= tasks.size()) continue;
    out.print("  t{} -> t{} [style=dashed, color=gray, constraint={}];\n", tasks[index].parent, index,
              tasks[index].accesses.empty());
  }
  for (const Dependence& edge : dependences_of(tasks))
    if (tasks[edge.after].edt == 0) out.print("  t{} -> t{};\n", edge.before, edge.after);
  edts.draw_scopes();
  out.write("}\n");
  return out.finish();
}

std::optional<base::Error> write_graph_json(Story& story, const std::string& path, const GraphChoice& choice) {
  const auto tasks = cut(story.history.tasks, choice.first);
  ProgressLine progress("writing " + base::quoted(path), tasks.size());
  Output out(path);
  out.print("{{\"format\":\"heddle-graph\",\"version\":{},\"program\":{},\"duration_ns\":{},\"workers\":{},\n",
            k_graph_version, json_string(story.names.program(0)), story.history.duration_ns,
            story.trace.workers.size());
  std::uint64_t waited_ns = 0;
  for (const WorkerHistory& worker : story.history.workers) waited_ns += worker.waited_for_cpu_ns;
  out.print(" \"waited_for_cpu_ns\":{},\"tasks_in_trace\":{},\n \"tasks\":[\n", waited_ns, story.history.tasks.size());
  for (std::size_t index = 0; index < tasks.size(); ++index) {
    print_task(out, story, index, tasks[index]);
    out.write(index + 1 < tasks.size() ? ",\n" : "\n");
    progress.advance();
  }
  out.write(" ],\n \"dependences\":[");
  const char* between = "";
  for (const Dependence& edge : dependences_of(tasks)) {
    out.print("{}[{},{}]", between, edge.before, edge.after);
    between = ",";
  }
  out.write("]}\n");
  return out.finish();
}

}  // namespace heddle::tools
