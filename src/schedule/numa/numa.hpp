// The scheduler `numa`: a group of workers for each locality of the machine, work stealing inside a group. A task that
// is stated for a locality runs there; others leave their group when another one has found nothing for a while.
//
// After Dokulil, Benkner and Yaghob, "The Open Community Runtime on the Intel Knights Landing Architecture" (2017),
// section 3.1: threads in groups, no stealing across. Departures: tasks that have only inherited their locality, or
// have none, may leave (HEDDLE_NUMA_PATIENCE=never: as published); wake-ups that pick a sleeper of the group.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/cache_line.hpp"
#include "graph/fifo_queue.hpp"
#include "graph/groups.hpp"
#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"
#include "sync/deque.hpp"

namespace heddle::schedule {

/// @tparam k_capacity  of each deque at first, a power of two
template <class P, std::size_t k_capacity = 256>
class Numa final : public graph::Scheduler<P>, private graph::GroupTasks {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  static constexpr std::uint64_t k_never = UINT64_MAX;

  struct Setup {
    std::uint32_t seats = 1;
    std::span<const std::uint32_t> localities;  // cpus of each
    std::uint64_t patience_ns = k_never;
  };

  explicit Numa(const Setup& setup)
      : patience_ns_(setup.patience_ns),
        groups_(setup.seats, setup.localities, setup.patience_ns != k_never, this),
        seats_(std::make_unique<Place[]>(setup.seats)),
        nodes_(std::make_unique<Node[]>(setup.localities.size())) {
    for (Seat seat = 0; seat < setup.seats; ++seat) seats_[seat].random = 0x9E3779B9u * (seat + 1);
    for (std::size_t node = 0; node < setup.localities.size(); ++node)
      nodes_[node].urgent = std::make_unique<Urgent>(setup.seats);
  }

  graph::Groups<P>* groups() noexcept override { return &groups_; }

  void put(Task& task, Seat seat) noexcept override {
    if (task.has(graph::k_prefers)) [[unlikely]]
      return put_into_group(task, seat);
    own_deque(seat, stays(false)).push(&task);
  }

  Task* take(Seat seat) noexcept override {
    Task* task = take_urgent(seat, All{});
    if (task == nullptr) task = search(seat, All{});
    // Who waits for an event may run any task until somebody has begun what will complete it (tasks/event.cpp).
    if (task == nullptr && groups_.waits(seat)) [[unlikely]]
      task = take_stranded(seat, All{});
    if (task != nullptr) add_one(seats_[seat].tasks);
    return task;
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    const Descendants allowed{&ancestor};
    Task* task = take_urgent(seat, allowed);
    if (task == nullptr) task = search(seat, allowed);
    if (task == nullptr) task = take_stranded(seat, allowed);
    if (task != nullptr) add_one(seats_[seat].tasks);
    return task;
  }

  // In queues that the seat's worker may take from. Strangers stay in their group.
  Task* uncover(Seat seat, const Task& ancestor, graph::UrgentQueue<P>& /*others*/, bool& moved) noexcept override {
    for (std::uint32_t group = 0; group < groups_.count(); ++group) {
      const bool own = group == groups_.of(seat);
      const bool stated = own || groups_.all_wait(group);  // as in take_stranded()
      for (Seat victim = groups_.first(group); victim < groups_.end(group); ++victim) {
        Place& place = seats_[victim];
        Task* task = nullptr;
        if (own || groups_.lends()) task = uncovered(place.roaming, nodes_[group].roaming, ancestor, moved);
        const bool roams = task != nullptr;
        if (!roams && stated) task = uncovered(place.staying, nodes_[group].staying, ancestor, moved);
        if (task == nullptr) continue;
        add_one(seats_[seat].tasks);
        if (!own) add_one(roams ? seats_[seat].foreign : seats_[seat].foreign_stated);
        return task;
      }
    }
    return nullptr;
  }

  bool has_work(Seat seat, graph::Look /*look*/) noexcept override {
    if (seat != graph::k_no_seat) return finds_work(groups_.of(seat));
    for (std::uint32_t group = 0; group < groups_.count(); ++group)
      if (has_any(group)) return true;
    return false;
  }

  std::uint32_t backlog(Seat seat, std::uint32_t limit) noexcept override {
    Place& own = seats_[seat];
    if (limit == 0) return static_cast<std::uint32_t>(own.staying.size_hint() + own.roaming.size_hint());
    return static_cast<std::uint32_t>(own.staying.count_up_to(limit) + own.roaming.count_up_to(limit));
  }

 private:
  using Counter = typename P::template atomic<std::uint64_t>;
  using Deque = sync::Deque<P, Task*>;
  using Urgent = graph::UrgentQueue<P>;

  // What a worker has made. Tasks that stay in the group are apart, so that thieves from elsewhere do not meet them.
  struct alignas(base::k_line_bytes) Place {
    Deque staying{k_capacity};
    Deque roaming{k_capacity};
    // From here on the seat's own worker only; the counters are read by others, seldom.
    alignas(base::k_line_bytes) Counter tasks{0};
    Counter foreign{0};
    Counter foreign_stated{0};
    std::uint64_t vain_since = 0;  // when it began to find nothing in its group; 0: it has found something
    std::uint32_t random = 1;
    std::uint32_t looks = 0;
  };
  // What is put into a group from outside. One line for each lock: putters and takers meet there.
  struct Node {
    graph::FifoQueue<P> staying;
    graph::FifoQueue<P> roaming;
    std::unique_ptr<Urgent> urgent;  // stated, and with a priority
  };

  struct All {
    static constexpr bool k_patient = true;
    bool operator()(const Task*) const noexcept { return true; }
    // The owner may take its youngest task, whatever it is.
    Task* from_own(Deque& deque) const noexcept { return deque.pop(); }
    Task* from_urgent(Urgent& queue, Seat seat) const noexcept { return queue.take(seat); }
  };
  // Who waits for them goes where they are at once: it may sleep next, and nobody would wake it in time.
  struct Descendants {
    static constexpr bool k_patient = false;
    const Task* ancestor;
    bool operator()(const Task* task) const noexcept { return task->descends_from(*ancestor); }
    // What a worker queues while its task runs are that task's descendants; the older ones below may be anybody's.
    Task* from_own(Deque& deque) const noexcept {
      const Task* const youngest = deque.peek();
      return youngest != nullptr && (*this)(youngest) ? deque.pop() : nullptr;
    }
    Task* from_urgent(Urgent& queue, Seat seat) const noexcept { return queue.take_descendant(seat, *ancestor); }
  };

  // Victims looked at in one attempt, as in schedule/steal; groups are seldom larger.
  static constexpr std::uint32_t k_looks = 16;
  // A worker that makes its own work without end looks into the inbox now and then: somebody may wait for that.
  static constexpr std::uint32_t k_fair = 64;

  // The descendant, if there is one; what lay above it is where all of the group find it.
  static Task* uncovered(Deque& deque, graph::FifoQueue<P>& for_all, const Task& ancestor, bool& moved) noexcept {
    const Descendants wanted{&ancestor};
    while (std::size_t left = deque.count_down_to(wanted)) {
      for (; left != 0; --left) {
        Task* const task = deque.steal();
        if (task == nullptr) continue;  // somebody else took one
        if (wanted(task)) return task;
        for_all.put(*task);
        moved = true;
      }
    }
    return nullptr;
  }

  bool holds_stated(std::uint32_t group) const noexcept override {
    return nodes_[group].staying.size() != 0 || !nodes_[group].urgent->empty();
  }
  void add_to(graph::GroupCount& count, std::uint32_t group) const noexcept override {
    for (Seat seat = groups_.first(group); seat < groups_.end(group); ++seat) {
      // order: relaxed (all) — numbers to show.
      count.tasks += seats_[seat].tasks.load(std::memory_order_relaxed);
      count.foreign += seats_[seat].foreign.load(std::memory_order_relaxed);
      count.foreign_stated += seats_[seat].foreign_stated.load(std::memory_order_relaxed);
    }
  }

  // What a worker of the group may take, at once or in time.
  bool finds_work(std::uint32_t own) const noexcept {
    if (has_any(own)) return true;
    for (std::uint32_t group = 0; groups_.lends() && group < groups_.count(); ++group)
      if (group != own && has_roaming(group)) return true;
    return false;
  }

  bool stays(bool stated) const noexcept { return stated || patience_ns_ == k_never; }
  Deque& own_deque(Seat seat, bool staying) noexcept { return staying ? seats_[seat].staying : seats_[seat].roaming; }

  [[gnu::noinline]] void put_into_group(Task& task, Seat seat) noexcept {
    const auto choice = graph::GroupChoice::from(task.sequence);
    // order: relaxed (both) — a hint: who does not see it yet takes a task that is not stated a little early.
    if (!placed_.load(std::memory_order_relaxed)) placed_.store(true, std::memory_order_relaxed);
    const bool staying = stays(choice.stated);
    Node& node = nodes_[choice.group];
    if (task.priority > 0) return node.urgent->put(task, seat);  // it stays: others are not put here
    if (seat != graph::k_no_seat && groups_.of(seat) == choice.group) return own_deque(seat, staying).push(&task);
    (staying ? node.staying : node.roaming).put(task);
  }

  template <class Allowed>
  Task* take_urgent(Seat seat, const Allowed& allowed) noexcept {
    Urgent& own = *nodes_[groups_.of(seat)].urgent;
    if (own.empty()) [[likely]]
      return nullptr;
    return allowed.from_urgent(own, seat);
  }

  template <class Allowed>
  Task* search(Seat seat, const Allowed& allowed) noexcept {
    Place& own = seats_[seat];
    if (Task* task = search_group(seat, allowed)) {
      own.vain_since = 0;
      return task;
    }
    return may_go_abroad<Allowed>(own) ? take_abroad(seat, allowed) : nullptr;
  }

  template <class Allowed>
  Task* search_group(Seat seat, const Allowed& allowed) noexcept {
    Place& own = seats_[seat];
    Node& node = nodes_[groups_.of(seat)];
    if (++own.looks % k_fair == 0) [[unlikely]] {
      if (Task* task = node.staying.take(allowed)) return task;
    }
    if (Task* task = allowed.from_own(own.roaming)) return task;
    if (Task* task = allowed.from_own(own.staying)) return task;
    if (Task* task = node.staying.take(allowed)) return task;
    if (Task* task = node.roaming.take(allowed)) return task;
    return steal(seat, groups_.of(seat), [&](Place& victim) -> Task* {
      if (Task* task = victim.roaming.looks_empty() ? nullptr : victim.roaming.steal_if(allowed)) return task;
      return victim.staying.looks_empty() ? nullptr : victim.staying.steal_if(allowed);
    });
  }

  // Where no task has ever been placed groups only say whom to ask first.
  template <class Allowed>
  bool may_go_abroad(Place& own) noexcept {
    if (!groups_.lends() || groups_.count() == 1) return false;
    if (!Allowed::k_patient) return true;
    // order: relaxed — see put_into_group().
    if (!placed_.load(std::memory_order_relaxed)) return true;
    const std::uint64_t now = P::rough_ns();
    if (own.vain_since == 0) own.vain_since = now;
    return static_cast<std::int64_t>(now - own.vain_since) >= static_cast<std::int64_t>(patience_ns_);
  }

  template <class Allowed>
  [[gnu::noinline]] Task* take_abroad(Seat seat, const Allowed& allowed) noexcept {
    for (std::uint32_t step = 1; step < groups_.count(); ++step) {
      const std::uint32_t group = (groups_.of(seat) + step) % groups_.count();
      Task* task = nodes_[group].roaming.take(allowed);
      if (task == nullptr)
        task = steal(seat, group, [&](Place& victim) -> Task* {
          return victim.roaming.looks_empty() ? nullptr : victim.roaming.steal_if(allowed);
        });
      if (task == nullptr) continue;
      add_one(seats_[seat].foreign);
      return task;
    }
    return nullptr;
  }

  // What this worker waits for, and is stated for a group whose workers all wait: perhaps nobody else will come for it.
  template <class Allowed>
  [[gnu::noinline]] Task* take_stranded(Seat seat, const Allowed& allowed) noexcept {
    for (std::uint32_t step = 1; step < groups_.count(); ++step) {
      const std::uint32_t group = (groups_.of(seat) + step) % groups_.count();
      if (!holds_stated(group) || !groups_.all_wait(group)) continue;
      Task* task = nodes_[group].staying.take(allowed);
      if (task == nullptr) task = allowed.from_urgent(*nodes_[group].urgent, seat);
      if (task == nullptr) continue;
      add_one(seats_[seat].foreign_stated);
      return task;
    }
    return nullptr;
  }

  // From the seats of a group, from a random one on.
  template <class From>
  Task* steal(Seat seat, std::uint32_t group, const From& from) noexcept {
    const Seat first = groups_.first(group);
    const Seat size = groups_.end(group) - first;
    // Numerical Recipes' generator; its high bits choose.
    std::uint32_t& random = seats_[seat].random;
    random = random * 1664525u + 1013904223u;
    const auto start = static_cast<Seat>((std::uint64_t{random} * size) >> 32);
    for (Seat step = 0; step < size && step < k_looks; ++step) {
      const Seat victim = first + (start + step < size ? start + step : start + step - size);
      if (victim == seat) continue;
      if (Task* const task = from(seats_[victim])) return task;
    }
    return nullptr;
  }

  bool has_roaming(std::uint32_t group) const noexcept {
    if (nodes_[group].roaming.size() != 0) return true;
    for (Seat seat = groups_.first(group); seat < groups_.end(group); ++seat)
      if (!seats_[seat].roaming.looks_empty()) return true;
    return false;
  }
  bool has_any(std::uint32_t group) const noexcept {
    if (holds_stated(group) || has_roaming(group)) return true;
    for (Seat seat = groups_.first(group); seat < groups_.end(group); ++seat)
      if (!seats_[seat].staying.looks_empty()) return true;
    return false;
  }

  static void add_one(Counter& counter) noexcept {
    // order: relaxed (both) — the owner's own; others read a number to show.
    counter.store(counter.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  const std::uint64_t patience_ns_;
  graph::Groups<P> groups_;
  std::unique_ptr<Place[]> seats_;
  std::unique_ptr<Node[]> nodes_;
  typename P::template atomic<bool> placed_{false};  // some task has belonged to a group; never false again
};

}  // namespace heddle::schedule
