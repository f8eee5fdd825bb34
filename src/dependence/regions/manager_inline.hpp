// What one call of the manager does; the tree; peace. Included by manager.hpp only.
#pragma once

namespace heddle::dependence {

template <class P, class Which>
class Regions<P, Which>::Round {
 public:
  explicit Round(Regions& regions) noexcept : regions_(regions) {}
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

  // -- for the rules
  void send(std::uint32_t node, NodeMessage& message) noexcept {
    (void)regions_.nodes_[node].inbox.push(&message);
    touch(node);
  }
  void report(OrderScope& up, const std::uint32_t (&counts)[2]) noexcept {
    auto* const report = new (std::nothrow) Report;
    HEDDLE_CHECK(report != nullptr, "no memory left for a message between scheduler nodes");
    report->carries = Carries::report;
    report->up = &up;
    report->counts[0] = counts[0];
    report->counts[1] = counts[1];
    send(up.node, *report);
  }
  void granted(QueueEntry& entry) noexcept {
    Task& task = *static_cast<Task*>(entry.task);
    if (task.entry_count == 1) return add_ready(task);
    // order: acq_rel — what was before each grant is before the task.
    if (task.pending.fetch_sub(1, std::memory_order_acq_rel) == 1) add_ready(task);
  }

  void add_ready(Task& task) noexcept {
    task.next = nullptr;  // it is in no inbox: its message has been taken out
    if (last_ != nullptr)
      last_->next = &task;
    else
      first_ = &task;
    last_ = &task;
  }
  void touch(std::uint32_t node) noexcept {
    touched_[node / 64] |= std::uint64_t{1} << (node % 64);
    any_ = true;
  }

  /// Serves the nodes that it has left messages for, and hands on what has become ready.
  void finish() noexcept {
    if (first_ != nullptr) hand_on();
    while (any_) {
      any_ = false;
      for (std::uint32_t word = 0; word < k_most_nodes / 64; ++word) {
        while (touched_[word] != 0) {
          const auto bit = static_cast<std::uint32_t>(std::countr_zero(touched_[word]));
          touched_[word] &= touched_[word] - 1;
          const std::uint32_t node = word * 64 + bit;
          regions_.dedicated_ ? regions_.port_.ring(node) : regions_.serve_in(*this, node);
          if (first_ != nullptr) hand_on();
        }
      }
    }
  }

 private:
  void hand_on() noexcept {
    Task* task = first_;
    first_ = last_ = nullptr;
    while (task != nullptr) {
      auto* const next = static_cast<Task*>(task->next);
      regions_.port_.ready(*task);
      task = next;
    }
  }

  Regions& regions_;
  Task* first_ = nullptr;
  Task* last_ = nullptr;
  std::uint64_t touched_[k_most_nodes / 64]{};
  bool any_ = false;
};

template <class P, class Which>
bool Regions<P, Which>::begin(const std::uint32_t* widths, std::uint32_t levels, bool dedicated) noexcept {
  count_ = 0;
  for (std::uint32_t level = 0; level < levels; ++level) count_ += widths[level];
  if (count_ == 0 || count_ > k_most_nodes) return false;
  nodes_.reset(new (std::nothrow) Node[count_]);
  if (nodes_ == nullptr) return false;
  dedicated_ = dedicated;
  std::uint32_t first = 0;  // of the level
  for (std::uint32_t level = 0; level < levels; ++level) {
    const std::uint32_t width = widths[level];
    const std::uint32_t below = level + 1 < levels ? widths[level + 1] : 0;
    for (std::uint32_t at = 0; at < width; ++at) {
      Node& node = nodes_[first + at];
      node.index = static_cast<std::uint16_t>(first + at);
      node.level = static_cast<std::uint16_t>(levels - 1 - level);
      node.first_child = static_cast<std::uint16_t>(first + width + at * below / width);
      node.child_count = static_cast<std::uint16_t>((at + 1) * below / width - at * below / width);
      for (std::uint32_t child = 0; child < node.child_count; ++child)
        nodes_[node.first_child + child].parent = node.index;
    }
    first += width;
  }
  return true;
}

template <class P, class Which>
void Regions<P, Which>::deliver() noexcept {
  for (bool handled = true; handled;) {
    handled = false;
    for (std::uint32_t index = 0; index < count_; ++index) {
      if (nodes_[index].inbox.is_empty()) continue;
      handle_all(*peace_, nodes_[index]);
      handled = true;
    }
  }
}

template <class P, class Which>
std::uint32_t Regions<P, Which>::node_for(std::uint32_t owner, int level) noexcept {
  const Node& node = nodes_[owner];
  if (node.child_count == 0 || level >= node.level) return owner;
  std::uint32_t best = 0;
  std::uint32_t fewest = UINT32_MAX;
  // order: relaxed (all) — counts to choose by.
  const std::uint32_t turn = nodes_[owner].turn.fetch_add(1, std::memory_order_relaxed);
  for (std::uint32_t step = 0; step < node.child_count; ++step) {
    const std::uint32_t child = node.first_child + (turn + step) % node.child_count;
    const std::uint32_t regions = nodes_[child].regions.load(std::memory_order_relaxed);
    if (regions >= fewest) continue;
    fewest = regions;
    best = child;
  }
  return best;
}

// In the order of the nodes: who has one token and not the other waits for nobody, as handlers do not.
template <class P, class Which>
void Regions<P, Which>::hold_all() noexcept {
  for (std::uint32_t index = 0; index < count_; ++index)
    for (std::uint32_t spins = 0; !take(nodes_[index]); ++spins) {
      constexpr std::uint32_t k_spins = 100;  // a handler takes about a microsecond; its thread may not be running
      spins < k_spins ? P::pause() : P::yield();
    }
}

template <class P, class Which>
void Regions<P, Which>::let_all_go() noexcept {
  Round round(*this);
  for (std::uint32_t index = count_; index-- > 0;) let_go(round, nodes_[index]);
  round.finish();
}

template <class P, class Which>
void Regions<P, Which>::forget_all() noexcept {
  dedicated_ = false;
  for (std::uint32_t index = 0; index < count_; ++index) {
    (void)nodes_[index].inbox.take_all();
    nodes_[index].token.store(0, std::memory_order_relaxed);  // order: relaxed — one thread
  }
}

template <class P, class Which>
template <class What>
void Regions<P, Which>::in_peace(const What& what) noexcept {
  Round round(*this);
  hold_all();
  peace_ = &round;
  deliver();
  what();
  peace_ = nullptr;
  for (std::uint32_t index = count_; index-- > 0;) let_go(round, nodes_[index]);
  round.finish();
}

}  // namespace heddle::dependence
