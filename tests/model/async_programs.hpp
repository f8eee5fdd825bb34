// Claims about the asynchronous manager (src/dependence/async/README.md).
//
// SubmitOrder: the Submits of one worker enter the graph in the order in which they were left, one at a time, whoever
// satisfies them; and when their worker is told that all are satisfied, they are.
//   worker: push 1, push 2; if_all_satisfied(look)      managers: drain_submits
//
// LastOfThree: a task's block is freed once, after everybody's last use, by the last of domain, worker and manager; a
// successor that was linked is made ready, one that was refused sees what the task did.
//   domain: link(edge); drop()      worker: body, message, retire_unsettled()      manager: close, follow, settle()
//
// LeavingManager: no message is left while all who could satisfy it sleep. At most one may manage.
//   worker: finished(task), and goes on with something long
//   visitor: run() once, and goes on with something long
//   sleeper: until the successor is ready: run(), else lie down, has_work() ? get up : sleep
//
// Expected: no race, no deadlock, the order kept, one "free" in every run.
#pragma once

#include "dependence/async/async.hpp"
#include "platform/spins.hpp"
#include "runtime/sleepers.hpp"

namespace heddle::model {

/// `Box` is the outbox; a seeded bug replaces it.
template <class E, template <class, class> class Box>
struct SubmitsThrough {
  static constexpr int k_threads = 3;
  struct Message {
    typename E::template plain<int> number{0};
  };

  Box<E, Message> outbox;
  Message messages[2];
  typename E::template plain<int> entered{0};  // the graph

  void enter(Message& message) {
    E::require(static_cast<int>(message.number) == static_cast<int>(entered) + 1, "submits enter in order");
    entered = static_cast<int>(message.number);
  }
  void manage() {
    outbox.drain_submits(2, [this](Message& message) { enter(message); });
  }

  void thread(int id) {
    if (id != 0) return manage();
    for (int i = 0; i < 2; ++i) {
      messages[i].number = i + 1;
      outbox.push_submit(&messages[i]);
    }
    outbox.if_all_satisfied([this] {
      E::require(static_cast<int>(entered) == 2, "all satisfied means all");
      return true;
    });
  }
  void after() {
    manage();
    E::require(static_cast<int>(entered) == 2, "no submit is lost");
  }
};
template <class E>
using SubmitOrder = SubmitsThrough<E, dependence::Outbox>;

/// How the manager closes the task; a seeded bug replaces it.
template <class E>
struct KeepingMarks {
  static graph::Edge<E>* close(graph::Dependences<E>& task) { return task.close_keeping_marks().list; }
};

template <class E, template <class> class Closing>
struct ThreeParties {
  static constexpr int k_threads = 3;
  graph::Dependences<E> task;
  graph::Task<E> successor;
  alignas(16) graph::Edge<E> edge;  // as in a record
  typename E::template atomic<int> message{0};
  typename E::template plain<int> work{0};
  typename E::template plain<int> last_use[3];
  typename E::template plain<int> readies{0};
  typename E::template plain<int> frees{0};

  ThreeParties() {
    task.reset();
    successor.dependences.reset();
    edge.successor = &successor;
  }

  void ready() {
    readies = static_cast<int>(readies) + 1;
    E::require(static_cast<int>(work) == 1, "the successor sees what the task did");
  }
  void end(bool must_free) {
    if (!must_free) return;
    frees = static_cast<int>(frees) + 1;
    for (auto& use : last_use) E::require(static_cast<int>(use) == 1, "who frees comes after everybody's last use");
  }

  void domain() {
    if (successor.dependences.end_linking(task.link(edge) ? 1 : 0)) ready();
    last_use[0] = 1;
    end(task.drop());
  }
  void worker() {
    work = 1;
    // order: release — the queue of messages.
    message.store(1, std::memory_order::release);
    last_use[1] = 1;
    end(task.retire_unsettled());
  }
  void manager() {
    E::spin_until(message, [](int value) { return value == 1; }, platform::Spins::unbounded());
    graph::Edge<E>* const first = Closing<E>::close(task);
    if (first != nullptr && first->successor->dependences.arrive()) ready();
    last_use[2] = 1;
    end(task.settle());
  }
  void thread(int id) { id == 0 ? domain() : id == 1 ? worker() : manager(); }
  void after() {
    E::require(static_cast<int>(frees) == 1, "freed exactly once");
    E::require(static_cast<int>(readies) == 1, "ready exactly once");
  }
};
template <class E>
using LastOfThree = ThreeParties<E, KeepingMarks>;

/// A team of three of which one sleeps; what the runtime's sink and waiting loop do, in short.
template <class E, template <class> class Manager>
struct ThreeAtWork {
  static constexpr int k_threads = 3;

  class Sink final : public graph::ReadySink<E> {
   public:
    explicit Sink(ThreeAtWork& team) : team_(team) {}
    void ready(graph::Task<E>&) noexcept override {
      // order: release — pairs with successor_is_ready().
      team_.is_ready.store(1, std::memory_order::release);
      // order: fence seq_cst — as in wake_for_task().
      E::fence(std::memory_order::seq_cst);
      requests_waiting();
    }
    void requests_waiting() noexcept override {
      if (team_.sleepers.any()) runtime::Sleepers<E>::wake(team_.bed);
    }

   private:
    ThreeAtWork& team_;
  };

  Manager<E> manager{1, {.managers = 1}};
  memory::Slab<E> slab;  // nobody frees anything
  runtime::Sleepers<E> sleepers;
  runtime::ParkingSlot<E> bed;
  typename E::template atomic<int> is_ready{0};
  graph::Task<E> task;
  graph::Task<E> successor;
  alignas(16) graph::Edge<E> edge;  // as in a record

  ThreeAtWork() {
    task.flags = successor.flags = 0;
    task.slots = 0;
    task.records = nullptr;
    task.dependences.reset();
    successor.dependences.reset();
    edge.successor = &successor;
    successor.dependences.end_linking(task.dependences.link(edge) ? 1 : 0);
  }

  bool successor_is_ready() {
    // order: acquire — pairs with Sink::ready().
    return is_ready.load(std::memory_order::acquire) != 0;
  }
  void wait(const graph::ManagerContext<E>& context) {
    while (!successor_is_ready()) {
      if (manager.run(context)) continue;
      sleepers.prepare_to_park(bed, runtime::Rest::any_work);
      if (successor_is_ready() || manager.has_work()) {
        runtime::Sleepers<E>::get_up(bed);
      } else {
        runtime::Sleepers<E>::sleep(bed);
      }
    }
  }

  void thread(int id) {
    Sink sink(*this);
    const graph::ManagerContext<E> context{.slab = slab, .sink = sink, .seat = 0};
    if (id == 0) {
      manager.finished(task, context);
    } else if (id == 1) {
      manager.run(context);
    } else {
      wait(context);
    }
  }
  void after() {
    E::require(successor_is_ready(), "the message is satisfied");
    E::require(!sleepers.any(), "nobody is counted as asleep");
  }
};
template <class E>
using LeavingManager = ThreeAtWork<E, dependence::Async>;

}  // namespace heddle::model
