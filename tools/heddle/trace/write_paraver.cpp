// Paraver's formats: the trace (.prv), the words for its numbers (.pcf), the names of its rows (.row); see writers.hpp.
// One application; a Paraver task per process, a thread per worker. Counts are events of the first thread.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <map>
#include <vector>

#include "output.hpp"
#include "writers.hpp"

namespace heddle::tools {

namespace {

enum Type : std::uint32_t {
  k_state = 0,
  k_function = 9200001,
  k_task = 9200002,
  k_in_graph = 9200010,
  k_ready = 9200011,
  k_submits = 9200020,
  k_dones = 9200021,
};

struct State {
  const char* name;
  const char* colour;
};
constexpr State k_states[] = {{"Idle", "117,195,255"}, {"Task", "0,0,255"},        {"Outside", "255,255,255"},
                              {"Waiting", "235,0,0"},  {"Managing", "255,144,26"}, {"Region", "0,146,57"}};
constexpr std::size_t k_state_of[] = {5, 1, 3, 0, 4};  // of an Activity

struct Line {
  std::uint64_t begin_ns;
  std::uint64_t end_ns;  // of states
  std::size_t worker;
  std::uint32_t type;
  std::uint64_t value;
};

/// Which Paraver task and thread a worker is; both count from 1.
struct Seat {
  std::size_t task;
  std::size_t thread;
};

std::vector<Seat> seats_of(const RawTrace& trace) {
  std::vector<std::size_t> threads(trace.processes.size(), 0);
  std::vector<Seat> seats;
  for (const TracedWorker& worker : trace.workers) seats.push_back({worker.process + 1, ++threads[worker.process]});
  return seats;
}

class Functions {
 public:
  explicit Functions(Story& story) : story_(story) {}
  std::uint64_t number_of(const TaskHistory& task) {
    const SourceLine& place = story_.names.of(task);
    const std::string source = source_of(place);
    const std::string title = source.empty() ? place.function : fmt::format("{} ({})", place.function, source);
    return numbers_.emplace(title, numbers_.size() + 1).first->second;
  }
  const std::map<std::string, std::uint64_t>& all() const { return numbers_; }

 private:
  Story& story_;
  std::map<std::string, std::uint64_t> numbers_;
};

void add_worker(std::vector<Line>& lines, Story& story, Functions& functions, std::size_t worker) {
  for (const Stretch& stretch : flatten(story.history.workers[worker].spans)) {
    const auto activity = static_cast<std::size_t>(stretch.span->activity);
    lines.push_back({stretch.begin_ns, stretch.end_ns, worker, k_state, k_state_of[activity]});
    if (stretch.span->activity != Activity::task || stretch.span->task == k_none) continue;
    const TaskHistory& task = story.history.tasks[stretch.span->task];
    lines.push_back({stretch.begin_ns, 0, worker, k_function, functions.number_of(task)});
    lines.push_back({stretch.begin_ns, 0, worker, k_task, task.id});
    lines.push_back({stretch.end_ns, 0, worker, k_function, 0});
  }
  for (const HandledRequests& handled : story.history.workers[worker].handled)
    lines.push_back(
        {handled.time_ns, 0, worker, handled.kind == format::Message::submit ? k_submits : k_dones, handled.count});
}

void add_counts(std::vector<Line>& lines, const History& history, Type type, std::int64_t Counts::* what) {
  std::int64_t shown = -1;
  for (const Counts& now : history.counts) {
    const std::int64_t value = std::max<std::int64_t>(now.*what, 0);
    if (value != shown) lines.push_back({now.time_ns, 0, 0, type, static_cast<std::uint64_t>(value)});
    shown = value;
  }
}

// At one time the end of a function comes before the beginning of the next.
std::vector<Line> lines_of(Story& story, Functions& functions) {
  std::vector<Line> lines;
  add_counts(lines, story.history, k_in_graph, &Counts::tasks_in_graph);
  add_counts(lines, story.history, k_ready, &Counts::ready_tasks);
  for (std::size_t worker = 0; worker < story.trace.workers.size(); ++worker)
    add_worker(lines, story, functions, worker);
  std::stable_sort(lines.begin(), lines.end(), [](const Line& left, const Line& right) {
    if (left.begin_ns != right.begin_ns) return left.begin_ns < right.begin_ns;
    return (left.type == k_function && left.value == 0) > (right.type == k_function && right.value == 0);
  });
  return lines;
}

std::string header_of(const RawTrace& trace, std::uint64_t duration_ns) {
  const auto seconds = static_cast<std::time_t>(trace.processes.front().start.realtime_ns / 1'000'000'000);
  std::tm when{};
  ::localtime_r(&seconds, &when);
  char date[32];
  std::strftime(date, sizeof date, "%d/%m/%Y at %H:%M", &when);
  std::vector<std::size_t> threads(trace.processes.size(), 0);
  for (const TracedWorker& worker : trace.workers) ++threads[worker.process];
  std::string tasks;
  for (const std::size_t count : threads)
    tasks += fmt::format("{}{}:1", tasks.empty() ? "" : ",", std::max<std::size_t>(count, 1));
  return fmt::format("#Paraver ({}):{}_ns:1({}):1:{}({})\n", date, duration_ns, trace.workers.size(), threads.size(),
                     tasks);
}

std::optional<base::Error> write_trace(Story& story, const std::string& path, const std::vector<Line>& lines) {
  Output out(path);
  const std::vector<Seat> seats = seats_of(story.trace);
  out.write(header_of(story.trace, story.history.duration_ns));
  for (const Line& line : lines) {
    const Seat seat = seats[line.worker];
    if (line.type == k_state) {
      out.print("1:{}:1:{}:{}:{}:{}:{}\n", line.worker + 1, seat.task, seat.thread, line.begin_ns, line.end_ns,
                line.value);
    } else {
      out.print("2:{}:1:{}:{}:{}:{}:{}\n", line.worker + 1, seat.task, seat.thread, line.begin_ns, line.type,
                line.value);
    }
  }
  return out.finish();
}

std::optional<base::Error> write_words(const std::string& path, const Functions& functions) {
  Output out(path);
  out.write("DEFAULT_OPTIONS\n\nLEVEL THREAD\nUNITS NANOSEC\nLOOK_BACK 100\nSPEED 1\n\nSTATES\n");
  for (std::size_t state = 0; state < std::size(k_states); ++state)
    out.print("{}    {}\n", state, k_states[state].name);
  out.write("\nSTATES_COLOR\n");
  for (std::size_t state = 0; state < std::size(k_states); ++state)
    out.print("{}    {{{}}}\n", state, k_states[state].colour);
  out.print("\nEVENT_TYPE\n9    {}    Task function\nVALUES\n0      End\n", std::uint32_t{k_function});
  for (const auto& [title, number] : functions.all()) out.print("{}      {}\n", number, title);
  constexpr std::pair<std::uint32_t, const char*> plain[] = {{k_task, "Task number"},
                                                             {k_in_graph, "Tasks in graph"},
                                                             {k_ready, "Ready tasks"},
                                                             {k_submits, "Submit messages handled"},
                                                             {k_dones, "Done messages handled"}};
  for (const auto& [type, name] : plain) out.print("\nEVENT_TYPE\n7    {}    {}\n", type, name);
  return out.finish();
}

std::optional<base::Error> write_rows(const RawTrace& trace, const std::string& path) {
  Output out(path);
  for (const char* level : {"CPU", "THREAD"}) {
    out.print("LEVEL {} SIZE {}\n", level, trace.workers.size());
    for (const TracedWorker& worker : trace.workers) out.print("worker {}\n", worker.id);
    out.write("\n");
  }
  return out.finish();
}

}  // namespace

std::optional<base::Error> write_paraver(Story& story, const std::string& path) {
  Functions functions(story);
  const std::vector<Line> lines = lines_of(story, functions);
  const auto beside = [&path](const char* extension) {
    return std::filesystem::path(path).replace_extension(extension).string();
  };
  if (auto error = write_trace(story, path, lines)) return error;
  if (auto error = write_words(beside(".pcf"), functions)) return error;
  return write_rows(story.trace, beside(".row"));
}

}  // namespace heddle::tools
