// The sink into which managers put tasks that got ready. Included by runner.hpp only.
#pragma once

namespace heddle::runtime {

/// Where a manager puts tasks that became ready while this worker was inside it. The first one is kept: the worker runs
/// it next, without the queues, if it comes from the end of a task.
///
/// A worker that manages while it waits for tasks of its own, or while it makes some (Rest::own_work), may meet tasks
/// of outer parents. In its own queue they would hide the ones below that it waits for, and the ones above from others
/// who wait for those, so they go where all can find them.
template <class P>
class Runner<P>::Sink final : public graph::ReadySink<P> {
 public:
  explicit Sink(W& worker) noexcept : worker_(worker) {}
  /// Of a worker that ends a task of `team` from outside: not as one that has taken it from the scheduler.
  Sink(W& worker, Team<P>& team) noexcept : worker_(worker), outside_(&team) {}
  /// Of a worker that does idle jobs.
  Sink(W& worker, Rest rest) noexcept : worker_(worker), rest_(rest) {}

  void ready(Task& task) noexcept override {
    if (graph::HoldBack<P>::is_held(task) && !graph::HoldBack<P>::of(task).siblings_let_go(task)) [[unlikely]]
      return;
    probe::task(worker_.recorder, probe::Event::task_ready, task);
    if (task.has(graph::k_undeferred)) [[unlikely]]
      return wake_creator(task);
    if (task.has(graph::k_prefers) && !may_be_next(task)) [[unlikely]] {
      // What does not descend from the worker's current task must not lie on its own queue.
      const Seat from = outside_ != nullptr || !is_own(task) ? graph::k_no_seat : worker_.member->seat;
      if (put_where_preferred(outside_ != nullptr ? *outside_ : *worker_.member->team, task, from)) return;
    }
    if (outside_ != nullptr) [[unlikely]] {
      outside_->ready->put(task, graph::k_no_seat);
      wake_for_task(*outside_, 0);
    } else if (rest_ == Rest::own_work && !task.descends_from(*worker_.task)) {
      put_for_all(task);
    } else if (keep_ && next_ == nullptr && task.priority <= 0) {
      next_ = &task;
      base::read_soon(task.argument);  // sent while the worker deals with the end of the one before
    } else {
      ++made_ready_;
      HEDDLE_CHECK(is_own(task),
                   "a ready task of an outer parent was put on the queue of a worker that is inside a task");
      enqueue(worker_, task);
    }
  }

  std::uint32_t ready_tasks() const noexcept override {
    if (rest_ == Rest::own_work) return made_ready_;
    Team<P>& team = *worker_.member->team;
    std::uint32_t sum = 0;
    for (Seat seat = 0; seat < team.size; ++seat) sum += team.ready->backlog(seat);
    return sum;
  }

  void requests_waiting() noexcept override {
    Team<P>& team = outside_ != nullptr ? *outside_ : *worker_.member->team;
    Dispatcher<P>::requests_waiting(team, worker_.member->seat);
  }

  /// Where every worker finds it, whatever it waits for.
  void put_for_all(Task& task) noexcept {
    Team<P>& team = *worker_.member->team;
    team.ready->put(task, graph::k_no_seat);
    wake_for_task(team, worker_.member->seat);
  }

  Sink& keep_first() noexcept {
    keep_ = true;
    return *this;
  }
  Task* next() const noexcept { return next_; }

 private:
  // The creator waits in run_submitted(); its worker is the one that runs the parent.
  static void wake_creator(Task& task) noexcept {
    // order: relaxed — the parent stays in its worker's hands until this task has run.
    auto* runner = static_cast<W*>(const_cast<graph::AnyWorker*>(
        task.parent.load(std::memory_order_relaxed)->runner.load(std::memory_order_relaxed)));
    // order: seq_cst — release pairs with the acquire in run_submitted(); with prepare_to_park's fence the Dekker pair.
    task.event.fetch_or(graph::k_may_run, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    Sleepers<P>::wake(runner->bed);
  }

  // A task of this worker's locality need not go through the queues, like any other.
  bool may_be_next(const Task& task) const noexcept {
    return outside_ == nullptr && rest_ == Rest::awake && keep_ && next_ == nullptr && task.priority <= 0 &&
           in_own_group(worker_, task);
  }

  // The invariant of schedule/steal/README.md. An implicit task is the outermost one: its worker may be at a barrier.
  bool is_own(const Task& task) const noexcept {
    return worker_.task->has(graph::k_implicit) || task.descends_from(*worker_.task);
  }

  W& worker_;
  Rest rest_ = Rest::awake;       // what the worker waits for while it does idle jobs
  std::uint32_t made_ready_ = 0;  // of them, tasks that the worker may run
  Team<P>* outside_ = nullptr;    // the team that the tasks belong to, when the worker acts from outside
  Task* next_ = nullptr;
  bool keep_ = false;
};

}  // namespace heddle::runtime
