// The scheduler `steal`: one deque per seat. The owner works on its youngest tasks (their data are warm), thieves take
// the oldest (they carry most work). After Blumofe and Leiserson, "Scheduling multithreaded computations by work
// stealing" (JACM 1999); victims by turns from a random start, the last fruitful one first.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/cache_line.hpp"
#include "graph/preferences.hpp"
#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"
#include "sync/deque.hpp"

namespace heddle::schedule {

template <class P>
class Steal final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit Steal(std::uint32_t seats) : count_(seats), seats_(std::make_unique<Place[]>(seats)), preferences_(seats) {
    for (Seat seat = 0; seat < seats; ++seat) {
      seats_[seat].victim = seat;
      seats_[seat].random = 0x9E3779B9u * (seat + 1);
    }
  }

  void put(Task& task, Seat seat) noexcept override {
    if (task.has(graph::k_prefers)) [[unlikely]]
      return preferences_.put(task);
    if (task.priority > 0 || seat == graph::k_no_seat) [[unlikely]]
      return urgent_.put(task);
    seats_[seat].tasks.push(&task);
    if (count_ > k_looks && seats_[seat].puts++ % 16 == 0) {
      producer_.store(seat, std::memory_order_relaxed);  // order: relaxed — a hint
    }
  }

  Task* take(Seat seat) noexcept override {
    if (!urgent_.empty()) [[unlikely]] {
      if (Task* task = urgent_.take()) return task;
    }
    return preferences_.take(seat, [&]() -> Task* {
      if (Task* task = seats_[seat].tasks.pop()) return task;
      return steal(seat, [](Task*) { return true; });
    });
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    if (!urgent_.empty()) [[unlikely]] {
      if (Task* task = urgent_.take_descendant(ancestor)) return task;
    }
    const auto allowed = [&ancestor](const Task* task) { return task->descends_from(ancestor); };
    return preferences_.take_allowed(seat, allowed, [&]() -> Task* {
      // What a worker queues while its task runs are that task's descendants; the older ones below may be anybody's.
      if (Task* youngest = seats_[seat].tasks.peek(); youngest != nullptr && allowed(youngest)) {
        if (Task* task = seats_[seat].tasks.pop()) return task;
      }
      return steal(seat, allowed);
    });
  }

  bool has_work() const noexcept override {
    if (!urgent_.empty() || preferences_.has_work()) return true;
    for (Seat seat = 0; seat < count_; ++seat) {
      if (!seats_[seat].tasks.looks_empty()) return true;
    }
    return false;
  }

  std::uint32_t backlog(Seat seat) const noexcept override {
    return static_cast<std::uint32_t>(seats_[seat].tasks.size_hint());
  }

 private:
  struct alignas(base::k_line_bytes) Place {
    sync::Deque<P, Task*> tasks;
    alignas(base::k_line_bytes) std::uint32_t random = 1;  // from here on the seat's own thread only
    Seat victim = 0;                                       // where the last theft succeeded
    std::uint32_t puts = 0;
  };

  // Victims looked at in one attempt. An idle worker comes again; before it sleeps, has_work() looks at all.
  static constexpr Seat k_looks = 16;

  template <class Allowed>
  Task* steal(Seat seat, Allowed allowed) noexcept {
    if (count_ == 1) return nullptr;
    Place& own = seats_[seat];
    if (Task* task = steal_from(own.victim, seat, allowed)) return task;
    // In a large team with one producer a walk over all seats would cost more than most tasks.
    // order: relaxed — a hint.
    const Seat producer = count_ > k_looks ? producer_.load(std::memory_order_relaxed) : seat;
    if (Task* task = steal_from(producer, seat, allowed)) return task;
    own.random = own.random * 1664525u + 1013904223u;  // Numerical Recipes' generator; its high bits choose
    const Seat start = static_cast<Seat>((std::uint64_t{own.random} * count_) >> 32);
    const Seat looks = count_ < k_looks ? count_ : k_looks;
    for (Seat step = 0; step < looks; ++step) {
      const Seat victim = start + step < count_ ? start + step : start + step - count_;
      if (Task* task = steal_from(victim, seat, allowed)) {
        own.victim = victim;
        return task;
      }
    }
    return nullptr;
  }

  template <class Allowed>
  Task* steal_from(Seat victim, Seat seat, Allowed allowed) noexcept {
    if (victim == seat || seats_[victim].tasks.looks_empty()) return nullptr;
    return seats_[victim].tasks.steal_if(allowed);
  }

  const std::uint32_t count_;
  std::unique_ptr<Place[]> seats_;
  graph::UrgentQueue<P> urgent_;
  graph::Preferences<P> preferences_;
  alignas(base::k_line_bytes) typename P::template atomic<Seat> producer_{0};  // a seat that queued a task of late
};

}  // namespace heddle::schedule
