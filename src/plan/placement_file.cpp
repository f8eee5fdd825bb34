#include "plan/placement_file.hpp"

#include <charconv>

namespace heddle::plans {

namespace {

constexpr std::string_view k_magic = "heddle-placement";
constexpr std::uint64_t k_version = 1;

/// Of the dependences between tasks: FNV-1a.
std::uint64_t fingerprint(const Graph& graph) noexcept {
  std::uint64_t hash = 0xCBF29CE484222325u;
  const auto add = [&](std::uint64_t value) { hash = (hash ^ value) * 0x100000001B3u; };
  add(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    add(graph.task_of[node]);
    for (const std::uint32_t before : graph.before.of(node)) add(before);
  }
  return hash;
}

/// Reads words and numbers that blanks and line ends part.
class Reader {
 public:
  explicit Reader(std::string_view text) noexcept : text_(text) {}

  std::string_view word() noexcept {
    while (at_ < text_.size() && is_blank(text_[at_])) line_ += text_[at_++] == '\n' ? 1 : 0;
    const std::size_t start = at_;
    while (at_ < text_.size() && !is_blank(text_[at_])) ++at_;
    return text_.substr(start, at_ - start);
  }
  /// @returns whether a number below `end` came next
  bool number(std::uint64_t& value, std::uint64_t end) noexcept {
    const std::string_view digits = word();
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc() && stop == digits.data() + digits.size() && value < end;
  }
  int line() const noexcept { return line_; }

 private:
  static bool is_blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

base::Error refused(const std::string& what, const char* hint) {
  return {base::Code::file, "this is no placement for the plan: " + what, hint};
}

}  // namespace

std::string write_placement(const Graph& graph, const PlacedTasks& placed) {
  std::string text = std::string(k_magic) + " " + std::to_string(k_version) + "\ngraph " +
                     std::to_string(fingerprint(graph)) + "\nworkers " + std::to_string(placed.workers) + "\ntasks " +
                     std::to_string(placed.worker_of_task.size()) + "\n";
  for (const std::uint32_t worker : placed.worker_of_task) text += std::to_string(worker) + "\n";
  return text;
}

base::Result<PlacedTasks> read_placement(const Graph& graph, std::string_view text) {
  constexpr const char* k_write_anew = "write it anew from the plan (heddle_plan_write_placement)";
  constexpr std::uint64_t k_most_workers = 1 << 16;
  Reader reader(text);
  std::uint64_t version = 0;
  std::uint64_t hash = 0;
  std::uint64_t workers = 0;
  std::uint64_t tasks = 0;
  if (reader.word() != k_magic) return refused("it does not begin with \"heddle-placement\"", k_write_anew);
  if (!reader.number(version, UINT64_MAX)) return refused("its version is not a number", k_write_anew);
  if (version != k_version) return refused("it is of version " + std::to_string(version) + ", not 1", k_write_anew);
  if (reader.word() != "graph" || !reader.number(hash, UINT64_MAX))
    return refused("line 2 names no graph", k_write_anew);
  if (hash != fingerprint(graph)) return refused("it is for another graph of tasks", k_write_anew);
  if (reader.word() != "workers" || !reader.number(workers, k_most_workers) || workers == 0) {
    return refused("line 3 does not say how many workers there are", k_write_anew);
  }
  if (reader.word() != "tasks" || !reader.number(tasks, UINT64_MAX) || tasks != graph.node_of.size()) {
    return refused("line 4 does not say that there are " + std::to_string(graph.node_of.size()) + " tasks",
                   k_write_anew);
  }
  PlacedTasks placed{static_cast<std::uint32_t>(workers), {}};
  for (std::uint64_t task = 0; task < tasks; ++task) {
    std::uint64_t worker = 0;
    if (!reader.number(worker, workers)) {
      return refused(
          "line " + std::to_string(reader.line()) + " holds no worker from 0 to " + std::to_string(workers - 1),
          "one line for each task, in their order");
    }
    placed.worker_of_task.push_back(static_cast<std::uint32_t>(worker));
  }
  if (!reader.word().empty()) return refused("something follows the last task", k_write_anew);
  return placed;
}

PlacedTasks placed_tasks(const Graph& graph, const Placement& placement) {
  PlacedTasks placed{placement.workers(), {}};
  for (const std::uint32_t node : graph.node_of) placed.worker_of_task.push_back(placement.worker_of[node]);
  return placed;
}

}  // namespace heddle::plans
