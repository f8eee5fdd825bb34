// The manager `async`: DDAST, the distributed manager of Bosch et al., "Asynchronous Runtime with Distributed Manager
// for Task-based Programming Models" (§3.1 messages, §3.3 and Listing 2 the callback). Workers do not touch the graph:
// they leave a message, and go on. Workers that find no task become managers for a while and satisfy the messages.
//
// Departures (why: README.md): the first queue that a manager looks at is its own, and Submits and Dones are counted
// apart, unless asked for as printed; ready tasks that it may not run do not count (ReadySink::ready_tasks); a thread
// outside the team satisfies its Done itself; workers sleep.
//
// submit, finished, may_skip: the worker in the seat named. run, has_work, held_tasks: any thread. One per team.
// Models: tests/model/async_*_programs.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/cache_line.hpp"
#include "dependence/async/outbox.hpp"
#include "dependence/async/parameters.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/domain.hpp"
#include "graph/idle_job.hpp"
#include "graph/release.hpp"

namespace heddle::dependence {

template <class P>
class Async final : public graph::DependenceManager<P>, public graph::IdleJob<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;
  using Context = graph::ManagerContext<P>;

 public:
  Async(std::uint32_t seats, const AsyncParameters& asked)
      : asked_(asked), outboxes_(std::make_unique<Outbox<P, Task>[]>(seats)) {
    resize(seats);
  }

  // -- the workers' side
  // -----------------------------------------------------------------------------------------------

  bool submit(Task&, Task& task, const Context& context) noexcept override {
    outboxes_[context.seat].push_submit(&task);
    call_manager(context);
    return false;
  }

  void finished(Task& task, const Context& context) noexcept override {
    if (context.seat == graph::k_no_seat) [[unlikely]]
      return satisfy_done(task, context);
    outboxes_[context.seat].push_done(&task);
    call_manager(context);
  }

  bool retired(Task& task) noexcept override { return task.dependences.retire_unsettled(); }

  bool may_skip(Task& parent, const graph::Access* accesses, std::uint32_t count, Seat seat) noexcept override {
    return outboxes_[seat].if_all_satisfied(
        [&] { return parent.domain == nullptr || parent.domain->idle(accesses, count); });
  }

  void close_domain(Task& parent, const Context& context) noexcept override {
    parent.domain->clear(context.slab);
    graph::free_domain(parent.domain);
    parent.domain = nullptr;
  }

  // -- the managers' side
  // ----------------------------------------------------------------------------------------------

  /// Listing 2, lines 1 to 3 and 24 to 26.
  bool run(const Context& context) noexcept override {
    if (!become_manager()) return false;
    std::uint32_t satisfied = 0;
    std::uint32_t spins = in_force_.spins;
    do {
      const std::uint32_t count = scan(context);
      satisfied += count;
      spins = count == 0 ? spins - 1 : in_force_.spins;
    } while (spins != 0 && context.sink.ready_tasks() < in_force_.ready);
    stop_managing(context);
    return satisfied != 0;
  }

  bool has_work() const noexcept override { return wants_manager() && has_messages(); }

  std::int64_t held_tasks() const noexcept override {
    std::size_t sum = 0;
    for (Seat seat = 0, end = workers(); seat < end; ++seat) sum += outboxes_[seat].dones();
    return static_cast<std::int64_t>(sum);
  }

  void resize(std::uint32_t workers) noexcept override {
    in_force_ = asked_.in_team_of(workers);
    // order: relaxed (both) — a worker that has left the region may look meanwhile; it sees either, and then comes in.
    workers_.store(workers, std::memory_order_relaxed);
    most_managers_.store(in_force_.managers, std::memory_order_relaxed);
  }

 private:
  // A message has been left. While as many manage as may, nobody need come: each of them looks again when it leaves.
  void call_manager(const Context& context) noexcept {
    // order: fence seq_cst — the Dekker pair of stop_managing() and of Sleepers::prepare_to_park: who leaves or lies
    // down sees the message, or is seen here.
    P::fence(std::memory_order_seq_cst);
    if (wants_manager()) context.sink.requests_waiting();
  }

  std::uint32_t workers() const noexcept {
    // order: relaxed — changes between regions only.
    return workers_.load(std::memory_order_relaxed);
  }

  bool wants_manager() const noexcept {
    // order: relaxed (both) — callers that need more have passed a fence.
    return managers_.load(std::memory_order_relaxed) < most_managers_.load(std::memory_order_relaxed);
  }

  bool become_manager() noexcept {
    // order: relaxed (all) — a count; the messages are handed over by their queues.
    std::uint32_t now = managers_.load(std::memory_order_relaxed);
    do {
      if (now >= in_force_.managers) return false;
    } while (!managers_.compare_exchange_weak(now, now + 1, std::memory_order_relaxed, std::memory_order_relaxed));
    return true;
  }

  // Workers that were refused may sleep by now, and messages be left: too many ready tasks, or one just came in.
  void stop_managing(const Context& context) noexcept {
    // order: relaxed — ordered by the fence.
    managers_.fetch_sub(1, std::memory_order_relaxed);
    // order: fence seq_cst — the Dekker pair of call_manager() and of a refused worker's Sleepers::prepare_to_park.
    P::fence(std::memory_order_seq_cst);
    if (has_messages()) context.sink.requests_waiting();
  }

  bool has_messages() const noexcept {
    for (Seat seat = 0, end = workers(); seat < end; ++seat) {
      if (!outboxes_[seat].looks_empty()) return true;
    }
    return false;
  }

  // One pass over all workers' queues, beginning with the caller's: its messages are warm, and where it releases
  // successors of what it has just run nobody else need wait for them. Listing 2, lines 5 to 23, begins with the same
  // worker each time.
  std::uint32_t scan(const Context& context) noexcept {
    std::uint32_t total = 0;
    std::uint32_t ready = context.sink.ready_tasks();
    const std::uint32_t all = workers();
    const Seat first = in_force_.as_printed ? 0 : context.seat;
    for (Seat step = 0; step < all && ready < in_force_.ready; ++step) {
      const Seat seat = first + step < all ? first + step : first + step - all;
      const std::uint32_t count = serve(outboxes_[seat], context);
      total += count;
      if (count != 0) ready = context.sink.ready_tasks();
    }
    return total;
  }

  // Listing 2, lines 8 to 21: Submits first, then Dones. Departure: each has a count of its own, unless
  // asked for as printed (README.md).
  std::uint32_t serve(Outbox<P, Task>& outbox, const Context& context) noexcept {
    const std::uint32_t submits =
        outbox.drain_submits(in_force_.operations, [&](Task& task) { satisfy_submit(task, context); });
    const std::uint32_t most_dones = in_force_.operations - (in_force_.as_printed ? submits : 0);
    const std::uint32_t dones = outbox.drain_dones(most_dones, [&](Task& task) { satisfy_done(task, context); });
    probe::messages(context.recorder, probe::Message::submit, submits);
    probe::messages(context.recorder, probe::Message::done, dones);
    return submits + dones;
  }

  // All tasks of a domain come through one outbox, whose token the caller has. Once the task is linked it may run and
  // end, and the parent with it: nothing of the domain is touched after enter() has ended linking.
  static void satisfy_submit(Task& task, const Context& context) noexcept {
    // order: relaxed — set before the message was left.
    Task& parent = *task.parent.load(std::memory_order_relaxed);
    if (parent.domain == nullptr) parent.domain = graph::make_domain<P>();
    probe::task(context.recorder, probe::Event::task_linked, task);
    if (parent.domain->enter(task, context.slab) && graph::runnable(task)) context.sink.ready(task);
  }

  // The task has long been finished and perhaps retired; its memory is kept until it is settled (§3.1's task state).
  static void satisfy_done(Task& task, const Context& context) noexcept {
    graph::release(task.dependences.close_keeping_marks(task.successor_slots()), context);
    if (task.has(graph::k_mutex)) [[unlikely]]
      graph::give_exclusions(task, context);
    probe::task(context.recorder, probe::Event::task_released, task);
    if (task.dependences.settle()) graph::free_task(context.slab, &task);
  }

  const AsyncParameters asked_;
  AsyncParameters in_force_;                                     // changed between regions only
  typename P::template atomic<std::uint32_t> workers_{1};        // of the team, and how many of them may manage: the
  typename P::template atomic<std::uint32_t> most_managers_{1};  // two that has_work() looks at
  std::unique_ptr<Outbox<P, Task>[]> outboxes_;
  // Written by each worker that comes or goes; read by all that leave a message.
  alignas(base::k_line_bytes) typename P::template atomic<std::uint32_t> managers_{0};
};

}  // namespace heddle::dependence
