#include "plan/print.hpp"

#include <cmath>
#include <string_view>

namespace heddle::plans {

namespace {

std::string whole(double value) { return std::to_string(std::llround(value)); }

std::string name_of(const PlacedPlan& shown, std::uint32_t node) {
  return shown.graph.task_of[node] == k_none ? "join" : shown.description.name_of(shown.graph.task_of[node]);
}

/// The characters that DOT and JSON strings want escaped.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      constexpr char k_digits[] = "0123456789abcdef";
      result += "\\u00";
      result += k_digits[c >> 4 & 15];
      result += k_digits[c & 15];
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::size_t waits(const Graph& graph) { return graph.before.items.size(); }

std::size_t waits_for_others(const PlacedPlan& shown) {
  std::size_t count = 0;
  for (std::uint32_t node = 0; node < shown.graph.size(); ++node) {
    for (const std::uint32_t before : shown.graph.before.of(node)) {
      count += shown.placement.worker_of[before] != shown.placement.worker_of[node] ? 1 : 0;
    }
  }
  return count;
}

std::string list(const std::vector<std::string>& items) {
  std::string result = "[";
  for (const std::string& item : items) result += (result.size() == 1 ? "" : ", ") + item;
  return result + "]";
}

}  // namespace

std::string as_text(const PlacedPlan& shown) {
  const Prediction& prediction = shown.prediction;
  std::string text = "plan: " + std::to_string(shown.description.size()) + " tasks, " +
                     std::to_string(waits(shown.graph)) + " dependences, " + std::to_string(waits_for_others(shown)) +
                     " of them between workers\n";
  text += "work " + whole(prediction.work_ns) + " ns, critical path " + whole(prediction.critical_path_ns) +
          " ns, predicted on " + std::to_string(shown.placement.workers()) + " workers " + whole(prediction.replay_ns) +
          " ns\n";
  for (std::uint32_t worker = 0; worker < shown.placement.workers(); ++worker) {
    text += "worker " + std::to_string(worker) + ":\n";
    for (const std::uint32_t node : shown.placement.lanes.of(worker)) {
      text += "  " + name_of(shown, node);
      const char* separator = " after ";
      for (const std::uint32_t before : shown.graph.before.of(node)) {
        text += separator + name_of(shown, before);
        separator = ", ";
      }
      text += '\n';
    }
  }
  return text;
}

std::string as_dot(const PlacedPlan& shown) {
  std::string dot = "digraph plan {\n  node [shape=box];\n";
  for (std::uint32_t node = 0; node < shown.graph.size(); ++node) {
    dot += "  n" + std::to_string(node) + " [label=" + quoted(name_of(shown, node)) +
           ", group=" + std::to_string(shown.placement.worker_of[node]) + "];\n";
  }
  for (std::uint32_t node = 0; node < shown.graph.size(); ++node) {
    for (const std::uint32_t before : shown.graph.before.of(node)) {
      dot += "  n" + std::to_string(before) + " -> n" + std::to_string(node) + ";\n";
    }
  }
  return dot + "}\n";
}

std::string as_json(const PlacedPlan& shown) {
  const Prediction& prediction = shown.prediction;
  std::string json =
      "{\"format\": \"heddle-plan\", \"version\": 1, \"workers\": " + std::to_string(shown.placement.workers()) +
      ", \"work_ns\": " + whole(prediction.work_ns) + ", \"critical_path_ns\": " + whole(prediction.critical_path_ns) +
      ", \"predicted_ns\": " + whole(prediction.replay_ns) + ",\n \"critical_path\": ";
  std::vector<std::string> path;
  for (const TaskIndex task : prediction.critical_path) path.push_back(std::to_string(task));
  json += list(path) + ",\n \"nodes\": [";
  for (std::uint32_t node = 0; node < shown.graph.size(); ++node) {
    std::vector<std::string> before;
    for (const std::uint32_t one : shown.graph.before.of(node)) before.push_back(std::to_string(one));
    const TaskIndex task = shown.graph.task_of[node];
    json += std::string(node == 0 ? "" : ",") + "\n  {\"node\": " + std::to_string(node) +
            ", \"task\": " + (task == k_none ? "null" : std::to_string(task)) +
            ", \"name\": " + quoted(name_of(shown, node)) +
            ", \"worker\": " + std::to_string(shown.placement.worker_of[node]) + ", \"after\": " + list(before) + "}";
  }
  return json + "\n ]}\n";
}

}  // namespace heddle::plans
