// The seam between the runtime and the schedulers (floor 5): which worker gets a ready task.
//
// A scheduler serves one team. A seat is a worker's number in the team; each seat is used by one thread at a time.
#pragma once

#include <cstdint>

#include "graph/task.hpp"

namespace heddle::graph {

using Seat = std::uint32_t;
inline constexpr Seat k_no_seat = UINT32_MAX;  // a thread outside the team (it fulfilled an event)

template <class P>
class Groups;
struct GroupCount;

template <class P>
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// A task is ready. `seat` is the caller's own, or k_no_seat.
  virtual void put(Task<P>& task, Seat seat) noexcept = 0;

  /// A task for the caller's seat, from wherever there is one. @returns null when none was found.
  virtual Task<P>* take(Seat seat) noexcept = 0;

  /// As take(), but only a descendant of `ancestor`: what a tied task that waits may run (OpenMP 5.2 §12.9).
  virtual Task<P>* take_descendant(Seat seat, const Task<P>& ancestor) noexcept = 0;

  /// True when a task may be waiting somewhere. After a seq_cst fence a task that was put before is not overlooked.
  virtual bool has_work() const noexcept = 0;

  /// The same for the worker in the seat, which keeps in mind where, for its next take(). Glimpses: it looks at some
  /// queues of many only, but comes again soon; finds: at all of them, as has_work().
  virtual bool glimpses_work(Seat /*seat*/) noexcept { return has_work(); }
  virtual bool finds_work(Seat /*seat*/) noexcept { return has_work(); }

  /// About how many tasks this seat has in store, that is: how much there is for thieves. Any thread.
  virtual std::uint32_t backlog(Seat seat) const noexcept = 0;

  /// The same for the worker in the seat; where it says fewer than `limit` it may say more than there are.
  virtual std::uint32_t own_backlog(Seat seat, std::uint32_t /*limit*/) noexcept { return backlog(seat); }

  /// How it divides the team (groups.hpp); null: not at all. Lives as long as the scheduler.
  virtual Groups<P>* groups() noexcept { return nullptr; }
  /// Whether tasks may be waiting that are stated for the group and not in its workers' own queues; as has_work().
  virtual bool holds_stated(std::uint32_t /*group*/) const noexcept { return false; }
  /// Adds what was handed out to the group's workers so far. Any thread.
  virtual void add_to(GroupCount& /*count*/, std::uint32_t /*group*/) const noexcept {}
};

}  // namespace heddle::graph
