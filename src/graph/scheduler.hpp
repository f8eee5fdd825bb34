// The seam between the runtime and the schedulers (floor 5): which worker gets a ready task.
//
// A scheduler serves one team, and has the tasks that are neither urgent nor prefer a seat: those are drawn by the team
// in front of it (runtime/ready_tasks.hpp). A seat is a worker's number in the team; each seat is used by one thread at
// a time.
#pragma once

#include <cstdint>

#include "graph/task.hpp"

namespace heddle::graph {

using Seat = std::uint32_t;
inline constexpr Seat k_no_seat = UINT32_MAX;  // a thread outside the team (it fulfilled an event)

template <class P>
class Groups;
template <class P>
class UrgentQueue;

/// How thoroughly to look for work.
enum class Look : std::uint8_t {
  at_some,  // queues of many, for who comes again soon
  at_all,
};

template <class P>
class Scheduler {
 public:
  virtual ~Scheduler() = default;

  /// A task is ready. `seat` is the caller's own; or k_no_seat, for a task that names a group alone.
  virtual void put(Task<P>& task, Seat seat) noexcept = 0;

  /// A task for the caller's seat, from wherever there is one. @returns null when none was found.
  virtual Task<P>* take(Seat seat) noexcept = 0;

  /// As take(), but only a descendant of `ancestor`: what a tied task that waits may run (OpenMP 5.2 §12.9).
  virtual Task<P>* take_descendant(Seat seat, const Task<P>& ancestor) noexcept = 0;

  /// For who would sleep otherwise: takes a descendant of `ancestor` that lies hidden from take_descendant(), and what
  /// hides it, which goes among `others`, or to where all find it that may. Where nothing is ever hidden there is
  /// nothing to do. @param moved  becomes true when tasks were moved: who waits for them has to be woken
  virtual Task<P>* uncover(Seat /*seat*/, const Task<P>& /*ancestor*/, UrgentQueue<P>& /*others*/,
                           bool& /*moved*/) noexcept {
    return nullptr;
  }

  /// True when a task may be waiting that the seat's worker may take, at once or in time; with k_no_seat anybody's.
  /// After a seq_cst fence a look at all does not overlook a task that was put before.
  virtual bool has_work(Seat seat, Look look) noexcept = 0;

  /// A hint: about how many tasks this seat has in store, that is: how much there is for thieves. Any thread, with
  /// `limit` 0. With another one the worker in the seat asks, who has enough of so many: where it says fewer it may say
  /// more than there are.
  virtual std::uint32_t backlog(Seat seat, std::uint32_t limit) noexcept = 0;

  /// How it divides the team (groups.hpp); null: not at all. Lives as long as the scheduler.
  virtual Groups<P>* groups() noexcept { return nullptr; }
};

}  // namespace heddle::graph
