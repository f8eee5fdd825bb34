// Claim: a manager may link tasks of outer parents while a worker makes tasks inside another one (`handover` does,
// where nobody else has come to link them), and buries nothing by it: neither what the worker waits for, nor what
// others may take from below it (schedule/steal/README.md, "Nobody starves while all wait").
//
//   master                                              pool worker
//     await made; spawn(foreign): the manager keeps it    spawn(maker); made; await inner_made
//     join: takes maker, there spawn(first): links          wait for its descendants: first or second
//       foreign before; spawn(second); inner_made
//     second: await first
//
// Expected: no deadlock, each task runs once. With the scheduler `steal`: dbf searches its queues as a whole. And the
// same where the manager puts it on the own queue all the same, as long as who waits uncovers what lies below.
#pragma once

#include <memory>
#include <utility>

#include "dependence/direct/direct.hpp"
#include "schedule/steal/steal.hpp"
#include "tests/model/engine_model.hpp"

namespace heddle::model {

/// Where the manager puts what it has linked: as the seam says.
struct IntoTheSink {
  template <class P>
  static void put(graph::Task<P>& task, const graph::ManagerContext<P>& context, runtime::ReadyTasks<P>&) noexcept {
    context.sink.ready(task);
  }
};

/// On the queue of the worker that links, whatever that is inside of: as `handover` did until that was found, and as
/// managers do at their outermost level.
struct OnTheOwnQueue {
  template <class P>
  static void put(graph::Task<P>& task, const graph::ManagerContext<P>& context,
                  runtime::ReadyTasks<P>& scheduler) noexcept {
    scheduler.put(task, context.seat);
  }
};

/// `steal` whose waiting workers sleep without a look below others' tasks.
template <class P>
class StealUncoveringNothing final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit StealUncoveringNothing(std::uint32_t seats) : steal_(seats) {}
  void put(Task& task, Seat seat) noexcept override { steal_.put(task, seat); }
  Task* take(Seat seat) noexcept override { return steal_.take(seat); }
  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    return steal_.take_descendant(seat, ancestor);
  }
  bool has_work(Seat seat, graph::Look look) noexcept override { return steal_.has_work(seat, look); }
  std::uint32_t backlog(Seat seat, std::uint32_t limit) noexcept override { return steal_.backlog(seat, limit); }

 private:
  schedule::Steal<P, 4> steal_;
};
template <class P>
using StealAsItIs = schedule::Steal<P, 4>;

/// Keeps the first task it gets, and links it together with the next.
template <class P, class Put>
class KeepsOneBack final : public graph::DependenceManager<P> {
  using Task = graph::Task<P>;
  using Context = graph::ManagerContext<P>;

 public:
  explicit KeepsOneBack(runtime::ReadyTasks<P>& ready) : ready_(ready) {}

  bool submit(Task& parent, Task& task, const Context& context) noexcept override {
    if (!std::exchange(kept_one_, true)) {
      kept_ = &task;
      return false;
    }
    if (Task* const kept = std::exchange(kept_, nullptr)) {
      if (linking_.submit(*kept->parent.load(std::memory_order::relaxed), *kept, context))
        Put::put(*kept, context, ready_);
    }
    return linking_.submit(parent, task, context);
  }
  void finished(Task& task, const Context& context) noexcept override { linking_.finished(task, context); }
  bool retired(Task& task) noexcept override { return linking_.retired(task); }
  bool may_skip(Task&, const graph::Access*, std::uint32_t, graph::Seat) noexcept override { return false; }
  void close_domain(Task& parent, const Context& context) noexcept override { linking_.close_domain(parent, context); }

 private:
  runtime::ReadyTasks<P>& ready_;
  dependence::Direct<P> linking_;
  Task* kept_ = nullptr;
  bool kept_one_ = false;
};

template <class E, class Put, template <class> class Scheduler = StealAsItIs>
struct LinkedInside : TwoWorkers<E> {
  static constexpr int k_threads = 2;
  using Base = TwoWorkers<E>;
  using typename Base::P;
  using typename Base::Worker;
  using Flag = typename E::template atomic<std::uint32_t>;
  Flag made{0};
  Flag inner_made{0};
  Flag first_ran{0};
  typename E::template plain<int> foreign_ran{0};
  int x[3] = {};

  LinkedInside() {
    runtime::Team<P>& team = *this->master->member->inner;
    team.ready.emplace(std::make_unique<Scheduler<P>>(2), 2);
    team.manager = std::make_unique<KeepsOneBack<P, Put>>(*team.ready);
    this->body = [](Base& program, Worker& worker) { static_cast<LinkedInside&>(program).member(worker); };
  }

  static void raise(Flag& flag) {
    // order: release — pairs with await().
    flag.store(1, std::memory_order::release);
  }
  static void await(Flag& flag) {
    E::spin_until(flag, [](std::uint32_t up) { return up != 0; }, platform::Spins::unbounded());
  }

  void member(Worker& worker) {
    if (worker.member->seat == 0) {
      await(made);
      return Base::spawn_with(worker, foreign, this, {&x[0], graph::Mode::out});
    }
    Base::spawn(worker, maker, this);
    raise(made);
    await(inner_made);
    Base::Tasking::wait_subtrees(worker);
  }
  static void maker(void* self) {
    auto& program = *static_cast<LinkedInside*>(self);
    Base::spawn_with(*program.master, first, &program, {&program.x[1], graph::Mode::out});
    Base::spawn_with(*program.master, second, &program, {&program.x[2], graph::Mode::out});
    raise(program.inner_made);
  }
  static void first(void* copy) { raise((*static_cast<LinkedInside**>(copy))->first_ran); }
  static void second(void* copy) { await((*static_cast<LinkedInside**>(copy))->first_ran); }
  static void foreign(void* copy) {
    auto& ran = (*static_cast<LinkedInside**>(copy))->foreign_ran;
    ran = static_cast<int>(ran) + 1;
  }

  void thread(int id) {
    if (id != 0) return this->serve();
    this->open_and_close();
    E::require(static_cast<int>(foreign_ran) == 1, "what was kept back runs once");
  }
  void after() { E::require(Base::live_tasks() == 0, "the memory of every task is returned"); }
};

template <class E>
using LinkedInsideATask = LinkedInside<E, IntoTheSink>;
template <class E>
using HiddenBelowAStranger = LinkedInside<E, OnTheOwnQueue>;

}  // namespace heddle::model
