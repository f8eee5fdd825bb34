// Shape: which cores are workers and which are schedulers, and who is under whom.
//
// Cores 0 to workers - 1 are the workers, those behind them the nodes, the root first, level by level.
#pragma once

#include <cstdint>
#include <vector>

#include "platform/sim/machine.hpp"

namespace heddle::myrmics_sim {

using CoreId = platform::sim::CoreId;

struct Node {
  CoreId core = 0;
  std::uint32_t parent = 0;  // a node; the root's is itself
  std::uint32_t level = 0;   // 0: a leaf
  std::vector<std::uint32_t> children;
  CoreId first_worker = 0, last_worker = 0;  // all under it; the second is one behind the last

  bool is_leaf() const noexcept { return children.empty(); }
  std::uint32_t workers() const noexcept { return last_worker - first_worker; }
};

class Shape {
 public:
  /// @param widths  how many nodes each level has, from the root down: 1, then more and more
  Shape(std::uint32_t workers, const std::vector<std::uint32_t>& widths) : workers_(workers) {
    std::uint32_t above = 0;
    for (std::uint32_t depth = 0; depth < widths.size(); ++depth) {
      const auto first = static_cast<std::uint32_t>(nodes_.size());
      for (std::uint32_t i = 0; i < widths[depth]; ++i) {
        Node node;
        node.core = workers + first + i;
        node.level = static_cast<std::uint32_t>(widths.size()) - 1 - depth;
        if (depth > 0) {
          node.parent = above + static_cast<std::uint32_t>(std::uint64_t{i} * widths[depth - 1] / widths[depth]);
          nodes_[node.parent].children.push_back(first + i);
        }
        if (depth + 1 == widths.size()) {
          node.first_worker = static_cast<CoreId>(std::uint64_t{i} * workers / widths[depth]);
          node.last_worker = static_cast<CoreId>(std::uint64_t{i + 1} * workers / widths[depth]);
          for (CoreId worker = node.first_worker; worker < node.last_worker; ++worker) leaf_of_.push_back(first + i);
        }
        nodes_.push_back(node);
      }
      above = first;
    }
    for (auto node = static_cast<std::uint32_t>(nodes_.size()); node-- > 0;) {
      for (const std::uint32_t child : nodes_[node].children) {
        if (nodes_[node].last_worker == 0) nodes_[node].first_worker = nodes_[child].first_worker;
        nodes_[node].last_worker = nodes_[child].last_worker;
      }
    }
  }

  std::uint32_t workers() const noexcept { return workers_; }
  std::uint32_t cores() const noexcept { return workers_ + static_cast<std::uint32_t>(nodes_.size()); }
  const std::vector<Node>& nodes() const noexcept { return nodes_; }
  const Node& node(std::uint32_t index) const noexcept { return nodes_[index]; }
  std::uint32_t leaf_of(CoreId worker) const noexcept { return leaf_of_[worker]; }
  bool is_worker(CoreId core) const noexcept { return core < workers_; }

  /// Whether the core is the node's, or under it.
  bool under(std::uint32_t node, CoreId core) const noexcept {
    if (is_worker(core)) return core >= nodes_[node].first_worker && core < nodes_[node].last_worker;
    for (std::uint32_t at = core - workers_;; at = nodes_[at].parent) {
      if (at == node) return true;
      if (at == 0) return false;
    }
  }
  /// The child of the node under which the core is. @pre it is under the node, and not the node's own
  std::uint32_t child_towards(std::uint32_t node, CoreId core) const noexcept {
    for (const std::uint32_t child : nodes_[node].children) {
      if (under(child, core)) return child;
    }
    return node;
  }
  /// Where a message goes next.
  CoreId next_hop(CoreId from, CoreId to) const noexcept {
    if (is_worker(from)) return nodes_[leaf_of_[from]].core;
    const std::uint32_t node = from - workers_;
    if (!under(node, to)) return nodes_[nodes_[node].parent].core;
    if (nodes_[node].is_leaf()) return to;
    return nodes_[child_towards(node, to)].core;
  }
  std::uint32_t neighbours(CoreId core) const noexcept {
    if (is_worker(core)) return 1;
    const Node& node = nodes_[core - workers_];
    const auto below = node.is_leaf() ? node.workers() : static_cast<std::uint32_t>(node.children.size());
    return below + (core == workers_ ? 0 : 1);
  }

 private:
  std::uint32_t workers_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> leaf_of_;
};

}  // namespace heddle::myrmics_sim
