// The seam between the runtime and the dependence managers (floor 5): how accesses become an order of tasks.
#pragma once

#include <cstdint>

#include "graph/access.hpp"
#include "graph/scheduler.hpp"
#include "graph/task.hpp"
#include "memory/slab.hpp"
#include "probe/points.hpp"

namespace heddle::graph {

/// Where tasks go that may run now, and what a manager may ask of the team that it serves. The runtime implements it on
/// top of the scheduler.
template <class P>
class ReadySink {
 public:
  virtual void ready(Task<P>& task) noexcept = 0;

  /// About how many ready tasks the caller can count on: those of the team, if it may run any; if it waits for tasks of
  /// its own, only those that it has made ready itself in this call, as it might not be allowed to run the others.
  virtual std::uint32_t ready_tasks() const noexcept { return 0; }

  /// There is something to do for an idle job: wakes a sleeper, whatever it waits for. The caller has made the request
  /// visible and passed a seq_cst fence since.
  virtual void requests_waiting() noexcept {}

 protected:
  ~ReadySink() = default;
};

/// What the calling worker lends to a manager for one call.
template <class P>
struct ManagerContext {
  memory::Slab<P>& slab;
  ReadySink<P>& sink;
  Seat seat = k_no_seat;  // the caller's in the team that the manager serves; none: a stranger that fulfils an event
  probe::RecorderField recorder = nullptr;  // the caller's, for probe points
};

/// One manager serves one team. retired() and close_domain() may be called on another team's manager of the same kind,
/// by a worker that sits there and fulfils an event: they look at nothing but the task and the parent.
template <class P>
class DependenceManager {
 public:
  virtual ~DependenceManager() = default;

  /// Takes a task whose records are filled in. Called by the worker that runs the parent.
  /// @returns true when the task waits for nobody: the caller runs or schedules it; else the sink gets it in time.
  virtual bool submit(Task<P>& parent, Task<P>& task, const ManagerContext<P>& context) noexcept = 0;

  /// The body of `task` has finished: releases its successors into the sink. Any worker, once per submitted task.
  virtual void finished(Task<P>& task, const ManagerContext<P>& context) noexcept = 0;

  /// The task has retired (its whole subtree is done). @returns true when the caller must free its memory.
  virtual bool retired(Task<P>& task) noexcept = 0;

  /// True when a task of `parent` with these accesses would wait for nobody and may run at once without being
  /// submitted, because it is over before the parent goes on. False when the manager cannot tell.
  /// Called by the worker that runs the parent, from its seat.
  virtual bool may_skip(Task<P>& parent, const Access* accesses, std::uint32_t count, Seat seat) noexcept = 0;

  /// The parent has retired: forgets its domain. Called by the worker that retires it.
  virtual void close_domain(Task<P>& parent, const ManagerContext<P>& context) noexcept = 0;
};

}  // namespace heddle::graph
