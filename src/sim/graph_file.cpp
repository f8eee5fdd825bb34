#include "sim/graph_file.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

#include "base/quoted.hpp"
#include "sim/fields.hpp"
#include "sim/json.hpp"
#include "sim/recorded_loops.hpp"
#include "sim/recorded_slots.hpp"

namespace heddle::sim {

namespace {

constexpr std::string_view k_task_fields[] = {
    "id",       "name",       "source",   "line",        "process",    "parent",   "implicit",
    "threads",  "priority",   "final",    "undeferred",  "detachable", "worker",   "created_ns",
    "ready_ns", "started_ns", "ended_ns", "duration_ns", "offset_ns",  "accesses", "waits",
    "loops",    "scope",      "affinity", "ready_by",    "slots"};
constexpr std::string_view k_file_fields[] = {"format",         "version", "program",
                                              "duration_ns",    "workers", "waited_for_cpu_ns",
                                              "tasks_in_trace", "tasks",   "dependences"};
constexpr std::string_view k_access_fields[] = {"address", "bytes", "mode"};
constexpr std::string_view k_wait_fields[] = {"offset_ns", "for"};
constexpr std::uint32_t k_deepest = 2000;  // tasks within tasks: read, and followed for the longest path, by recursion

/// A task as the file has it.
struct RecordedTask {
  ProgramTask task;
  bool implicit = false;
  std::uint32_t threads = 0;
  std::uint32_t line = 0;
  std::uint32_t depth = 0;  // how many are around it
  std::vector<TaskIndex> children;
  std::vector<RecordedLoop> loops;
};

class Reader : Fields {
 public:
  explicit Reader(const std::string& path) : Fields(path) {}

  Wrong read(const Json& file, Program& into) {
    if (file.kind != Json::JsonKind::object) return refuse(file, "this is no task graph", "expected an object");
    if (Wrong wrong = known_only(file, k_file_fields)) return wrong;
    const Json* const format = file.find("format");
    if (format == nullptr || format->text != "heddle-graph")
      return refuse(file, "'format' is not \"heddle-graph\"", k_remedy);
    std::uint64_t version = 0;
    if (Wrong wrong = number(file, "version", version)) return wrong;
    if (version != 1)
      return refuse(file, "'version' is " + std::to_string(version) + "; this heddle reads 1", k_remedy);
    if (const Json* const name = file.find("program"); name != nullptr) into.name = name->text;
    const Json* const tasks = file.find("tasks");
    if (tasks == nullptr || tasks->kind != Json::JsonKind::array)
      return refuse(file, "'tasks' is missing or no array", k_remedy);
    if (Wrong wrong = whole(file, *tasks)) return wrong;
    if (Wrong wrong = read_tasks(*tasks)) return wrong;
    if (Wrong wrong = check_dependences(file)) return wrong;
    if (Wrong wrong = doubt(file, into)) return wrong;
    return flatten(into);
  }

 private:
  // Files of before do not say how long threads waited for a cpu.
  Wrong doubt(const Json& file, Program& into) const {
    if (file.find("waited_for_cpu_ns") == nullptr) return std::nullopt;
    std::uint64_t waited = 0, duration = 0, workers = 0;
    if (Wrong wrong = number(file, "waited_for_cpu_ns", waited)) return wrong;
    if (Wrong wrong = number(file, "duration_ns", duration)) return wrong;
    if (Wrong wrong = number(file, "workers", workers)) return wrong;
    if (20 * static_cast<double>(waited) < static_cast<double>(workers) * static_cast<double>(duration) || waited == 0)
      return std::nullopt;
    into.doubts.push_back("while it was recorded, its threads waited " + std::to_string(waited / 1000) +
                          " us for a cpu that something else had, which is in the times of its tasks: record it on an "
                          "idle host");
    return std::nullopt;
  }

  // A graph that was cut by --first is not the program.
  Wrong whole(const Json& file, const Json& tasks) const {
    std::uint64_t all = 0;
    if (Wrong wrong = number(file, "tasks_in_trace", all)) return wrong;
    if (all == tasks.items.size()) return std::nullopt;
    return refuse(file, "the file has " + std::to_string(tasks.items.size()) + " of " + std::to_string(all) + " tasks",
                  "write it without --first");
  }

  Wrong read_tasks(const Json& tasks) {
    for (const Json& item : tasks.items) {
      if (item.kind != Json::JsonKind::object) return refuse(item, "a task is no object", k_remedy);
      if (Wrong wrong = known_only(item, k_task_fields)) return wrong;
      if (Wrong wrong = read_task(item, recorded_.emplace_back())) return wrong;
    }
    return std::nullopt;
  }

  Wrong read_task(const Json& item, RecordedTask& into) {
    const auto index = static_cast<TaskIndex>(recorded_.size() - 1);
    std::uint64_t id = 0, threads = 0;
    bool detachable = false;
    into.line = item.line;
    if (Wrong wrong = number(item, "id", id)) return wrong;
    if (id != index)
      return refuse(item, "'id' is " + std::to_string(id) + " where " + std::to_string(index) + " is due", k_remedy);
    using Number = std::pair<const char*, std::uint64_t*>;
    using Flag = std::pair<const char*, bool*>;
    for (const auto& [name, field] : {Number{"duration_ns", &into.task.duration_ns},
                                      Number{"offset_ns", &into.task.offset_ns}, Number{"threads", &threads}}) {
      if (Wrong wrong = number(item, name, *field)) return wrong;
    }
    for (const auto& [name, field] : {Flag{"implicit", &into.implicit}, Flag{"final", &into.task.final},
                                      Flag{"undeferred", &into.task.undeferred}, Flag{"detachable", &detachable}}) {
      if (Wrong wrong = flag(item, name, *field)) return wrong;
    }
    if (detachable)
      return refuse(item, "task " + std::to_string(id) + " is detachable: what completes it is outside",
                    "simulate a program without detach");
    into.threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(threads, UINT32_MAX));
    if (const Json* const name = item.find("name"); name != nullptr) {
      into.task.kind = kinds_.emplace(name->text, static_cast<std::uint32_t>(kinds_.size())).first->second;
    }
    if (Wrong wrong = read_parent(item, index)) return wrong;
    if (Wrong wrong = read_accesses(item, into.task)) return wrong;
    if (Wrong wrong = read_slots(*this, item, index, into.task)) return wrong;
    if (item.find("slots") != nullptr) ++edts_;
    if (Wrong wrong = read_loops(*this, item, into.loops)) return wrong;
    if (!into.loops.empty() && !into.implicit)
      return refuse(item, "'loops' of a task that is no thread of a parallel region", k_remedy);
    return read_waits(item, into.task);
  }

  Wrong read_parent(const Json& item, TaskIndex index) {
    const Json* const parent = item.find("parent");
    if (parent == nullptr || parent->kind == Json::JsonKind::null) return std::nullopt;
    std::uint64_t number = 0;
    if (Wrong wrong = this->number(item, "parent", number)) return wrong;
    if (number >= index)
      return refuse(*parent,
                    "the parent of task " + std::to_string(index) + " is " + std::to_string(number) +
                        ", which is not created before it",
                    k_remedy);
    recorded_[index].depth = recorded_[number].depth + 1;
    if (recorded_[index].depth > k_deepest)
      return refuse(*parent,
                    "task " + std::to_string(index) + " is the innermost of more than " + std::to_string(k_deepest) +
                        " tasks, each created by the one before",
                    "record a smaller input");
    recorded_[index].task.parent = static_cast<TaskIndex>(number);
    recorded_[number].children.push_back(index);
    return std::nullopt;
  }

  Wrong read_accesses(const Json& item, ProgramTask& into) const {
    static const std::map<std::string_view, graph::Mode> k_modes = {{"in", graph::Mode::in},
                                                                    {"out", graph::Mode::out},
                                                                    {"inoutset", graph::Mode::inoutset},
                                                                    {"mutexinoutset", graph::Mode::mutexinoutset}};
    const Json* const accesses = item.find("accesses");
    if (accesses == nullptr || accesses->kind != Json::JsonKind::array)
      return refuse(item, "'accesses' is missing or no array", k_remedy);
    for (const Json& access : accesses->items) {
      if (Wrong wrong = known_only(access, k_access_fields)) return wrong;
      const Json* const address = access.find("address");
      const Json* const mode = access.find("mode");
      if (address == nullptr || mode == nullptr || !address->text.starts_with("0x"))
        return refuse(access, "an access is malformed",
                      "expected {\"address\": \"0x...\", \"bytes\": N, \"mode\": \"in\"}");
      const char* const end = address->text.data() + address->text.size();
      std::uintptr_t bits = 0;
      const auto [last, error] = std::from_chars(address->text.data() + 2, end, bits, 16);
      const auto known = k_modes.find(mode->text);
      const bool all = bits == 0 && known != k_modes.end() && known->second == graph::Mode::out;  // omp_all_memory
      if (error != std::errc{} || last != end || (bits == 0 && !all))
        return refuse(*address, base::quoted(address->text) + " is no address",
                      "expected \"0x\" and a hexadecimal number");
      if (known == k_modes.end())
        return refuse(*mode, base::quoted(mode->text) + " is no mode", "expected in, out, inoutset or mutexinoutset");
      into.accesses.insert(all ? into.accesses.begin() : into.accesses.end(),
                           {reinterpret_cast<void*>(bits), known->second});
      std::uint64_t bytes = 0;
      if (Wrong wrong = number(access, "bytes", bytes)) return wrong;
      into.bytes += bytes;
    }
    return std::nullopt;
  }

  Wrong read_waits(const Json& item, ProgramTask& into) {
    const Json* const waits = item.find("waits");
    if (waits == nullptr || waits->kind != Json::JsonKind::array)
      return refuse(item, "'waits' is missing or no array", k_remedy);
    for (const Json& wait : waits->items) {
      std::uint64_t offset = 0;
      if (Wrong wrong = known_only(wait, k_wait_fields)) return wrong;
      if (Wrong wrong = number(wait, "offset_ns", offset)) return wrong;
      if (!into.waits.empty() && offset < into.waits.back().offset_ns)
        return refuse(wait, "waits are not in rising order", k_remedy);
      const Json* const what = wait.find("for");
      const std::string_view name = what == nullptr ? std::string_view{} : what->text;
      if (name == "window") continue;  // the engine that is simulated has its own
      if (name == "predecessors") {
        ++predecessor_waits_;
      } else if (name == "children" || name == "group" || name == "barrier") {
        into.waits.push_back({offset});
      } else {
        return refuse(wait, base::quoted(name) + " is nothing to wait for",
                      "expected children, group, barrier, predecessors or window");
      }
    }
    return std::nullopt;
  }

  // They follow from the accesses; looked at only for what cannot be.
  Wrong check_dependences(const Json& file) const {
    const Json* const pairs = file.find("dependences");
    if (pairs == nullptr) return std::nullopt;
    for (const Json& pair : pairs->items) {
      if (pair.items.size() != 2) return refuse(pair, "a dependence is no pair", "expected [before, after]");
      const double before = pair.items[0].number, after = pair.items[1].number;
      if (before < 0 || before >= after || after >= static_cast<double>(recorded_.size()))
        return refuse(pair, "task " + pair.items[1].text + " cannot wait for task " + pair.items[0].text,
                      "expected an earlier task and a later one: other pairs would close a circle");
    }
    return std::nullopt;
  }

  // -- the program's thread -------------------------------------------------------------------------------------------

  Wrong flatten(Program& into) {
    into.tasks.reserve(recorded_.size());
    for (TaskIndex task = 0; task < recorded_.size(); ++task) {
      const RecordedTask& what = recorded_[task];
      if (what.task.parent != k_root) continue;
      if (!what.implicit) return refuse(what.line, "task " + std::to_string(task) + " has no parent", k_remedy);
      if (Wrong wrong = play(task, into)) return wrong;
    }
    // A thread's own waits were found behind those at the ends of its regions.
    std::sort(into.waits.begin(), into.waits.end(),
              [](const WaitPoint& one, const WaitPoint& other) { return one.offset_ns < other.offset_ns; });
    say_what_is_left_out(into);
    std::unordered_map<TaskIndex, TaskIndex> place;
    for (TaskIndex at = 0; at < numbers_.size(); ++at) place[numbers_[at]] = at;
    for (ProgramTask& task : into.tasks) {
      if (task.parent != k_root) task.parent = place.at(task.parent);
    }
    return std::nullopt;
  }

  enum class Around : std::uint8_t { program, region };

  // An implicit task's own code becomes the program's; what it creates becomes the program's tasks.
  Wrong play(TaskIndex implicit, Program& into) {
    const RecordedTask& what = recorded_[implicit];
    const std::uint64_t start = into.own_ns;
    std::uint64_t spliced = 0;  // own time of regions on the way
    for (std::size_t at = 0; at < what.children.size();) {
      const TaskIndex child = what.children[at];
      const std::uint64_t offset = std::min(recorded_[child].task.offset_ns, what.task.duration_ns);
      into.own_ns = start + offset + spliced;
      if (!recorded_[child].implicit) {
        add(child, k_root, into.own_ns, into);
        ++at;
        continue;
      }
      std::size_t end = at;  // the threads of one region
      const std::uint32_t threads = std::max(recorded_[child].threads, 1u);
      while (end < what.children.size() && end - at < threads && recorded_[what.children[end]].implicit) ++end;
      const std::uint64_t before = into.own_ns;
      const std::vector<TaskIndex> members{what.children.begin() + static_cast<std::ptrdiff_t>(at),
                                           what.children.begin() + static_cast<std::ptrdiff_t>(end)};
      if (Wrong wrong = play_region(members, what.task.parent == k_root ? Around::program : Around::region, into))
        return wrong;
      spliced += into.own_ns - before;
      at = end;
    }
    into.own_ns = start + what.task.duration_ns + spliced;
    for (const WaitPoint& wait : what.task.waits) {
      if (spliced == 0) into.waits.push_back({start + std::min(wait.offset_ns, what.task.duration_ns)});
    }
    return std::nullopt;
  }

  Wrong play_region(const std::vector<TaskIndex>& threads, Around around, Program& into) {
    TaskIndex creator = k_root;
    for (const TaskIndex thread : threads) {
      if (recorded_[thread].children.empty()) continue;
      if (creator != k_root)
        return refuse(recorded_[thread].line,
                      "two threads of one parallel region create tasks (" + std::to_string(creator) + " and " +
                          std::to_string(thread) + ")",
                      "this is not simulated yet; create the tasks in a single or masked construct");
      creator = thread;
    }
    if (creator == k_root && around == Around::program && add_loops(threads, into)) return std::nullopt;
    if (creator == k_root) {
      ++regions_without_tasks_;
      for (const TaskIndex thread : threads) add(thread, k_root, into.own_ns, into);
    } else {
      for (const TaskIndex thread : threads) unplayed_ns_ += thread == creator ? 0 : recorded_[thread].task.duration_ns;
      if (Wrong wrong = play(creator, into)) return wrong;
    }
    into.waits.push_back({into.own_ns});
    return std::nullopt;
  }

  // -- loops

  /// A region whose threads ran the same loops, all of their iterations, and did nothing else but their own code.
  /// @returns false when it is none
  bool add_loops(const std::vector<TaskIndex>& threads, Program& into) {
    if (recorded_[threads.front()].loops.empty()) return false;
    std::vector<ThreadsLoops> members;
    for (const TaskIndex thread : threads)
      members.push_back({recorded_[thread].task.duration_ns, recorded_[thread].loops});
    std::optional<LoopRegion> region = join(members);
    if (!region) {
      ++regions_of_other_loops_;
      return false;
    }
    region->offset_ns = into.own_ns;
    region->tasks_before = static_cast<std::uint32_t>(into.tasks.size());
    loops_ += region->loops.size();
    into.regions.push_back(std::move(*region));
    return true;
  }

  void add(TaskIndex task, TaskIndex parent, std::uint64_t offset, Program& into) {
    ProgramTask made = recorded_[task].task;
    made.parent = parent;
    made.offset_ns = offset;
    into.tasks.push_back(std::move(made));
    numbers_.push_back(task);
    for (const TaskIndex child : recorded_[task].children) add(child, task, recorded_[child].task.offset_ns, into);
  }

  void say_what_is_left_out(Program& program) const {
    if (regions_without_tasks_ != regions_of_other_loops_)
      program.left_out.push_back(std::to_string(regions_without_tasks_ - regions_of_other_loops_) +
                                 " parallel regions without tasks keep the shares that their recorded threads had: no "
                                 "loops of theirs were seen "
                                 "(schedule(static) is compiled into the program)");
    if (regions_of_other_loops_ != 0)
      program.left_out.push_back(std::to_string(regions_of_other_loops_) +
                                 " parallel regions keep the shares that their recorded threads had: they have loops "
                                 "that are ordered or cancelled, or that not all threads ran");
    if (loops_ != 0)
      program.left_out.push_back("what a team remembers of a loop from one run to the next (" + std::to_string(loops_) +
                                 " loops)");
    if (unplayed_ns_ != 0)
      program.left_out.push_back(std::to_string(unplayed_ns_ / 1000) +
                                 " us that threads which create no tasks spent in code of their own");
    if (edts_ != 0)
      program.left_out.push_back(
          "that EDTs of OCR take blocks in another order than the recorded one, and where affinities "
          "would have them run (" +
          std::to_string(edts_) + " EDTs)");
    if (predecessor_waits_ != 0)
      program.left_out.push_back(std::to_string(predecessor_waits_) + " waits for what a task depends on");
  }

  std::vector<RecordedTask> recorded_;
  std::map<std::string, std::uint32_t> kinds_;
  std::vector<TaskIndex> numbers_;  // in the file, of the program's tasks
  std::uint64_t unplayed_ns_ = 0;
  std::uint32_t regions_without_tasks_ = 0;
  std::uint32_t regions_of_other_loops_ = 0;
  std::size_t loops_ = 0;
  std::uint32_t predecessor_waits_ = 0;
  std::size_t edts_ = 0;
};

}  // namespace

base::Result<Program> parse_graph(std::string_view text, const std::string& path) {
  base::Result<Json> json = parse_json(text, path);
  if (!json) return json.error();
  Program program;
  if (Wrong wrong = Reader(path).read(json.value(), program)) return *wrong;
  return program;
}

base::Result<Program> read_graph(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
    return base::Error{base::Code::file, "cannot read the task graph " + base::quoted(path),
                       "write one: heddle run --graph FILE.json PROGRAM"};
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse_graph(text, path);
}

}  // namespace heddle::sim
