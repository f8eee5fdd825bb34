// ReadyTasks: the tasks of a team that wait for a worker. Urgent ones and those that prefer a seat are drawn here, in
// front of the scheduler, so that a scheduler knows neither; all others lie with it.
//
//   urgent    with a priority, or put by a thread outside the team; any worker takes them before others
//   prefers   a seat: its worker takes them before its own, others when they have found nothing for a while
//   the rest  as the scheduler has it; also what names a locality, which is the scheduler's affair (graph/groups.hpp)
//
// What of these is not in use costs the load of a word that nobody writes. put(): any thread; the rest: the thread in
// the seat named, unless it is said otherwise.
#pragma once

#include <memory>
#include <utility>

#include "graph/groups.hpp"
#include "graph/preferences.hpp"
#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"

namespace heddle::runtime {

template <class P>
class ReadyTasks {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  ReadyTasks(std::unique_ptr<graph::Scheduler<P>> scheduler, Seat seats)
      : scheduler_(std::move(scheduler)), urgent_(seats), preferences_(seats) {}

  graph::Groups<P>* groups() noexcept { return scheduler_->groups(); }

  /// @param seat  the caller's own, or k_no_seat
  void put(Task& task, Seat seat) noexcept {
    if (task.has(graph::k_prefers)) [[unlikely]]
      return put_where_told(task, seat);
    if (task.priority > 0 || seat == graph::k_no_seat) [[unlikely]]
      return urgent_.put(task, seat);
    scheduler_->put(task, seat);
  }

  /// @returns null when none was found
  Task* take(Seat seat) noexcept {
    if (!urgent_.empty()) [[unlikely]] {
      if (Task* task = urgent_.take(seat)) return task;
    }
    return preferences_.take(seat, [&] { return scheduler_->take(seat); });
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept {
    if (!urgent_.empty()) [[unlikely]] {
      if (Task* task = urgent_.take_descendant(seat, ancestor)) return task;
    }
    const auto allowed = [&ancestor](const Task* task) { return task->descends_from(ancestor); };
    return preferences_.take_allowed(seat, allowed, [&] { return scheduler_->take_descendant(seat, ancestor); });
  }

  /// As take_descendant(), and what lies hidden from it, for who would sleep otherwise: it looks at every task of every
  /// queue. @param moved  becomes true when tasks that hid it were moved: who waits for them has to be woken
  [[gnu::cold, gnu::noinline]] Task* uncover_descendant(Seat seat, const Task& ancestor, bool& moved) noexcept {
    if (Task* task = take_descendant(seat, ancestor)) return task;
    return scheduler_->uncover(seat, ancestor, urgent_, moved);
  }

  /// True when a task may be waiting somewhere. After a seq_cst fence a task that was put before is not overlooked. Any
  /// thread.
  bool has_work() noexcept { return finds_work(graph::k_no_seat); }
  /// The same for the worker in the seat, which keeps in mind where, for its next take(): a glance, which misses some
  /// queues of many but comes again soon; and a look at all of them.
  bool glimpses_work(Seat seat) noexcept { return drawn() || scheduler_->has_work(seat, graph::Look::at_some); }
  bool finds_work(Seat seat) noexcept { return drawn() || scheduler_->has_work(seat, graph::Look::at_all); }

  /// About how many tasks this seat has in store. Any thread.
  std::uint32_t backlog(Seat seat) noexcept { return scheduler_->backlog(seat, 0) + urgent_.backlog(seat); }
  /// The same for the worker in the seat, who has enough of `limit`: from there on it may be more or fewer.
  std::uint32_t own_backlog(Seat seat, std::uint32_t limit) noexcept {
    const std::uint32_t count = scheduler_->backlog(seat, limit);
    return count >= limit ? count : count + urgent_.backlog(seat);
  }

 private:
  bool drawn() const noexcept { return !urgent_.empty() || preferences_.has_work(); }

  [[gnu::cold, gnu::noinline]] void put_where_told(Task& task, Seat seat) noexcept {
    if (!graph::GroupChoice::in(task.sequence)) return preferences_.put(task);
    const bool stays = graph::GroupChoice::from(task.sequence).stated || !groups()->lends();
    if (task.priority > 0 && !stays) return urgent_.put(task, seat);
    scheduler_->put(task, seat);
  }

  const std::unique_ptr<graph::Scheduler<P>> scheduler_;
  graph::UrgentQueue<P> urgent_;
  graph::Preferences<P> preferences_;
};

}  // namespace heddle::runtime
