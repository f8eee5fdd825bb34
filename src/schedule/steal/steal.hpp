// The scheduler `steal`: one deque per seat. The owner works on its youngest tasks (their data are warm), thieves take
// the oldest (they carry most work). After Blumofe and Leiserson, "Scheduling multithreaded computations by work
// stealing" (JACM 1999); victims by turns from a random start, the last fruitful one first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"
#include "sync/deque.hpp"

namespace heddle::schedule {

/// @tparam k_capacity  of each deque at first, a power of two
template <class P, std::size_t k_capacity = 256>
class Steal final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit Steal(std::uint32_t seats) : count_(seats), seats_(std::make_unique<StealSeat[]>(seats)) {
    for (Seat seat = 0; seat < seats; ++seat) {
      // order: relaxed (both) — nobody knows of it yet.
      seats_[seat].victim.store(seat, std::memory_order_relaxed);
      seats_[seat].random.store(0x9E3779B9u * (seat + 1), std::memory_order_relaxed);
    }
  }

  void put(Task& task, Seat seat) noexcept override {
    seats_[seat].tasks.push(&task);
    if (count_ > k_looks && seats_[seat].puts++ % 16 == 0) {
      producer_.store(seat, std::memory_order_relaxed);  // order: relaxed — a hint
    }
  }

  Task* take(Seat seat) noexcept override {
    seats_[seat].sure = 0;
    if (Task* task = seats_[seat].tasks.pop()) return task;
    return steal(seat, [](const Task*) { return true; });
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    seats_[seat].sure = 0;
    const auto allowed = [&ancestor](const Task* task) { return task->descends_from(ancestor); };
    // What a worker queues while its task runs are that task's descendants; the older ones below may be anybody's.
    if (Task* youngest = seats_[seat].tasks.peek(); youngest != nullptr && allowed(youngest)) {
      if (Task* task = seats_[seat].tasks.pop()) return task;
    }
    return steal(seat, allowed);
  }

  Task* uncover(Seat /*seat*/, const Task& ancestor, graph::UrgentQueue<P>& others, bool& moved) noexcept override {
    const auto wanted = [&ancestor](const Task* task) { return task->descends_from(ancestor); };
    for (Seat victim = 0; victim < count_; ++victim) {
      StealSeat& place = seats_[victim];
      while (std::size_t left = place.tasks.count_down_to(wanted)) {
        for (; left != 0; --left) {
          Task* const task = place.tasks.steal();
          if (task == nullptr) continue;  // somebody else took one
          if (place.tasks.looks_empty()) say_emptied(place);
          if (wanted(task)) return task;
          others.put(*task, graph::k_no_seat);
          moved = true;
        }
      }
    }
    return nullptr;
  }

  bool has_work(Seat seat, graph::Look look) noexcept override {
    if (look == graph::Look::at_some && is_crowd()) return glimpses_work(seat);
    const auto holds_some = [](const StealSeat& place) { return !place.tasks.looks_empty(); };
    return spots(seat, {seat == graph::k_no_seat ? 0 : seat, count_}, holds_some);
  }

  std::uint32_t backlog(Seat seat, std::uint32_t limit) noexcept override {
    StealSeat& own = seats_[seat];
    if (limit == 0) return static_cast<std::uint32_t>(own.tasks.size_hint());
    // order: relaxed — a hint: who sees it late has seen a full queue a moment ago.
    if (own.sure_of == limit && own.sure != 0 && !own.emptied.load(std::memory_order_relaxed)) {
      --own.sure;
      return limit;
    }
    const auto count = static_cast<std::uint32_t>(own.tasks.count_up_to(limit));
    own.sure = count < k_many ? 0 : k_sure;
    own.sure_of = count < limit ? 0 : limit;
    // order: relaxed (both) — as above; a thief that still finds the queue empty says so again.
    if (own.emptied.load(std::memory_order_relaxed)) own.emptied.store(false, std::memory_order_relaxed);
    return count;
  }

 private:
  struct alignas(base::k_line_bytes) StealSeat {
    sync::Deque<P, Task*> tasks{k_capacity};
    alignas(base::k_line_bytes) typename P::template atomic<bool> robbed{false};  // a thief is at it; in crowds only
    // From here on the seat's own thread only; but one that was seated here before may still glimpse at a team that was
    // given up, so these two are atomic.
    alignas(base::k_line_bytes) typename P::template atomic<std::uint32_t> random{1};
    typename P::template atomic<Seat> victim{0};  // where the last theft succeeded
    std::uint32_t puts = 0;
    std::uint32_t sure = 0;     // questions for the backlog to be answered without a look at the thieves' line
    std::uint32_t sure_of = 0;  // by this number
    typename P::template atomic<bool> emptied{false};  // by thieves: a thief says so, the owner forgets it
  };
  struct Walk {
    Seat from;
    Seat looks;
  };

  // A look into the queue while thieves are at it costs as much as an empty task; of many, few are gone soon.
  static constexpr std::uint32_t k_sure = 15;
  static constexpr std::uint32_t k_many = 64;

  // Victims looked at in one attempt. An idle worker comes again; before it sleeps, has_work() looks at all.
  static constexpr Seat k_looks = 16;

  // Larger teams are crowds: there hundreds would fight for the line of a lone producer.
  static constexpr Seat k_large = 32;
  bool is_crowd() const noexcept { return count_ > k_large; }

  Seat any_seat(StealSeat& own) const noexcept {
    // order: relaxed (both) — any number will do. Numerical Recipes' generator; its high bits choose.
    const std::uint32_t next = own.random.load(std::memory_order_relaxed) * 1664525u + 1013904223u;
    own.random.store(next, std::memory_order_relaxed);
    return static_cast<Seat>((std::uint64_t{next} * count_) >> 32);
  }
  Seat on_walk(Seat from, Seat step) const noexcept {
    return from + step < count_ ? from + step : from + step - count_;
  }

  bool glimpses_work(Seat seat) noexcept {
    StealSeat& own = seats_[seat];
    const auto free = [](const StealSeat& place) {
      // order: relaxed — a hint.
      return !place.robbed.load(std::memory_order_relaxed) && !place.tasks.looks_empty();
    };
    // order: relaxed — hints.
    return spots(seat, {own.victim.load(std::memory_order_relaxed), 1}, free) ||
           spots(seat, {producer_.load(std::memory_order_relaxed), 1}, free) ||
           spots(seat, {any_seat(own), k_looks}, free);
  }

  // The first place on the walk that `holds_some` is the seat's next victim.
  template <class HoldsSome>
  bool spots(Seat seat, Walk walk, HoldsSome holds_some) noexcept {
    for (Seat step = 0; step < walk.looks; ++step) {
      const Seat victim = on_walk(walk.from, step);
      if (!holds_some(seats_[victim])) continue;
      // order: relaxed — a hint.
      if (seat != graph::k_no_seat) seats_[seat].victim.store(victim, std::memory_order_relaxed);
      return true;
    }
    return false;
  }

  template <class Allowed>
  Task* steal(Seat seat, Allowed allowed) noexcept {
    if (count_ == 1) return nullptr;
    StealSeat& own = seats_[seat];
    // order: relaxed — a hint.
    if (Task* task = steal_from(own.victim.load(std::memory_order_relaxed), seat, allowed)) return task;
    // In a large team with one producer a walk over all seats would cost more than most tasks.
    // order: relaxed — a hint.
    const Seat producer = count_ > k_looks ? producer_.load(std::memory_order_relaxed) : seat;
    if (Task* task = steal_from(producer, seat, allowed)) return task;
    const Seat start = any_seat(own);
    const Seat looks = count_ < k_looks ? count_ : k_looks;
    for (Seat step = 0; step < looks; ++step) {
      const Seat victim = on_walk(start, step);
      if (Task* task = steal_from(victim, seat, allowed)) {
        own.victim.store(victim, std::memory_order_relaxed);  // order: relaxed — a hint
        return task;
      }
    }
    return nullptr;
  }

  template <class Allowed>
  Task* steal_from(Seat victim, Seat seat, Allowed allowed) noexcept {
    if (victim == seat) return nullptr;
    if (is_crowd()) [[unlikely]]
      return rob(victim, allowed);
    StealSeat& place = seats_[victim];
    if (place.tasks.looks_empty()) {
      say_emptied(place);
      return nullptr;
    }
    Task* const task = place.tasks.steal_if(allowed);
    if (task != nullptr && place.tasks.looks_empty()) say_emptied(place);  // it may be long before a thief looks again
    return task;
  }

  // Its owner counts on what it has seen there, until it hears of this.
  static void say_emptied(StealSeat& place) noexcept {
    // order: relaxed (both) — a hint.
    if (!place.emptied.load(std::memory_order_relaxed)) place.emptied.store(true, std::memory_order_relaxed);
  }

  // In a crowd one thief at a time goes to a deque; who finds another there goes elsewhere. It takes no more than it
  // runs: what lay below a task that waits could be out of everybody's reach (README.md).
  template <class Allowed>
  Task* rob(Seat victim, Allowed allowed) noexcept {
    StealSeat& place = seats_[victim];
    // order: relaxed — a hint.
    if (place.robbed.load(std::memory_order_relaxed)) return nullptr;
    if (place.tasks.looks_empty()) {
      say_emptied(place);
      return nullptr;
    }
    // order: relaxed — the deque bears any number of thieves; this only keeps them apart.
    if (place.robbed.exchange(true, std::memory_order_relaxed)) return nullptr;
    Task* const task = place.tasks.steal_if(allowed);
    place.robbed.store(false, std::memory_order_relaxed);  // order: relaxed — as above
    return task;
  }

  const std::uint32_t count_;
  std::unique_ptr<StealSeat[]> seats_;
  alignas(base::k_line_bytes) typename P::template atomic<Seat> producer_{0};  // a seat that queued a task of late
};

}  // namespace heddle::schedule
