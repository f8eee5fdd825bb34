// The manager `adaptive`, the default: tasks are linked by their producer, without a lock, as in `direct`; or, while
// that is what holds the program up, by idle workers, to whom the producer hands them over in batches. It finds out by
// trying (tuner.hpp). As `handover` it always hands over.
//
// Compared with DDAST (§3.1), whose managers look into two queues of every worker: one word per 64 workers tells an
// idle worker whose tasks wait to be linked (announcements.hpp), a batch changes hands by one exchange
// (handover_queue.hpp), and there are no Done messages: a finished task releases its successors on the spot, where
// nobody waits for anybody (graph/dependences.hpp).
//
// submit, finished, may_skip: the worker in the seat named. run, has_work: any thread. One per team. Protocol and
// proof: README.md; models: tests/model/strand_programs.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/cache_line.hpp"
#include "dependence/adaptive/announcements.hpp"
#include "dependence/adaptive/handover_queue.hpp"
#include "dependence/adaptive/tuner.hpp"
#include "graph/dependence_manager.hpp"
#include "graph/domain.hpp"
#include "graph/idle_job.hpp"
#include "graph/release.hpp"

namespace heddle::dependence {

enum class Handover : std::uint8_t { when_it_pays, always };

template <class P>
class Adaptive final : public graph::DependenceManager<P>, public graph::IdleJob<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;
  using Context = graph::ManagerContext<P>;

 public:
  Adaptive(std::uint32_t seats, Handover handover)
      : handover_(handover), desks_(std::make_unique<Producer[]>(seats)), announcements_(seats) {}

  bool submit(Task& parent, Task& task, const Context& context) noexcept override {
    Producer& desk = desks_[context.seat];
    const std::uint64_t began_ns = desk.tuner.count() ? end_epoch(desk) : 0;
    const bool at_rest = desk.strand.at_rest();
    if (at_rest && links_itself(desk)) [[likely]] {
      const bool ready = link(parent, task, context);
      if (began_ns != 0) [[unlikely]]
        desk.tuner.learn_link(P::now_ns() - began_ns);
      return ready;
    }
    if (at_rest) desk.handed_over = 0;
    hand_over(desk, task, context);
    return false;
  }

  void finished(Task& task, const Context& context) noexcept override {
    graph::release(task.dependences.close(task.successor_slots()), context);
    if (task.has(graph::k_mutex)) [[unlikely]]
      graph::give_exclusions(task, context);
    probe::task(context.recorder, probe::Event::task_released, task);
  }

  bool retired(Task& task) noexcept override { return task.dependences.retire(); }

  bool may_skip(Task& parent, const graph::Access* accesses, std::uint32_t count, Seat seat) noexcept override {
    if (!desks_[seat].strand.at_rest()) return false;
    return parent.domain == nullptr || parent.domain->idle(accesses, count);
  }

  void close_domain(Task& parent, const Context& context) noexcept override {
    parent.domain->clear(context.slab);
    graph::free_domain(parent.domain);
    parent.domain = nullptr;
  }

  // -- idle workers

  bool run(const Context& context) noexcept override {
    const Seat own = context.seat;
    const Seat seat = announcements_.take(own) ? own : announcements_.take_any(own);
    if (seat == graph::k_no_seat) {
      report_idle();
      return false;
    }
    const std::uint32_t served = serve(seat, context);
    probe::messages(context.recorder, probe::Message::submit, served);
    return true;
  }

  bool has_work() const noexcept override { return announcements_.any(); }

 private:
  struct alignas(base::k_line_bytes) Producer {
    Tuner tuner;                    // the producer's
    std::uint32_t handed_over = 0;  // the producer's: since the strand was at rest or he last served it himself
    alignas(base::k_line_bytes) HandoverQueue<P, Task> strand;  // producer and server
  };

  static constexpr std::uint32_t k_serve = 8;         // between looks at the ready tasks; DDAST's MAX_OPS_THREAD (§5.3)
  static constexpr std::uint32_t k_enough_ready = 4;  // DDAST's MIN_READY_TASKS (§5.4)
  static constexpr std::uint32_t k_patient = 64;      // tasks that lie about before their producer links them after all

  bool links_itself(const Producer& desk) const noexcept {
    return handover_ == Handover::when_it_pays && desk.tuner.linking() == Linking::by_producer;
  }

  static bool link(Task& parent, Task& task, const Context& context) noexcept {
    if (parent.domain == nullptr) parent.domain = graph::make_domain<P>();
    probe::task(context.recorder, probe::Event::task_linked, task);
    return parent.domain->enter(task, context.slab) && graph::runnable(task);
  }

  void hand_over(Producer& desk, Task& task, const Context& context) noexcept {
    if (desk.strand.push(task)) announce(context.seat, context);
    if (++desk.handed_over < k_patient) return;
    desk.handed_over = 0;
    if (announcements_.take(context.seat)) serve(context.seat, context);  // nobody else has come for them
  }

  void announce(Seat seat, const Context& context) noexcept {
    announcements_.announce(seat);
    // order: fence seq_cst — the Dekker pair of Sleepers::prepare_to_park: who lies down sees the announcement, or is
    // seen.
    P::fence(std::memory_order_seq_cst);
    context.sink.requests_waiting();
  }

  // The caller has taken the seat's announcement. Leaves when there is enough to run: then others go on.
  std::uint32_t serve(Seat seat, const Context& context) noexcept {
    std::uint32_t served = 0;
    const auto satisfy = [&](Task& task) {
      ++served;
      // order: relaxed — set before the task was handed over.
      Task& parent = *task.parent.load(std::memory_order_relaxed);
      if (link(parent, task, context)) context.sink.ready(task);
    };
    while (desks_[seat].strand.serve(k_serve, satisfy) == Left::some) {
      if (context.sink.ready_tasks() < k_enough_ready) continue;
      announce(seat, context);
      break;
    }
    return served;
  }

  // A worker has looked for work in vain. Written only when a producer has asked since, so the line mostly stays
  // shared.
  void report_idle() noexcept {
    // order: relaxed (both) — a hint.
    if (!hungry_.load(std::memory_order_relaxed)) hungry_.store(true, std::memory_order_relaxed);
  }

  /// @returns the time
  [[gnu::noinline]] std::uint64_t end_epoch(Producer& desk) noexcept {
    // order: relaxed (both) — a hint.
    const bool hungry = hungry_.load(std::memory_order_relaxed);
    if (hungry) hungry_.store(false, std::memory_order_relaxed);
    const std::uint64_t now_ns = P::now_ns();
    desk.tuner.end_epoch(now_ns, hungry);
    return now_ns;
  }

  const Handover handover_;
  const std::unique_ptr<Producer[]> desks_;
  Announcements<P> announcements_;
  alignas(base::k_line_bytes) typename P::template atomic<bool> hungry_{false};
};

}  // namespace heddle::dependence
