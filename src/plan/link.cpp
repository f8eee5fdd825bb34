#include "plan/link.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "plan/access_sets.hpp"

namespace heddle::plans {

Lists reversed(const Lists& lists, std::uint32_t count, InArena<std::uint32_t> where) {
  Lists back(where);
  back.first.assign(count + 1, 0);
  for (const std::uint32_t item : lists.items) ++back.first[item + 1];
  for (std::uint32_t i = 0; i < count; ++i) back.first[i + 1] += back.first[i];
  back.items.resize(lists.items.size());
  std::vector<std::uint32_t> next(back.first.begin(), back.first.end() - 1);
  for (std::uint32_t list = 0; list < lists.count(); ++list) {
    for (const std::uint32_t item : lists.of(list)) back.items[next[item]++] = list;
  }
  return back;
}

namespace {

/// Nodes of several laps, numbered through, with what each waits for.
struct UnrolledGraph {
  explicit UnrolledGraph(InArena<std::uint32_t> where) : task_of(where), before(where) {}
  Array<TaskIndex> task_of;
  Lists before;
  std::vector<std::uint32_t> lap_start;  // the first node of each lap; ends with the number of nodes
};

template <class Table>
class Linker {
 public:
  Linker(const Description& description, InArena<std::uint32_t> where)
      : description_(description), members_(Table::k_cells), laid_(where), seen_by_(where) {}

  UnrolledGraph run(int laps) {
    make_room(static_cast<std::size_t>(laps));
    for (int lap = 0; lap < laps; ++lap) {
      laid_.lap_start.push_back(size());
      for (TaskIndex task = 0; task < description_.size(); ++task) enter_task(task);
    }
    laid_.lap_start.push_back(size());
    return std::move(laid_);
  }

 private:
  struct AccessedCell {
    Cell* cell;
    Mode mode;
  };
  static constexpr std::size_t k_usual = 8;  // accesses of a task

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(laid_.task_of.size()); }

  // As much as is usual: a wait for each access.
  void make_room(std::size_t laps) {
    laid_.task_of.reserve(description_.size() * laps);
    laid_.before.reserve(description_.size() * laps, description_.access_count() * laps);
    seen_by_.reserve(description_.size() * laps);
  }

  void enter_task(TaskIndex task) {
    const auto accesses = description_.accesses(task);
    table_.prepare(accesses.data(), accesses.size());
    if constexpr (Table::k_cells == Cells::single) {
      if (accesses.size() <= k_usual) return enter_usual(task, accesses);
    }
    touched_.clear();
    for (const Access& access : accesses) {
      table_.for_each_cell(access, [&](Cell& cell) { touched_.push_back({&cell, mode_of(access)}); });
    }
    enter_touched(task, touched_);
  }
  // The same without a vector: a cell for each access. Flat: what is called takes as long as what it does.
  [[gnu::flatten]] void enter_usual(TaskIndex task, std::span<const Access> accesses) {
    std::array<AccessedCell, k_usual> touched;
    for (std::size_t i = 0; i < accesses.size(); ++i) touched[i] = {&table_.cell_of(accesses[i]), mode_of(accesses[i])};
    enter_touched(task, std::span(touched).first(accesses.size()));
  }
  void enter_touched(TaskIndex task, std::span<const AccessedCell> touched) {
    for (const auto& [cell, mode] : touched) {
      if (wants_join(*cell, mode)) [[unlikely]]
        add_join(*cell);
    }
    const std::uint32_t node = add_node(task);
    for (const auto& [cell, mode] : touched) {
      enter(*cell, members_, {node, mode}, [&](std::uint32_t before) { add_edge(before, node); });
    }
    laid_.before.end_list();
  }

  // One of the orders that mutexinoutset allows is that of the description.
  static Mode mode_of(const Access& access) noexcept {
    return graph::one_at_a_time(access.mode) ? Mode::out : access.mode;
  }

  std::uint32_t add_node(TaskIndex task) {
    laid_.task_of.push_back(task);
    seen_by_.push_back(k_none);
    return size() - 1;
  }
  void add_edge(std::uint32_t before, std::uint32_t node) {
    if (seen_by_[before] == node) return;
    seen_by_[before] = node;
    laid_.before.items.push_back(before);
  }
  void add_join(Cell& cell) {
    cell.join = add_node(k_none);
    members_.for_each(cell.previous, [&](std::uint32_t member) { add_edge(member, cell.join); });
    laid_.before.end_list();
  }

  const Description& description_;
  Table table_;
  Members members_;
  UnrolledGraph laid_;
  std::vector<AccessedCell> touched_;  // by the task that is being entered: cells stay in place meanwhile
  Numbers seen_by_;                    // of each node: the last one that waits for it
};

void find_nodes(Graph& graph, std::uint32_t tasks) {
  graph.node_of.resize(tasks);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] != k_none) graph.node_of[graph.task_of[node]] = node;
  }
}

Graph only_lap(UnrolledGraph&& laid, std::uint32_t tasks) {
  Graph graph(laid.task_of.get_allocator());
  graph.task_of = std::move(laid.task_of);
  graph.before = std::move(laid.before);
  find_nodes(graph, tasks);
  return graph;
}

/// The last of the laps by itself; what it waits for in the lap before goes into lists of its own. From the second lap
/// on all are alike, as each address has been left in the same state: see the README.
Graph last_lap(UnrolledGraph&& laid, std::uint32_t tasks) {
  const std::size_t last = laid.lap_start.size() - 2;
  const std::uint32_t start = laid.lap_start[last];
  if (last == 0) return only_lap(std::move(laid), tasks);
  Graph graph(laid.task_of.get_allocator());
  graph.task_of.assign(laid.task_of.begin() + start, laid.task_of.end());
  find_nodes(graph, tasks);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const std::uint32_t before : laid.before.of(start + node)) {
      if (before >= start) {
        graph.before.items.push_back(before - start);
      } else {
        HEDDLE_CHECK(before >= laid.lap_start[last - 1], "a lap of a plan waits for the lap before the last one");
        graph.before_in_last_lap.items.push_back(before - laid.lap_start[last - 1]);
      }
    }
    graph.before.end_list();
    graph.before_in_last_lap.end_list();
  }
  return graph;
}

void add_named_orders(Graph& graph, const Description& description) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> orders;  // after, before
  for (const auto& order : description.orders()) {
    orders.emplace_back(graph.node_of[order.after], graph.node_of[order.before]);
  }
  std::sort(orders.begin(), orders.end());
  orders.erase(std::unique(orders.begin(), orders.end()), orders.end());
  Lists merged(graph.before.items.get_allocator());
  auto order = orders.begin();
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const auto known = graph.before.of(node);
    merged.items.insert(merged.items.end(), known.begin(), known.end());
    for (; order != orders.end() && order->first == node; ++order) {
      if (std::find(known.begin(), known.end(), order->second) == known.end()) merged.items.push_back(order->second);
    }
    merged.end_list();
  }
  graph.before = std::move(merged);
}

bool predecessors_come_first(const Graph& graph) noexcept {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const std::uint32_t before : graph.before.of(node)) {
      if (before >= node) return false;
    }
  }
  return true;
}

/// Nodes so that predecessors come first; fewer than all when some wait for each other in a circle.
std::vector<std::uint32_t> topological_order(const Graph& graph) {
  const Lists after = reversed(graph.before, graph.size());
  std::vector<std::uint32_t> pending(graph.size());
  std::vector<std::uint32_t> order;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    pending[node] = static_cast<std::uint32_t>(graph.before.of(node).size());
    if (pending[node] == 0) order.push_back(node);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    for (const std::uint32_t successor : after.of(order[next])) {
      if (--pending[successor] == 0) order.push_back(successor);
    }
  }
  return order;
}

/// A circle among the nodes that are not in `order`: from any of them back along predecessors that are not in it.
base::Error circle(const Graph& graph, const std::vector<std::uint32_t>& order, const Description& description) {
  std::vector<bool> sorted(graph.size(), false);
  for (const std::uint32_t node : order) sorted[node] = true;
  std::uint32_t node = 0;
  while (sorted[node]) ++node;
  std::vector<std::uint32_t> step_of(graph.size(), k_none);
  std::vector<std::uint32_t> path;
  while (step_of[node] == k_none) {
    step_of[node] = static_cast<std::uint32_t>(path.size());
    path.push_back(node);
    const auto before = graph.before.of(node);
    node = *std::find_if(before.begin(), before.end(), [&](std::uint32_t one) { return !sorted[one]; });
  }
  path.erase(path.begin(), path.begin() + step_of[node]);
  std::erase_if(path, [&](std::uint32_t one) { return graph.task_of[one] == k_none; });
  std::reverse(path.begin(), path.end());
  constexpr std::size_t k_shown = 8;
  std::string names;
  for (std::size_t i = 0; i < path.size() && i < k_shown; ++i) {
    names += "\"" + description.name_of(graph.task_of[path[i]]) + "\" before ";
  }
  if (path.size() > k_shown) names += "... before ";
  names += "\"" + description.name_of(graph.task_of[path.front()]) + "\"";
  return {base::Code::graph, "tasks of the plan wait for each other in a circle: " + names,
          "take one of these orders out"};
}

Graph renumbered(const Graph& graph, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> place(graph.size());
  for (std::uint32_t i = 0; i < graph.size(); ++i) place[order[i]] = i;
  Graph sorted(graph.task_of.get_allocator());
  sorted.node_of.resize(graph.node_of.size());
  for (const std::uint32_t old : order) {
    if (graph.task_of[old] != k_none) sorted.node_of[graph.task_of[old]] = sorted.size();
    sorted.task_of.push_back(graph.task_of[old]);
    for (const std::uint32_t before : graph.before.of(old)) sorted.before.items.push_back(place[before]);
    sorted.before.end_list();
    if (!graph.many_laps()) continue;
    for (const std::uint32_t before : graph.before_in_last_lap.of(old)) {
      sorted.before_in_last_lap.items.push_back(place[before]);
    }
    sorted.before_in_last_lap.end_list();
  }
  return sorted;
}

}  // namespace

void find_levels(Graph& graph) {
  graph.level.resize(graph.size());
  graph.levels = 0;
  graph.has_shortcuts = false;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    std::uint32_t lowest = UINT32_MAX, level = 0;
    for (const std::uint32_t before : graph.before.of(node)) {
      lowest = std::min(lowest, graph.level[before] + 1);
      level = std::max(level, graph.level[before] + 1);
    }
    graph.level[node] = level;
    graph.levels = std::max(graph.levels, level + 1);
    graph.has_shortcuts = graph.has_shortcuts || (lowest < level);
  }
}

base::Result<Graph> link(const Description& description, Laps laps, InArena<std::uint32_t> where) {
  constexpr int k_until_alike = 3;
  const int count = laps == Laps::one ? 1 : k_until_alike;
  Graph graph = last_lap(description.match() == Match::addresses ? Linker<AddressTable>(description, where).run(count)
                                                                 : Linker<RangeTable>(description, where).run(count),
                         description.size());
  if (!description.orders().empty()) {
    add_named_orders(graph, description);
    if (!predecessors_come_first(graph)) {
      const std::vector<std::uint32_t> order = topological_order(graph);
      if (order.size() != graph.size()) return circle(graph, order, description);
      graph = renumbered(graph, order);
    }
  }
  find_levels(graph);
  return graph;
}

}  // namespace heddle::plans
