// Regions: the manager of tasks that name regions and objects: scheduler nodes, their inboxes, and who runs them.
//
// A node is a state and an inbox. Who leaves a message and finds the node's token free takes it and handles what there
// is; who finds it taken leaves the message to the holder, who looks once more after letting go. So handlers run to
// completion, one at a time, and never wait. With dedicated threads each node has one that does nothing else.
//
// A task goes to its parent's home, which begins the ways of its arguments, all of one task before the next one's; its
// end to its own home, behind all that it has spawned. What lies in another node goes on as a message.
// Order: of one sender's messages to one node the first is handled first (rules.hpp says who needs that).
// Model: tests/model/regions_test.cpp.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "dependence/regions/routes.hpp"
#include "dependence/regions/rules.hpp"
#include "sync/mailbox.hpp"

namespace heddle::dependence {

/// Who wants to hear of tasks. Called by whoever runs a node, outside of its token but for over().
template <class P>
class RegionPort {
 public:
  /// All arguments are granted. A task that waits is not to be ended before this call is over.
  virtual void ready(RegionTask<P>& task) noexcept = 0;
  /// Its last entry has left: nobody names it any more.
  virtual void over(RegionTask<P>& task) noexcept = 0;
  /// A node that has a thread of its own has a message.
  virtual void ring(std::uint32_t node) noexcept { static_cast<void>(node); }

 protected:
  ~RegionPort() = default;
};

template <class P>
struct alignas(base::k_line_bytes) RegionNode {
  sync::Mailbox<P, NodeMessage> inbox;
  typename P::template atomic<std::uint32_t> token{0};
  // -- written by who has the token
  alignas(base::k_line_bytes) std::uint64_t handled = 0;  // messages
  std::uint64_t sent = 0;                                 // to other nodes
  // -- set at the start
  std::uint16_t parent = 0;
  std::uint16_t first_child = 0;
  std::uint16_t child_count = 0;
  std::uint16_t level = 0;  // 0: a leaf
  std::uint16_t index = 0;
  typename P::template atomic<std::uint32_t> regions{0};  // that belong to it or to a node below
  typename P::template atomic<std::uint32_t> turn{0};     // of its children, where several have as few
};

template <class P, class Which = CureRules>
class Regions {
 public:
  using Task = RegionTask<P>;
  using Node = RegionNode<P>;
  static constexpr std::uint32_t k_most_nodes = 256;

  explicit Regions(RegionPort<P>& port) noexcept : port_(port) {}
  Regions(const Regions&) = delete;
  Regions& operator=(const Regions&) = delete;

  /// A tree of nodes, each level's number of nodes from the root down: 1, then more and more.
  bool begin(const std::uint32_t* widths, std::uint32_t levels, bool dedicated) noexcept;

  std::uint32_t node_count() const noexcept { return count_; }
  Node& node(std::uint32_t index) noexcept { return nodes_[index]; }

  /// Hands a new task over. @pre its entries have routes. The parent's worker
  void spawn(Task& task) noexcept {
    task.carries = Carries::task;
    // order: relaxed — the task is published with the message.
    if (task.entry_count > 1)
      task.pending.store(static_cast<std::int32_t>(task.entry_count), std::memory_order_relaxed);
    task.home = home_of(task);
    post(task.parent->home, task);
  }

  /// The task's body has ended, or its parent has waited for it. Whoever has run it
  void ended(Task& task) noexcept {
    task.carries = Carries::end;
    post(task.home, task);
  }

  /// Handles what the node has, if nobody does. For who has time, and for its own thread.
  void serve(std::uint32_t node) noexcept {
    Round round(*this);
    serve_in(round, node);
    round.finish();
  }

  /// The node that a new region belongs to: as `owner` if that is high enough, or a leaf; else of the nodes below the
  /// one with the fewest regions, in turns where there are several. @param level  0: a leaf
  std::uint32_t node_for(std::uint32_t owner, int level) noexcept;
  /// So many regions more belong to the node.
  void count_region(std::uint32_t node, int more) noexcept {
    for (;;) {
      // order: relaxed — a count to choose by.
      nodes_[node].regions.fetch_add(static_cast<std::uint32_t>(more), std::memory_order_relaxed);
      if (node == 0) return;
      node = nodes_[node].parent;
    }
  }

  /// In peace: the entry leaves, as what it names is about to be freed. Its task goes on.
  void drop(QueueEntry& entry) noexcept {
    entry.gone = true;
    Rule(*peace_).leave(entry);
  }
  /// In peace: handles the messages that drop() has made.
  void deliver() noexcept;

  /// Whether some node has messages, or handles one: as of some moment since the call. Any thread
  bool under_way() const noexcept {
    for (std::uint32_t index = 0; index < count_; ++index) {
      const Node& node = nodes_[index];
      // order: relaxed — a hint.
      if (!node.inbox.is_empty() || node.token.load(std::memory_order_relaxed) != 0) return true;
    }
    return false;
  }

  /// Around a fork: no handler runs. In the child, whose thread is alone, all messages are forgotten, and whoever calls
  /// handles those to come, as no node has a thread any more.
  void hold_all() noexcept;
  void let_all_go() noexcept;
  void forget_all() noexcept;

  /// Runs `what()` while nothing is under way: all messages have been handled and no handler runs.
  template <class What>
  void in_peace(const What& what) noexcept;

 private:
  // What one call does: which nodes it has left messages for, and which tasks it has made ready.
  class Round;
  using Rule = Rules<Round, Which>;

  struct Report : NodeMessage {
    OrderScope* up = nullptr;
    std::uint32_t counts[2]{};
  };

  void post(std::uint32_t node, NodeMessage& message) noexcept {
    Round round(*this);
    Node& to = nodes_[node];
    if (!dedicated_ && take(to)) {
      handle_all(round, to);
      handle(round, to, message);
      let_go(round, to);
    } else {
      (void)to.inbox.push(&message);
      round.touch(node);
    }
    round.finish();
  }

  bool take(Node& node) noexcept {
    // order: relaxed — a look; acquire — pairs with let_go(): the node's state.
    if (node.token.load(std::memory_order_relaxed) != 0) return false;
    return node.token.exchange(1, std::memory_order_acquire) == 0;
  }
  void let_go(Round& round, Node& node) noexcept {
    // order: release — pairs with take(). Fence seq_cst — the Dekker pair of serve_in(): who has left a message finds
    // the token free, or we find the message.
    node.token.store(0, std::memory_order_release);
    P::fence(std::memory_order_seq_cst);
    if (!node.inbox.is_empty()) round.touch(node.index);
  }

  void serve_in(Round& round, std::uint32_t index) noexcept {
    Node& node = nodes_[index];
    // order: fence seq_cst — see let_go().
    P::fence(std::memory_order_seq_cst);
    if (!take(node)) return;
    handle_all(round, node);
    let_go(round, node);
  }

  void handle_all(Round& round, Node& node) noexcept {
    if (node.inbox.is_empty()) return;
    NodeMessage* message = decltype(node.inbox)::oldest_first(node.inbox.take_all());
    while (message != nullptr) {
      NodeMessage* const next = message->next;
      handle(round, node, *message);
      message = next;
    }
  }

  void handle(Round& round, Node& node, NodeMessage& message) noexcept {
    ++node.handled;
    Rule rule(round);
    switch (message.carries) {
      case Carries::task:
        return begin_task(round, node, static_cast<Task&>(message));
      case Carries::end:
        return end_task(round, node, static_cast<Task&>(message));
      case Carries::begin:
        return rule.begin(static_cast<QueueEntry&>(message));
      case Carries::arrive:
        return rule.arrive(static_cast<QueueEntry&>(message));
      case Carries::leave:
        return leave(round, static_cast<QueueEntry&>(message));
      case Carries::report:
        break;
    }
    auto& report = static_cast<Report&>(message);
    rule.reported(*report.up, report.counts);
    delete &report;
  }

  void begin_task(Round& round, Node& node, Task& task) noexcept {
    const std::uint32_t count = task.entry_count;
    if (count == 0) return round.add_ready(task);
    QueueEntry* const entries =
        task.entries;  // the task may be ready, and be over elsewhere, once the last one has begun
    for (std::uint32_t index = 0; index < count; ++index) {
      QueueEntry& entry = entries[index];
      if (entry.at->node == node.index) {
        Rule(round).begin(entry);
      } else {
        entry.carries = Carries::begin;
        round.send(entry.at->node, entry);
      }
    }
  }

  void end_task(Round& round, Node& node, Task& task) noexcept {
    const std::uint32_t count = task.entry_count;
    if (count == 1) return end_single(round, node, task);
    // order: relaxed — published with the messages; one more, for this loop.
    task.pending.store(static_cast<std::int32_t>(count) + 1, std::memory_order_relaxed);
    for (std::uint32_t index = 0; index < count; ++index) {
      QueueEntry& entry = task.entries[index];
      if (entry.gone || entry.target->node == node.index) {
        leave(round, entry);
      } else {
        entry.carries = Carries::leave;
        round.send(entry.target->node, entry);
      }
    }
    one_less(task);
  }
  // The most tasks: no count.
  void end_single(Round& round, Node& node, Task& task) noexcept {
    QueueEntry& entry = task.entries[0];
    if (entry.gone || entry.target->node == node.index) return leave(round, entry);
    entry.carries = Carries::leave;
    round.send(entry.target->node, entry);
  }
  void leave(Round& round, QueueEntry& entry) noexcept {
    Task& task = *static_cast<Task*>(entry.task);
    if (!entry.gone) Rule(round).leave(entry);
    task.entry_count == 1 ? port_.over(task) : one_less(task);
  }
  void one_less(Task& task) noexcept {
    // order: acq_rel — who is last has all that the others did behind it, and frees the task.
    if (task.pending.fetch_sub(1, std::memory_order_acq_rel) == 1) port_.over(task);
  }

  // The parent's, or the lowest node below that all arguments belong to or lie below.
  std::uint16_t home_of(const Task& task) const noexcept {
    std::uint16_t home = task.parent->home;
    while (count_ > 1 && task.entry_count != 0) {
      const std::uint16_t child = child_above(home, task.entries[0].target->node);
      if (child == home) return home;
      for (std::uint32_t index = 1; index < task.entry_count; ++index)
        if (child_above(home, task.entries[index].target->node) != child) return home;
      home = child;
    }
    return home;
  }
  // The child of `home` that a node lies under; `home` where it is that one.
  std::uint16_t child_above(std::uint16_t home, std::uint16_t node) const noexcept {
    if (node == home) return home;
    while (nodes_[node].parent != home) {
      if (node == 0) return home;
      node = nodes_[node].parent;
    }
    return node;
  }

  RegionPort<P>& port_;
  std::unique_ptr<Node[]> nodes_;
  std::uint32_t count_ = 0;
  bool dedicated_ = false;
  Round* peace_ = nullptr;  // while there is peace, its round
};

}  // namespace heddle::dependence

#include "dependence/regions/manager_inline.hpp"
