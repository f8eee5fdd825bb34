#include "tools/heddlec/report/graph.hpp"

#include <fstream>

#include "tools/heddlec/lower/sharing.hpp"

namespace heddlec {

namespace {

struct Named {
  std::string storage;  // the base of an item
  std::string written;
  std::string mode;
  bool writes = false;
};

struct Edge {
  int from = 0, to = 0;
  std::string kind;
  std::string scope;
};

std::vector<Named> accesses_of(const Directive& directive) {
  std::vector<Named> all;
  for (const Clause& clause : directive.clauses) {
    if (clause.name.find("private") != std::string::npos || clause.name == "shared") continue;
    const std::string mode = clause.name == "depend" || clause.name == "reduction" ? clause.modifier : clause.name;
    for (const Item& item : clause.items) {
      const bool reads_only = mode == "in" || mode == "weakin";
      all.push_back({text_of(item.base), text_of(item.written), clause.name == "reduction" ? "reduction " + mode : mode,
                     !reads_only});
    }
  }
  return all;
}

bool is_node(const Unit& unit, int number) {
  const Directive& directive = unit.directives[static_cast<std::size_t>(number)];
  return directive.name != "skipped" && directive.has_body && !is_left_alone(unit, number) &&
         (is_task(directive) || is_leaf(unit, number));
}

std::string scope_of(const Directive& from, const Directive& to) {
  const Clause *const one = clause_of(from, "schedule"), *const other = clause_of(to, "schedule");
  if (one == nullptr || other == nullptr || one->modifier != "cross" || other->modifier != "cross") return "whole";
  return text_of(one->values[0]) == text_of(other->values[0]) ? "[k, k]" : "chunks that overlap";
}

/// Between siblings, by the names that their items have: what the text says, before addresses are known.
std::vector<Edge> edges_of(const Unit& unit) {
  std::vector<Edge> all;
  for (int to = 0; to < static_cast<int>(unit.directives.size()); ++to) {
    if (!is_node(unit, to)) continue;
    for (int from = 0; from < to; ++from) {
      const Directive &one = unit.directives[static_cast<std::size_t>(from)],
                      &other = unit.directives[static_cast<std::size_t>(to)];
      if (!is_node(unit, from) || one.parent != other.parent || one.function != other.function) continue;
      std::string kind;
      for (const Named& before : accesses_of(one))
        for (const Named& behind : accesses_of(other))
          if (kind.empty() && before.storage == behind.storage && (before.writes || behind.writes))
            kind = before.writes ? (behind.mode == "out" ? "WAW" : "RAW") : "WAR";
      if (!kind.empty()) all.push_back({from, to, kind, scope_of(one, other)});
    }
  }
  return all;
}

std::string label_of(const Directive& directive) {
  const Clause* named = clause_of(directive, "label");
  if (named == nullptr) named = clause_of(directive, "name");
  if (named != nullptr && !named->values.empty()) {
    std::string text = text_of(named->values[0]);
    std::erase(text, '"');
    return text;
  }
  return directive.name + " " + std::to_string(directive.place.line);
}

std::string value_of(const Directive& directive, const char* name) {
  const Clause* const clause = clause_of(directive, name);
  return clause == nullptr || clause->values.empty() ? "" : text_of(clause->values[0]);
}

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    all += c;
  }
  return all + "\"";
}

std::string as_dot(const Unit& unit) {
  std::string all = "digraph heddlec {\n";
  for (int number = 0; number < static_cast<int>(unit.directives.size()); ++number)
    if (is_node(unit, number))
      all += "  n" + std::to_string(number) +
             " [label=" + quoted(label_of(unit.directives[static_cast<std::size_t>(number)])) + "];\n";
  for (const Edge& edge : edges_of(unit))
    all += "  n" + std::to_string(edge.from) + " -> n" + std::to_string(edge.to) +
           " [label=" + quoted(edge.kind + " " + edge.scope) + "];\n";
  return all + "}\n";
}

std::string as_json(const Unit& unit) {
  std::string nodes, edges;
  for (int number = 0; number < static_cast<int>(unit.directives.size()); ++number) {
    if (!is_node(unit, number)) continue;
    const Directive& directive = unit.directives[static_cast<std::size_t>(number)];
    std::string accesses;
    for (const Named& one : accesses_of(directive))
      accesses += std::string(accesses.empty() ? "" : ", ") + "{\"mode\": " + quoted(one.mode) +
                  ", \"storage\": " + quoted(one.written) + "}";
    nodes += std::string(nodes.empty() ? "" : ",\n    ") + "{\"id\": " + std::to_string(number) +
             ", \"name\": " + quoted(label_of(directive)) + ", \"kind\": " + quoted(directive.name) +
             ", \"region\": " + std::to_string(region_of(unit, number)) +
             ", \"file\": " + quoted(directive.place.file) + ", \"line\": " + std::to_string(directive.place.line) +
             ", \"width\": " + quoted(value_of(directive, "num_threads")) +
             ", \"chunk\": " + quoted(value_of(directive, "schedule")) + ", \"accesses\": [" + accesses + "]}";
  }
  for (const Edge& edge : edges_of(unit))
    edges += std::string(edges.empty() ? "" : ",\n    ") + "{\"from\": " + std::to_string(edge.from) +
             ", \"to\": " + std::to_string(edge.to) + ", \"kind\": " + quoted(edge.kind) +
             ", \"scope\": " + quoted(edge.scope) + "}";
  return "{\"version\": 1,\n  \"tasks\": [\n    " + nodes + "],\n  \"dependences\": [\n    " + edges + "]}\n";
}

std::string as_lines(const Unit& unit) {
  std::string all = "Graph_1:\n";
  for (int region = 0; region < static_cast<int>(unit.directives.size()); ++region) {
    if (!is_region(unit, unit.directives[static_cast<std::size_t>(region)])) continue;
    all += "  [-] Parallel Function " + std::to_string(region) +
           ": [kernels: " + value_of(unit.directives[static_cast<std::size_t>(region)], "num_threads") +
           "]\n    [+] Tasks:\n";
    for (int number = 0; number < static_cast<int>(unit.directives.size()); ++number) {
      const Directive& directive = unit.directives[static_cast<std::size_t>(number)];
      if (!is_node(unit, number) || region_of(unit, number) != region) continue;
      std::string producers, consumers;
      for (const Edge& edge : edges_of(unit)) {
        if (edge.to == number) producers += " t" + std::to_string(edge.from);
        if (edge.from == number) consumers += " t" + std::to_string(edge.to);
      }
      all += "      [$$] Task " + std::to_string(number) + ": [ Type: " +
             (divides_loop(directive)    ? "loop"
              : directive.name == "task" ? "simple"
                                         : directive.name) +
             ", Kernels: " + value_of(directive, "num_threads") + " ]\n        Producers: (" + producers +
             " )\n        Consumers: (" + consumers + " )\n";
    }
  }
  return all;
}

}  // namespace

std::string graph_of(const Unit& unit, const std::string& format) {
  return format == "json" ? as_json(unit) : format == "txt" ? as_lines(unit) : as_dot(unit);
}

bool write_graph(const Unit& unit, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << graph_of(unit, path.substr(path.rfind('.') + 1));
  return file.good();
}

}  // namespace heddlec
